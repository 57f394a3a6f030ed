import { CrmError } from "../../../errors.ts";
import { associationTypes } from "../../../hubspot/association-types.ts";
import { freePlural, toKey } from "../../../hubspot/bring-types.ts";
import { hubspotName, hubspotTypeId, ourName } from "../../../hubspot/names.ts";
import type { ObjectSchema, ProjectSchema } from "../../../object-schema.ts";
import { operationsFor } from "../../app.ts";
import {
  type HubspotCall,
  type HubspotOperation,
  type Members,
  objectInPath,
  textsIn,
  toMembers,
  tooMany,
  toText,
} from "../operation.ts";
import { MAX_INPUTS } from "../several.ts";
import { newDefinition, shownDefinitions } from "./properties.ts";

/** Schemas at their path, and at the older one. */
const PATHS = [{ path: "/crm-object-schemas/v3/schemas" }, { path: "/crm/v3/schemas" }] as const;

/** Returns a type in HubSpot's form, without its properties and associations. */
function shownType({ principal }: HubspotCall, object: ObjectSchema): object {
  const { name, title, pluralTitle, description, nameProperties, rules, builtIn } = object;
  const theirs = (names: readonly string[]) =>
    names.flatMap((one) => hubspotName(object, one) ?? []);
  const id = hubspotTypeId(object);
  const [first, ...rest] = theirs(nameProperties.flat());
  const indexed = [...object.properties.values()].filter((one) => one.indexed);
  return {
    ...{ id, objectTypeId: id, name, labels: { singular: title, plural: pluralTitle } },
    fullyQualifiedName: builtIn ? name.toUpperCase() : `p${principal.projectId}_${name}`,
    ...{ portalId: principal.projectId, description, archived: false },
    metaType: builtIn ? "HUBSPOT" : "PORTAL_SPECIFIC",
    ...(first !== undefined && { primaryDisplayProperty: first }),
    secondaryDisplayProperties: rest,
    // Of a set of properties, any one will do.
    requiredProperties: (rules.required ?? []).flatMap((set) =>
      set.length === 1 ? theirs(set) : [],
    ),
    searchableProperties: theirs(indexed.map((one) => one.name)),
  };
}

async function shownSchema(call: HubspotCall, object: ObjectSchema): Promise<object> {
  const { data } = await operationsFor(call).properties.list({ plural: object.plural });
  return {
    ...shownType(call, object),
    properties: shownDefinitions(object, data.results),
    associations: object.schema.types.flatMap((other) => [
      ...shownAssociations(object, other),
      ...(other === object ? [] : shownAssociations(other, object)),
    ]),
  };
}

function shownAssociations(object: ObjectSchema, other: ObjectSchema): readonly object[] {
  return associationTypes(object, other).map(({ typeId, name }) => ({
    ...{ id: toText(typeId), name },
    ...{ fromObjectTypeId: hubspotTypeId(object), toObjectTypeId: hubspotTypeId(other) },
  }));
}

type Run = HubspotOperation["run"];

const list: Run = async (call) => {
  const { data } = await operationsFor(call).types.list({});
  const custom = data.results.filter(({ builtIn }) => !builtIn);
  const own = custom.flatMap(({ name }) => call.schema.objects.get(name) ?? []);
  const isArchived = call.query.get("archived") === "true";
  const shown = isArchived ? [] : own.map((object) => shownSchema(call, object));
  return { status: 200, body: { results: await Promise.all(shown) } };
};

const read: Run = async (call) => ({
  status: 200,
  body: await shownSchema(call, objectInPath(call)),
});

const readMany: Run = async (call) => {
  const names = new Set(textsIn(toMembers(call.body).inputs));
  if (names.size > MAX_INPUTS) throw tooMany("inputs", MAX_INPUTS, "schemas");
  const found = new Set(
    [...names].map((name) => objectInPath({ ...call, params: { objectType: name } })),
  );
  const results = await Promise.all([...found].map((object) => shownSchema(call, object)));
  return { status: 200, body: { results } };
};

/** Settings of a type that HubSpot's form has; those that are left out stay as they are. */
function settingsIn(object: Pick<ObjectSchema, "name">, given: Members): Members {
  const { labels, description, primaryDisplayProperty, secondaryDisplayProperties } = given;
  const { singular, plural } = toMembers(labels);
  const ours = (name: string) => ourName(object, name);
  const naming = [...textsIn([primaryDisplayProperty]), ...textsIn(secondaryDisplayProperties)];
  const { requiredProperties: required } = given;
  return {
    ...(singular !== undefined && { label: singular }),
    ...(plural !== undefined && { pluralLabel: plural }),
    ...(description !== undefined && { description }),
    ...(naming.length > 0 && { nameProperties: naming.map((name) => [ours(name)]) }),
    ...(Array.isArray(required) && { required: textsIn(required).map((name) => [ours(name)]) }),
  };
}

/** A type has pipelines if the request says `hasPipeline`, which HubSpot's form lacks. */
const create: Run = async (call) => {
  const given = toMembers(call.body);
  const name = typeof given.name === "string" ? toKey(given.name) : given.name;
  const properties = Array.isArray(given.properties) ? given.properties.map(toMembers) : [];
  const own = { name: toText(name) ?? "" };
  const { plural } = toMembers(given.labels);
  const settings = {
    ...{ label: name, pluralLabel: name, ...settingsIn(own, given), name },
    plural: freePlural(call.schema, own.name, typeof plural === "string" ? plural : null),
    properties: properties.map((one) => newDefinition(own, one)),
    ...(given.hasPipeline !== undefined && { hasPipeline: given.hasPipeline }),
  };
  await operationsFor(call).types.create(settings);
  const object = (await renewed(call)).object(own.name);
  return { status: 201, body: await shownSchema(call, object) };
};

function renewed({ deps, principal }: HubspotCall): Promise<ProjectSchema> {
  return deps.schemas.renew(principal.projectId);
}

const update: Run = async (call) => {
  const object = objectInPath(call);
  const given = toMembers(call.body);
  const { plural } = object;
  const settings = settingsIn(object, given);
  const cleared = given.clearDescription === true ? { description: null } : {};
  await operationsFor(call).types.update({ plural, ...settings, ...cleared });
  const after = (await renewed(call)).object(object.name);
  return { status: 200, body: shownType(call, after) };
};

const archive: Run = async (call) => {
  await operationsFor(call).types.delete({ plural: objectInPath(call).plural });
  return { status: 204 };
};

/** Any two types may be associated, so there is nothing to add. */
const associate: Run = async (call) => {
  const { fromObjectTypeId, toObjectTypeId } = toMembers(call.body);
  const [object, other] = [fromObjectTypeId, toObjectTypeId].map((id) =>
    objectInPath({ ...call, params: { objectType: toText(id) ?? "" } }),
  ) as [ObjectSchema, ObjectSchema];
  await operationsFor(call).associationLabels.list({
    ...{ plural: object.plural, toPlural: other.plural },
  });
  return { status: 201, body: shownAssociations(object, other)[0] as object };
};

const dissociate: Run = async () => {
  throw new CrmError("CONFLICT", "Any two types may be associated. That cannot be removed.");
};

const READ = { scopes: ["crm.schemas.read"] } as const;
const WRITE = { scopes: ["crm.schemas.write"] } as const;

export const SCHEMAS: readonly HubspotOperation[] = PATHS.flatMap(
  ({ path, ...more }): readonly HubspotOperation[] => [
    { method: "GET", path, ...more, ...READ, run: list },
    { method: "POST", path, ...more, ...WRITE, run: create },
    { method: "POST", path: `${path}/batch/read`, ...more, ...READ, run: readMany },
    { method: "GET", path: `${path}/{objectType}`, ...more, ...READ, run: read },
    { method: "PATCH", path: `${path}/{objectType}`, ...more, ...WRITE, run: update },
    { method: "DELETE", path: `${path}/{objectType}`, ...more, ...WRITE, run: archive },
    {
      method: "POST",
      path: `${path}/{objectType}/associations`,
      ...more,
      ...WRITE,
      run: associate,
    },
    {
      ...{ method: "DELETE", path: `${path}/{objectType}/associations/{id}`, ...more, ...WRITE },
      run: dissociate,
    },
  ],
);
