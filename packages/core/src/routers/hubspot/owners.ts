import { listOwners, type Owner } from "../../access/admins/members.ts";
import { lacksScope } from "../../access/require-scope.ts";
import { CrmError, quoted } from "../../errors.ts";
import {
  afterOf,
  type HubspotCall,
  type HubspotOperation,
  limitOf,
  pagingOf,
} from "./operation.ts";

const PATH = "/crm/v3/owners";
const MOST_PER_PAGE = 500;
const USUAL = 100;

function shownOwner({ id, email, createdAt, disabledAt }: Owner): object {
  return {
    ...{ id: String(id), userId: id, type: "PERSON", email, firstName: "", lastName: "" },
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
  async run(call) {
    const { query } = call;
    const email = query.get("email")?.toLowerCase() ?? "";
    const isArchived = query.get("archived") === "true";
    const limit = limitOf(query.get("limit"), USUAL, MOST_PER_PAGE);
    const after = Number(afterOf(query.get("after")) ?? 0);
    const all = (await owners(call)).filter(
      (one) =>
        one.id > after &&
        (one.disabledAt !== null) === isArchived &&
        (email === "" || one.email.toLowerCase() === email),
    );
    const shown = all.slice(0, limit);
    const next = all.length > limit ? String(shown.at(-1)?.id) : null;
    return { status: 200, body: { results: shown.map(shownOwner), ...pagingOf(call, next) } };
  },
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{ownerId}`,
  async run(call) {
    const { ownerId = "" } = call.params;
    const found = (await owners(call)).find(({ id }) => String(id) === ownerId);
    if (found !== undefined) return { status: 200, body: shownOwner(found) };
    throw new CrmError("NOT_FOUND", `There is no owner with the id ${quoted(ownerId)}.`);
  },
};

export const OWNERS = [list, read];
