import { type Issue, MAX_ISSUES } from "../../errors.ts";
import {
  type AssociationType,
  associationTypeNamed,
  associationTypes,
} from "../../hubspot/association-types.ts";
import { givenValue, toIsoTime } from "../../hubspot/convert.ts";
import { hubspotText, ourText, type ShownValue } from "../../hubspot/forms.ts";
import { hubspotName, ourName, typeAt } from "../../hubspot/names.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { cursorAfterAssociated } from "../../records/associations/associated.ts";
import {
  type HubspotCall,
  MAX_NAMED,
  makePaging,
  namedType,
  toMembers,
  tooManyIssue,
  toText,
} from "./operation.ts";

/** Fields of every record that are properties to clients of HubSpot. */
const FIELDS = ["id", "createdAt", "updatedAt"] as const;
type Field = (typeof FIELDS)[number];

/** What HubSpot returns of a record if the request names no properties, besides the fields. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  contact: ["email", "firstname", "lastname"],
  company: ["domain", "name"],
  deal: ["amount", "closedate", "createdate", "dealname", "dealstage", "pipeline"],
  ticket: [
    ...["content", "createdate", "hs_pipeline", "hs_pipeline_stage", "hs_ticket_category"],
    ...["hs_ticket_priority", "subject"],
  ],
};

/** Properties to show of records: HubSpot's names with ours. */
export type Shown = ReadonlyMap<string, string>;

/**
 * Returns the properties that a request names, or those that HubSpot returns if it names none. Leaves out those that the type
 * does not have, as HubSpot does.
 */
export function shownProperties(object: ObjectSchema, names: readonly string[]): Shown {
  const usual = Object.hasOwn(USUAL, object.name) ? USUAL[object.name] : [];
  return propertiesNamed(object, names.length > 0 ? names : (usual ?? []));
}

/** Returns the properties of a type that have these names of HubSpot, and the fields that every record has. */
export function propertiesNamed(object: ObjectSchema, names: readonly string[]): Shown {
  const fields = FIELDS.flatMap((field) => hubspotName(object, field) ?? []);
  const pairs = [...names, ...fields].map((name) => [name, ourName(object, name)] as const);
  return new Map(pairs.filter(([, own]) => isField(own) || object.properties.has(own)));
}

/** Stands after a name that no property has. No name of a property can end so, and messages leave it out. */
export const NOT_THEIRS = "\u0000";

export function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name);
}

/** Returns the names by which operations read these properties. */
export function namesToRead(...shown: readonly Shown[]): readonly string[] {
  const names = shown.flatMap((one) => [...one.values()]);
  return [...new Set(names.filter((name) => !isField(name)))];
}

/** A record as operations return it. For a token that may not read it, it has no properties. */
export interface GivenRecord {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt?: string | undefined;
  readonly properties?: Readonly<Record<string, ShownValue>>;
  readonly associations?: Associations | null;
  /** Types whose list in `associations` is not complete. */
  readonly associationsTruncated?: readonly string[] | undefined;
}

type Associations = Readonly<
  Record<string, readonly { readonly id: string; readonly type: string }[]>
>;

/** Returns a record in HubSpot's form. */
export function shownRecord(
  call: HubspotCall,
  object: ObjectSchema,
  record: GivenRecord,
  shown: Shown,
): object {
  const { id, createdAt, updatedAt, deletedAt, associations } = record;
  const values: Record<string, string | null> = {};
  for (const [name, own] of shown) values[name] = shownValue(object, record, name, own);
  return {
    id: toText(id),
    properties: values,
    createdAt,
    updatedAt,
    archived: deletedAt !== undefined,
    ...(deletedAt !== undefined && { archivedAt: deletedAt }),
    ...(associations && shownAssociations(call, object, { ...record, associations })),
  };
}

/**
 * Returns a record after a write: with every property that has a value, and those that were written, by the names that the
 * request has.
 */
export function writtenRecord(
  call: HubspotCall,
  object: ObjectSchema,
  record: GivenRecord,
  written: unknown,
): object {
  const { properties } = record;
  const names = Object.keys(properties ?? {}).flatMap((own) => hubspotName(object, own) ?? []);
  const given = properties === undefined ? [] : Object.keys(toMembers(written));
  return shownRecord(call, object, record, propertiesNamed(object, [...names, ...given]));
}

function shownValue(
  object: ObjectSchema,
  { properties = {}, ...record }: GivenRecord,
  name: string,
  own: string,
): string | null {
  if (isField(own)) return toText(record[own]);
  return hubspotText(object.name, name, Object.hasOwn(properties, own) ? properties[own] : null);
}

/** Returns the plurals of the types in a list that the caller may read. HubSpot ignores the others too. */
export function associatedTypes(
  { schema, principal }: Pick<HubspotCall, "schema" | "principal">,
  names: readonly string[],
): readonly string[] | undefined {
  const types = names.flatMap((name) => typeAt(schema, name)?.plural ?? []);
  const readable = types.filter((plural) => principal.scopes.has(`crm.${plural}.read`));
  return readable.length === 0 ? undefined : [...new Set(readable)];
}

/** Lists associations by the plural of their type. HubSpot names the plain one after both types, in their direction. */
function shownAssociations(
  call: HubspotCall,
  object: ObjectSchema,
  record: GivenRecord & { readonly associations: Associations },
): object {
  const { id, associationsTruncated = [] } = record;
  const lists = Object.entries(record.associations).flatMap(([type, entries]) => {
    const last = entries.at(-1);
    if (last === undefined) return [];
    const other = call.schema.object(type);
    const plain = [`${object.name}_to_${other.name}`, `${other.name}_to_${object.name}`];
    const results = entries.map((entry) => ({
      id: entry.id,
      type: plain.includes(entry.type) ? plain[0] : entry.type,
    }));
    const isCut = associationsTruncated.includes(type);
    const path = `/crm/v4/objects/${object.plural}/${id}/associations/${other.plural}`;
    const after = isCut
      ? cursorAfterAssociated(call, { object, id }, other, Number(last.id))
      : null;
    const rest = { ...call, path, query: new URLSearchParams() };
    return [[other.plural, { results, ...makePaging(rest, after) }]];
  });
  return lists.length === 0 ? {} : { associations: Object.fromEntries(lists) };
}

/**
 * Returns properties that a client of HubSpot writes, in our names and forms. Operations refuse those that are no properties
 * here.
 *
 * @param given of any shape
 */
export function writtenProperties(object: ObjectSchema, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  // Of two names of a property, the usual one counts: the text of an email, and not its HTML.
  const isUsual = (name: string) => hubspotName(object, ourName(object, name)) === name;
  const entries = Object.entries(given).toSorted(
    ([a], [b]) => Number(isUsual(a)) - Number(isUsual(b)),
  );
  const values = entries.map(([name, value]) => [
    isOnlyOurs(object, name) ? `${name}${NOT_THEIRS}` : ourName(object, name),
    ourValue(object, name, value),
  ]);
  return Object.fromEntries(values);
}

/** Whether a name is Rapport's, and HubSpot calls the property otherwise. To its clients, it is unknown. */
function isOnlyOurs(object: ObjectSchema, name: string): boolean {
  const theirs = hubspotName(object, name);
  return ourName(object, name) === name && theirs !== undefined && theirs !== name;
}

/** Returns a value that a client of HubSpot writes or looks for, in our form. A wrong one stays for the operation. */
export function ourValue(object: ObjectSchema, name: string, given: unknown): unknown {
  const theirs = toText(given);
  if (theirs === undefined) return given;
  const own = ourName(object, name);
  if (isField(own)) return own === "id" ? given : toIsoTime(theirs);
  const definition = object.properties.get(own);
  const text = ourText(object.name, name, theirs);
  if (definition === undefined || text === null || text === "") return text;
  return givenValue(definition, text);
}

/** What HubSpot's number of an association means for a type. */
interface Meaning {
  readonly other: ObjectSchema;
  readonly type: AssociationType;
}

/** The `associations` of a create in our form, and what is wrong with them that the operation cannot see. */
interface OurAssociations {
  readonly associations?: unknown;
  readonly faults: readonly Issue[];
}

/**
 * Returns a function that converts the `associations` of a create to the input of our operations. It accepts any shape.
 * HubSpot's number determines the type of the other record. If the inputs of a batch have many faults, each of the others
 * reports one.
 */
export function associationsFor(
  { schema }: Pick<HubspotCall, "schema">,
  object: ObjectSchema,
): (given: unknown, path: string) => OurAssociations {
  const meanings = new Map<string, Meaning | undefined>();
  const findMeaning = (number: string) => {
    if (meanings.size === 0) {
      for (const other of schema.types) {
        for (const type of associationTypes(object, other)) {
          meanings.set(toText(type.typeId), { other, type });
        }
      }
    }
    if (!meanings.has(number)) meanings.set(number, findPrimary(schema.types, object, number));
    return meanings.get(number);
  };
  let found = 0;
  return (given, path) => {
    if (given === undefined || given === null) return { faults: [] };
    if (!Array.isArray(given)) return { associations: given, faults: [] };
    const associations: object[] = [];
    const faults: Issue[] = [];
    const isEnough = () => faults.length > 0 && found + faults.length > MAX_ISSUES;
    for (const [i, { to, types }] of given
      .slice(0, MAX_NAMED + 1)
      .map(toMembers)
      .entries()) {
      const { id } = toMembers(to);
      const named = Array.isArray(types) && types.length > 0 ? types : [undefined];
      if (associations.length + named.length > MAX_NAMED) {
        faults.push(tooManyIssue(path, MAX_NAMED, "associations, with all their types,"));
        break;
      }
      for (const [place, one] of named.entries()) {
        if (isEnough()) break;
        const { associationTypeId: number } = toMembers(one);
        const meaning = findMeaning(toText(number) ?? "");
        if (meaning === undefined) {
          faults.push(unknownNumber(object, number, `${path}.${i}.types.${place}`));
        } else {
          const target = { to: { object: meaning.other.name, id: toText(id) ?? id } };
          const { label, name } = meaning.type;
          associations.push(label === null ? target : { ...target, type: name });
        }
      }
    }
    found += faults.length;
    return { associations, faults };
  };
}

function unknownNumber({ plural }: ObjectSchema, given: unknown, path: string): Issue {
  const where = `GET /crm/v4/associations/${plural}/{toObjectType}/labels has the numbers.`;
  const message = `${namedType(given)} doesn't exist from ${plural}. ${where}`;
  return { path, code: "association_type_unknown", message };
}

/** Looks for the number of a primary record, which only HubSpot's own pairs have. Others are not looked for one by one. */
function findPrimary(
  types: readonly ObjectSchema[],
  object: ObjectSchema,
  number: string,
): Meaning | undefined {
  if (!object.builtIn || !/^\d{1,4}$/.test(number)) return undefined;
  for (const other of types) {
    const type = other.builtIn ? associationTypeNamed(object, other, number) : undefined;
    if (type !== undefined) return { other, type };
  }
  return undefined;
}
