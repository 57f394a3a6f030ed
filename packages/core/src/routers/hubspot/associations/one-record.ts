import { operationsFor } from "../../app.ts";
import { type HubspotOperation, idInPath, makePaging, readAfter, readLimit } from "../operation.ts";
import { batchAnswer } from "../several.ts";
import {
  associate,
  idsIn,
  labelsIn,
  listed,
  NO_LABELS,
  shownDefault,
  shownEntries,
  shownPair,
  sidesInPath,
} from "./pairs.ts";

const RECORD = "/crm/v4/objects/{objectType}/{objectId}/associations" as const;
const PAIR = `${RECORD}/{toObjectType}/{toObjectId}` as const;
const MAX_PER_PAGE = 500;

export function list(path: `/${string}`, show: typeof shownEntries): HubspotOperation {
  return {
    method: "GET",
    path,
    scopes: ["crm.{type}.read"],
    isOnlyNumbered: path.startsWith("/crm/v3"),
    async run(call) {
      const sides = sidesInPath(call, "objectType");
      const { query } = call;
      const page = { id: idInPath(call), after: readAfter(query.get("after")) };
      const limit = readLimit(query.get("limit"), MAX_PER_PAGE, MAX_PER_PAGE);
      const { entries, next } = await listed(call, sides, { ...page, limit });
      return {
        status: 200,
        body: { results: show(call, sides, entries), ...makePaging(call, next) },
      };
    },
  };
}

const setLabels: HubspotOperation = {
  method: "PUT",
  path: PAIR,
  scopes: ["crm.{type}.write"],
  async run(call) {
    const sides = sidesInPath(call, "objectType");
    const ids = idsIn(call);
    const labels = labelsIn(sides, call.body, { path: "" });
    await associate(call, sides, ids, labels);
    return { status: 201, body: shownPair(call, sides, ids, labels) };
  },
};

const associateDefault: HubspotOperation = {
  method: "PUT",
  path: "/crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/default/{toObjectType}/{toObjectId}",
  scopes: ["crm.{type}.write"],
  async run(call) {
    const startedAt = new Date().toISOString();
    const sides = sidesInPath(call);
    const ids = idsIn(call, "fromObjectId");
    await associate(call, sides, ids, NO_LABELS);
    return batchAnswer({ startedAt }, 200, shownDefault(sides, ids), []);
  },
};

const dissociate: HubspotOperation = {
  method: "DELETE",
  path: PAIR,
  scopes: ["crm.{type}.write"],
  async run(call) {
    const [object, to] = sidesInPath(call, "objectType");
    const input = { object: object.plural, toPlural: to.plural, ...idsIn(call) };
    await operationsFor(call).objects.dissociate(input);
    return { status: 204 };
  },
};

/** Associations of one record. */
export const RECORD_ASSOCIATIONS: readonly HubspotOperation[] = [
  ...[list(`${RECORD}/{toObjectType}`, shownEntries), associateDefault, setLabels, dissociate],
];
