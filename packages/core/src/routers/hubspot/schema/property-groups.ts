import { CrmError, quoted } from "../../../errors.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import { invalid } from "../../../records/errors.ts";
import { operationsFor } from "../../app.ts";
import { type HubspotCall, type HubspotOperation, objectInPath, toMembers } from "../operation.ts";

/*
 * A group of properties is a heading here, which each of its properties has as a text. So a group is there while properties
 * have it, and its name is what people read.
 */

const PATH = "/crm/v3/properties/{objectType}/groups";

type Named = Pick<ObjectSchema, "name">;

/** HubSpot's name of the group that properties without one are in: `contactinformation`. */
function usualGroup({ name }: Named): string {
  return `${name}information`;
}

/** Returns the name of a property's group. */
export function groupName(object: Named, group: string | null): string {
  return group ?? usualGroup(object);
}

/** Returns the heading for the name of a group; null for the usual one. */
export function ourGroup(object: Named, given: unknown): unknown {
  return given === usualGroup(object) || given === "" ? null : given;
}

interface Group {
  readonly name: string;
  readonly label: string;
  readonly displayOrder: number;
  readonly archived: false;
}

function makeGroup(object: ObjectSchema, name: string, displayOrder: number): Group {
  const label = name === usualGroup(object) ? `${object.title} information` : name;
  return { name, label, displayOrder, archived: false };
}

async function listed(call: HubspotCall, object: ObjectSchema): Promise<readonly Group[]> {
  const { data } = await operationsFor(call).properties.list({ plural: object.plural });
  const names = data.results.map(({ group }) => groupName(object, group));
  return [...new Set([usualGroup(object), ...names])].map((name, i) => makeGroup(object, name, i));
}

/** @throws CrmError NOT_FOUND */
async function readOne(call: HubspotCall): Promise<Group> {
  const object = objectInPath(call);
  const { groupName: name = "" } = call.params;
  const found = (await listed(call, object)).find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new CrmError("NOT_FOUND", `No property of ${object.plural} is in a group ${quoted(name)}.`);
}

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  scopes: ["crm.schemas.read"],
  run: async (call) => ({ status: 200, body: { results: await listed(call, objectInPath(call)) } }),
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{groupName}`,
  scopes: ["crm.schemas.read"],
  run: async (call) => ({ status: 200, body: await readOne(call) }),
};

/** The group appears with the first property that names it. */
const create: HubspotOperation = {
  method: "POST",
  path: PATH,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const object = objectInPath(call);
    const all = await listed(call, object);
    const { name } = toMembers(call.body);
    if (typeof name !== "string" || name === "") {
      throw invalid([{ path: "name", code: "required", message: "Give the group a name." }]);
    }
    const known = all.find((one) => one.name === name);
    return { status: 201, body: known ?? makeGroup(object, name, all.length) };
  },
};

const update: HubspotOperation = {
  method: "PATCH",
  path: `${PATH}/{groupName}`,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const group = await readOne(call);
    const { label = group.label } = toMembers(call.body);
    if (label === group.label) return { status: 200, body: group };
    const message = "The name of a group is what people read. Give its properties another group.";
    throw new CrmError("CONFLICT", message);
  },
};

const archive: HubspotOperation = {
  method: "DELETE",
  path: `${PATH}/{groupName}`,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const { name } = await readOne(call);
    const message = `Properties are in the group ${quoted(name)}. Give them another one first.`;
    throw new CrmError("CONFLICT", message);
  },
};

export const PROPERTY_GROUPS = [list, create, read, update, archive];
