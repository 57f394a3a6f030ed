import { hubspotText } from "../../../hubspot/forms.ts";
import { hubspotName, ourName } from "../../../hubspot/names.ts";
import type { ObjectSchema } from "../../../object-schema.ts";
import type { PropertyView } from "../../../schema/views.ts";
import { operationsFor } from "../../app.ts";
import {
  type HubspotAnswer,
  type HubspotCall,
  type HubspotOperation,
  type Members,
  objectInPath,
  toMembers,
} from "../operation.ts";
import { doEach, inputsIn, tryEach } from "../several.ts";
import { groupName, ourGroup } from "./property-groups.ts";

const PATH = "/crm/v3/properties/{objectType}";

type Definition = Omit<PropertyView, "rules">;

/** HubSpot's type and field type of values, by ours. */
const KINDS: Readonly<Record<PropertyView["type"], readonly [type: string, field: string]>> = {
  string: ["string", "text"],
  text: ["string", "textarea"],
  number: ["number", "number"],
  boolean: ["bool", "booleancheckbox"],
  date: ["date", "date"],
  datetime: ["datetime", "date"],
  email: ["string", "text"],
  phone: ["string", "phonenumber"],
  url: ["string", "text"],
  enumeration: ["enumeration", "select"],
};

/** Fields of every record that are properties to clients of HubSpot. */
const FIELDS = {
  id: { label: "Record ID", type: "number" },
  createdAt: { label: "Create Date", type: "datetime" },
  updatedAt: { label: "Last Modified Date", type: "datetime" },
} as const;

const FIELD = {
  ...{ multi: false, indexed: true, readOnly: true, builtIn: true, closed: false, options: [] },
  ...{ description: null, default: null, group: null },
} as const;

/** Returns the properties of a type in HubSpot's form, with those that are fields of every record. */
export function shownDefinitions(
  object: ObjectSchema,
  views: readonly Definition[],
): readonly { readonly name: string }[] {
  const fields = Object.entries(FIELDS).map(([internal_name, field]) => ({
    ...{ ...FIELD, ...field, internal_name },
    unique: internal_name === "id",
  }));
  return [...fields, ...views].flatMap((view) => shownDefinition(object, view) ?? []);
}

/** @returns undefined for a property that clients of HubSpot have no name for */
function shownDefinition(object: ObjectSchema, view: Definition) {
  const { internal_name: own, label, description, readOnly, builtIn, unique, group } = view;
  const name = hubspotName(object, own);
  if (name === undefined) return undefined;
  return {
    ...{ name, label, ...propertyKind(view), description: description ?? "" },
    groupName: groupName(object, group),
    options: hubspotOptions(object, view, name),
    ...{ displayOrder: -1, calculated: false, externalOptions: isOwner(view) },
    ...(isOwner(view) && { referencedObjectType: "OWNER" }),
    ...{ hasUniqueValue: unique, hidden: false, hubspotDefined: builtIn, formField: !readOnly },
    ...{ dataSensitivity: "non_sensitive", archived: false },
    modificationMetadata: {
      archivable: !builtIn,
      readOnlyDefinition: own in FIELDS,
      readOnlyOptions: isPlace(view),
      readOnlyValue: readOnly,
    },
  };
}

function isOwner({ internal_name: name }: Definition): boolean {
  return name === "owner_id";
}

/** Whether the pipelines say which values the property has. */
function isPlace({ internal_name: name, builtIn }: Definition): boolean {
  return builtIn && (name === "pipeline" || name === "stage");
}

function propertyKind(view: Definition): { readonly type: string; readonly fieldType: string } {
  const [type, fieldType] = KINDS[isPlace(view) || isOwner(view) ? "enumeration" : view.type];
  return { type, fieldType: view.multi ? "checkbox" : fieldType };
}

const BOOLEANS = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

function hubspotOptions(
  { name: type, pipelines }: ObjectSchema,
  view: Definition,
  name: string,
): readonly object[] {
  const { internal_name: own, options } = view;
  const places = own === "stage" ? pipelines.flatMap(({ stages }) => stages) : pipelines;
  const keyed = places.map(({ key, label }) => ({ value: key, label }));
  const given = isPlace(view) ? keyed : view.type === "boolean" ? BOOLEANS : options;
  // Stages of two pipelines may have one key.
  const distinct = given.filter(
    ({ value }, i) => given.findIndex((one) => one.value === value) === i,
  );
  return distinct.map(({ value, label }, displayOrder) => ({
    value: hubspotText(type, name, value),
    ...{ label, displayOrder, hidden: false },
  }));
}

async function listed(call: HubspotCall, object: ObjectSchema) {
  const { data } = await operationsFor(call).properties.list({ plural: object.plural });
  return shownDefinitions(object, data.results);
}

const list: HubspotOperation = {
  method: "GET",
  path: PATH,
  scopes: ["crm.schemas.read"],
  async run(call) {
    const results = await listed(call, objectInPath(call));
    const isArchived = call.query.get("archived") === "true";
    return { status: 200, body: { results: isArchived ? [] : results } };
  },
};

const read: HubspotOperation = {
  method: "GET",
  path: `${PATH}/{propertyName}`,
  scopes: ["crm.schemas.read"],
  run: async (call) => ({ status: 200, body: await readOne(call, call.params.propertyName ?? "") }),
};

async function readOne(
  call: HubspotCall,
  name: string,
  all: ReturnType<typeof listed> = listed(call, objectInPath(call)),
): Promise<object> {
  const object = objectInPath(call);
  const own = ourName(object, name);
  const known = (await all).find((one) => ourName(object, one.name) === own);
  if (known !== undefined) return known;
  // It says what the nearest name is.
  const input = { plural: object.plural, internal_name: own };
  return (await operationsFor(call).properties.read(input)).data;
}

const create: HubspotOperation = {
  method: "POST",
  path: PATH,
  scopes: ["crm.schemas.write"],
  run: async (call) => ({ status: 201, body: await createOne(call, toMembers(call.body)) }),
};

async function createOne(call: HubspotCall, given: Members): Promise<object> {
  const object = objectInPath(call);
  const input = { plural: object.plural, ...newDefinition(object, given) };
  const { data } = await operationsFor(call).properties.create(input);
  return shownDefinition(object, data) ?? {};
}

/**
 * Returns the settings of a property that HubSpot's form describes. It is indexed unless it holds long texts or several
 * values, because clients of HubSpot look up and sort by any property. HubSpot refuses values that are no option, so an
 * enumeration with options is closed.
 */
export function newDefinition(object: Pick<ObjectSchema, "name">, given: Members): Members {
  const { name, options = [], hasUniqueValue, ...settings } = given;
  const type = ourType(given);
  const isList = type === "enumeration";
  const multi = isList && given.fieldType === "checkbox";
  return {
    internal_name: typeof name === "string" ? ourName(object, name) : name,
    ...changesIn(object, settings),
    ...{ type, multi, indexed: !multi && type !== "text" },
    ...(isList && { closed: isNonEmpty(options), options: ourOptions(options) }),
    ...(hasUniqueValue !== undefined && { unique: hasUniqueValue }),
  };
}

function isNonEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

function changesIn(object: Pick<ObjectSchema, "name">, given: Members): Members {
  const { label, description, groupName } = given;
  return {
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(groupName !== undefined && { group: ourGroup(object, groupName) }),
  };
}

/** Returns our type for one of HubSpot. One that there is not stays for the operation. */
function ourType({ type, fieldType, textDisplayHint }: Members): unknown {
  if (type === "bool") return "boolean";
  if (type === "phone_number") return "phone";
  if (type !== "string") return type;
  if (fieldType === "textarea" || fieldType === "html") return "text";
  if (fieldType === "phonenumber") return "phone";
  return textDisplayHint === "email" ? "email" : "string";
}

/** Returns options in their order, without HubSpot's further members. */
function ourOptions(given: unknown): unknown {
  if (!Array.isArray(given)) return given;
  const place = ({ displayOrder: at }: Members) =>
    typeof at === "number" && at >= 0 ? at : Number.MAX_SAFE_INTEGER;
  return given
    .map(toMembers)
    .toSorted((a, b) => place(a) - place(b))
    .map(({ value, label }) => ({ value, label }));
}

const update: HubspotOperation = {
  method: "PATCH",
  path: `${PATH}/{propertyName}`,
  scopes: ["crm.schemas.write"],
  async run(call) {
    const object = objectInPath(call);
    const given = toMembers(call.body);
    const internal_name = ourName(object, call.params.propertyName ?? "");
    const operations = operationsFor(call).properties;
    const one = { plural: object.plural, internal_name };
    const { data: before } = await operations.read(one);
    const isOtherType = given.type !== undefined && given.type !== propertyKind(before).type;
    const { data } = await operations.update({
      ...{ ...one, ...changesIn(object, given) },
      ...(isOtherType && { type: ourType(given) }),
      ...(before.type === "enumeration" &&
        given.options !== undefined && { options: keptOptions(object, before, given.options) }),
    });
    return { status: 200, body: shownDefinition(object, data) ?? {} };
  },
};

/** Returns options with our values, which HubSpot may write in capitals, and colours of those that the property has. */
function keptOptions(object: ObjectSchema, before: Definition, given: unknown): unknown {
  const options = ourOptions(given);
  if (!Array.isArray(options)) return options;
  const name = hubspotName(object, before.internal_name) ?? "";
  const ours = new Map(
    before.options.map((option) => [hubspotText(object.name, name, option.value), option]),
  );
  return options.map(({ value, label }) => ({ ...(ours.get(value) ?? { value }), label }));
}

const archive: HubspotOperation = {
  method: "DELETE",
  path: `${PATH}/{propertyName}`,
  scopes: ["crm.schemas.write"],
  async run(call) {
    await removeOne(call, call.params.propertyName ?? "");
    return { status: 204 };
  },
};

async function removeOne(call: HubspotCall, name: string): Promise<void> {
  const object = objectInPath(call);
  const one = { plural: object.plural, internal_name: ourName(object, name) };
  await operationsFor(call).properties.delete(one);
}

function batch(
  verb: string,
  run: (call: HubspotCall, inputs: readonly Members[]) => Promise<HubspotAnswer>,
): HubspotOperation {
  const path = `${PATH}/batch/${verb}` as const;
  const scopes = [verb === "read" ? "crm.schemas.read" : "crm.schemas.write"];
  return { method: "POST", path, scopes, run: (call) => run(call, inputsIn(call)) };
}

function nameIn({ name }: Members): string {
  return typeof name === "string" ? name : "";
}

export const PROPERTIES: readonly HubspotOperation[] = [
  ...[list, create, read, update, archive],
  batch("create", (call, inputs) => tryEach(call, inputs, 201, (one) => createOne(call, one))),
  batch("read", (call, inputs) => {
    const all = listed(call, objectInPath(call));
    return tryEach(call, inputs, 200, (one) => readOne(call, nameIn(one), all));
  }),
  batch("archive", (call, inputs) => doEach(inputs, (one) => removeOne(call, nameIn(one)))),
];
