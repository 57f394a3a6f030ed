import { listOwners, type Owner } from "../../access/admins/members.ts";
import { lacksScope } from "../../access/require-scope.ts";
import { CrmError, quoted } from "../../errors.ts";
import {
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  makePaging,
  readAfter,
  readLimit,
  repeated,
  toText,
} from "./operation.ts";

const PATH = "/crm/v3/owners";
const MAX_PER_PAGE = 500;
const USUAL = 100;

function shownOwner({ id, email, createdAt, disabledAt }: Owner): object {
  return {
    ...{ id: toText(id), userId: id, type: "PERSON", email, firstName: "", lastName: "" },
    ...{ createdAt, updatedAt: disabledAt ?? createdAt, archived: disabledAt !== null },
  };
}

/** @throws CrmError INSUFFICIENT_SCOPE for a credential that may do nothing at the paths of the CRM */
function owners({ deps, principal }: HubspotCall): Promise<readonly Owner[]> {
  const { scopes, tenantId } = principal;
  if ([...scopes].some((scope) => scope.startsWith("crm."))) return listOwners(deps, tenantId);
  throw lacksScope("crm.contacts.read", "Listing owners needs a scope that begins with crm.");
}

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  scopes: [],
  async run(call) {
    const { query } = call;
    const email = query.get("email")?.toLowerCase() ?? "";
    const isArchived = query.get("archived") === "true";
    const limit = readLimit(query.get("limit"), USUAL, MAX_PER_PAGE);
    const after = Number(readAfter(query.get("after")) ?? 0);
    const all = (await owners(call)).filter(
      (one) =>
        one.id > after &&
        (one.disabledAt !== null) === isArchived &&
        (email === "" || one.email.toLowerCase() === email),
    );
    const shown = all.slice(0, limit);
    const next = all.length > limit ? repeated(shown.at(-1)?.id) : null;
    return { status: 200, body: { results: shown.map(shownOwner), ...makePaging(call, next) } };
  },
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{ownerId}`,
  scopes: [],
  async run(call) {
    const { ownerId = "" } = call.params;
    const found = (await owners(call)).find(({ id }) => toText(id) === ownerId);
    if (found !== undefined) return { status: 200, body: shownOwner(found) };
    throw new CrmError("NOT_FOUND", `There is no owner with the id ${quoted(ownerId)}.`);
  },
};

export const OWNERS = [list, read];

const OWNER = "hubspot_owner_id";

/** Returns a request with the emails of owners in the place of their ids, as records have them. */
export async function withOurOwners(call: HubspotCall): Promise<HubspotCall> {
  const isId = (value: string) => /^\d{1,15}$/.test(value);
  if (!ownersIn(call.body).some(isId)) return call;
  const emails = new Map((await owners(call)).map(({ id, email }) => [toText(id), email]));
  return { ...call, body: withOwners(call.body, (value) => emails.get(value) ?? value) };
}

/** Returns an answer with the ids of owners in the place of their emails. An owner that is no admin stays a name. */
export async function withTheirOwners(
  call: HubspotCall,
  answer: HubspotAnswer,
): Promise<HubspotAnswer> {
  const isEmail = (value: string) => value.includes("@");
  if (answer.body === undefined || !ownersIn(answer.body).some(isEmail)) return answer;
  const ids = new Map((await owners(call)).map(({ id, email }) => [email, toText(id)]));
  const body = withOwners(answer.body, (value) => ids.get(value.toLowerCase()) ?? value);
  return { ...answer, body: body as object };
}

/** Returns the owners that a body names. */
function ownersIn(body: unknown): readonly string[] {
  const found: string[] = [];
  withOwners(body, (value) => {
    found.push(value);
    return value;
  });
  return found;
}

/** Changes the owners in a body: values of their property, and values that a filter compares it with. */
function withOwners(given: unknown, change: (value: string) => string, isOwner = false): unknown {
  if (typeof given === "string") return isOwner ? change(given) : given;
  if (Array.isArray(given)) return given.map((one) => withOwners(one, change, isOwner));
  if (typeof given !== "object" || given === null) return given;
  const isFilter = "propertyName" in given && given.propertyName === OWNER;
  const members = Object.entries(given).map(([name, value]) => {
    const isValue = ["value", "values", "highValue"].includes(name) && (isFilter || isOwner);
    return [name, withOwners(value, change, name === OWNER || isValue)];
  });
  return Object.fromEntries(members);
}
