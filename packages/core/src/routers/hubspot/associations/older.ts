import { associationTypeNamed, associationTypes } from "../../../hubspot/association-types.ts";
import { operationsFor } from "../../app.ts";
import { type HubspotCall, type HubspotOperation, type Members, toText } from "../operation.ts";
import { writtenRecord } from "../records.ts";
import { batchAnswer } from "../several.ts";
import { type Batch, batch, end, readMany } from "./batches.ts";
import { list } from "./one-record.ts";
import {
  associate,
  associationType,
  changePairs,
  idsIn,
  type Labels,
  NO_LABELS,
  pairsIn,
  type Sides,
  type shownEntries,
  sidesInPath,
  unknownType,
} from "./pairs.ts";

/** The older paths, which name what an association says by a text. */
const OLD = "/crm/v3/associations/{fromObjectType}/{toObjectType}" as const;

const shownOld: typeof shownEntries = (_, sides, entries) =>
  entries.map((entry) => ({ id: entry.id, type: associationType(sides, entry).name }));

function oldTypeIn(sides: Sides) {
  return ({ type }: Members, path: string): Labels => {
    const found = associationTypeNamed(...sides, toText(type) ?? "");
    if (found === undefined) {
      return {
        labels: undefined,
        faults: [unknownType(sides, type, path === "" ? "type" : `${path}.type`)],
      };
    }
    return found.kind.label === undefined ? NO_LABELS : { labels: [found.name], faults: [] };
  };
}

const createOld: Batch = async (call, sides, inputs) => {
  const startedAt = new Date().toISOString();
  const pairs = pairsIn(inputs, oldTypeIn(sides));
  const { done, errors } = await changePairs(call, "associate", sides, pairs);
  const results = done.map(({ index, id, toId }) => ({
    ...{ from: { id: toText(id) }, to: { id: toText(toId) } },
    type: inputs[index]?.type,
  }));
  return batchAnswer({ startedAt }, 201, results, errors);
};

const OLD_PAIR =
  "/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}/{associationType}";

function oldPairIn(call: HubspotCall) {
  const sides = sidesInPath(call, "objectType");
  const labels = oldTypeIn(sides)({ type: call.params.associationType }, "");
  return { sides, ids: idsIn(call), labels };
}

/** Its answer is the record, so it is read first: then a token that may not read it associates nothing. */
const associateOld: HubspotOperation = {
  ...{ method: "PUT", path: OLD_PAIR, isOnlyNumbered: true },
  scopes: ["crm.{type}.read", "crm.{type}.write"],
  async run(call) {
    const { sides, ids, labels } = oldPairIn(call);
    const one = { object: sides[0].plural, id: ids.id };
    const { data } = await operationsFor(call).objects.read(one);
    await associate(call, sides, ids, labels);
    return { status: 200, body: writtenRecord(call, sides[0], data, {}) };
  },
};

const dissociateOld: HubspotOperation = {
  ...{ method: "DELETE", path: OLD_PAIR, isOnlyNumbered: true },
  scopes: ["crm.{type}.write"],
  async run(call) {
    const { sides, ids, labels } = oldPairIn(call);
    const [type] = labels.labels ?? [];
    const pair = { object: sides[0].plural, toPlural: sides[1].plural, ...ids };
    const operations = operationsFor(call, { faults: labels.faults }).objects;
    await operations.dissociate({ ...pair, ...(type !== undefined && { type }) });
    return { status: 204 };
  },
};

const listTypes: HubspotOperation = {
  method: "GET",
  path: `${OLD}/types`,
  isOnlyNumbered: true,
  scopes: ["crm.schemas.read"],
  async run(call) {
    const sides = sidesInPath(call);
    const pair = { plural: sides[0].plural, toPlural: sides[1].plural };
    await operationsFor(call).associationLabels.list(pair);
    const known = associationTypes(...sides);
    const results = known.map(({ typeId, name }) => ({ id: toText(typeId), name }));
    return { status: 200, body: { results } };
  },
};

/** Associations at the paths of version 3, which has no dated form. */
export const OLDER_ASSOCIATIONS: readonly HubspotOperation[] = [
  list("/crm/v3/objects/{objectType}/{objectId}/associations/{toObjectType}", shownOld),
  batch(`${OLD}/batch/create`, createOld),
  batch(`${OLD}/batch/read`, readMany(shownOld)),
  batch(`${OLD}/batch/archive`, (call, sides, inputs) =>
    end(call, sides, pairsIn(inputs, oldTypeIn(sides))),
  ),
  ...[listTypes, associateOld, dissociateOld],
];
