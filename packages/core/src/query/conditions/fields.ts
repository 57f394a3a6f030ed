import { isDay, PROPERTY_DEFAULTS, type PropertyDefinition } from "@rapport/model";
import { isTimeZone } from "../../days-in-zone.ts";
import { quoted } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import { clampId } from "../../records/associations/associations.ts";
import { stageProbability } from "../../records/expand.ts";
import { resolvePipeline, resolveStage } from "../../schema/pipelines.ts";
import { parseValue, type StoredValue, type ValueFault } from "../../values/parse-value.ts";
import type { Row } from "./condition.ts";
import { splitZone, timeOperand } from "./times.ts";

export type Scalar = string | number | boolean;

/** What a filter or a sort can name: a property, the id, or a time of the record. */
export interface Field {
  readonly name: string;
  /**
   * Texts are compared without regard to case and have words; true and false have no order. Values that are midnight in
   * UTC are days if the kind is `time`, and moments if it is `moment`.
   */
  readonly kind: "text" | "ordered" | "time" | "moment" | "boolean";
  /** Name of the index that holds its keys, or null. */
  readonly index: string | null;
  readonly isMulti: boolean;
  /** Returns the whole keys of a record's values. */
  readKeys(row: Row): readonly string[];
  /** Returns the whole keys of one value of the property; undefined if they depend on more of the record. */
  readonly keysOfValue?: (value: StoredValue | undefined) => readonly string[];
  /** Definition of the property; null for a field that every record has. */
  readonly definition: PropertyDefinition | null;
  /** Returns the whole keys that a value of a filter stands for; several for a stage's label. */
  parse(value: Scalar): { readonly ok: true; readonly keys: readonly string[] } | FieldFault;
}

export type FieldFault = Pick<ValueFault, "ok" | "message"> & { readonly code: string };

const TEXT_TYPES: ReadonlySet<string> = new Set([
  "string",
  "text",
  "email",
  "phone",
  "url",
  "enumeration",
]);

const KINDS: Partial<Record<string, Field["kind"]>> = { boolean: "boolean", datetime: "time" };

/** Names that every record has besides its properties. */
export const OWN_NAMES: readonly string[] = ["id", "createdAt", "updatedAt"];

/** Returns the field of a name that every record has, or undefined. */
export function ownField(name: string): Field | undefined {
  switch (name) {
    case "id":
      return ID;
    case "createdAt":
      return CREATED_AT;
    case "updatedAt":
      return UPDATED_AT;
    default:
      return undefined;
  }
}

/** Returns the field of a property. */
export function propertyField(object: ObjectSchema, definition: PropertyDefinition): Field {
  const { name } = definition;
  if (object.name === "deal" && name === "probability") return probabilityField(object, definition);
  const keysOfValue = (value: StoredValue | undefined): readonly string[] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.map((one) => wholeKey(definition, one));
    return [wholeKey(definition, value)];
  };
  const isText = TEXT_TYPES.has(definition.type);
  // A filter may look for any text, even one that the property does not allow.
  const parsed: PropertyDefinition = isText
    ? { ...PROPERTY_DEFAULTS, name, type: "text" }
    : { ...definition, multi: false };
  return {
    name,
    kind: isText ? "text" : (KINDS[definition.type] ?? "ordered"),
    index: definition.indexed ? name : null,
    isMulti: definition.multi,
    readKeys: ({ properties }) => keysOfValue(properties[name]),
    keysOfValue,
    definition,
    parse(value) {
      if (definition.type === "datetime") return parseTime(parsed, value);
      const text = parseKey(parsed, value, definition);
      if (!text.ok) return text;
      const keys =
        name === "pipeline" || name === "stage" ? resolvePlaces(object, name, value) : [];
      return {
        ok: true,
        keys: keys.length > 0 ? keys.map((key) => wholeKey(definition, key)) : text.keys,
      };
    },
  };
}

/** Returns the keys of the pipelines or stages that have a key, id or label. */
function resolvePlaces(
  { pipelines }: ObjectSchema,
  name: "pipeline" | "stage",
  value: Scalar,
): readonly string[] {
  const given = String(value);
  if (name === "pipeline") return placeKeys(resolvePipeline(pipelines, given));
  return [...new Set(pipelines.flatMap((pipeline) => placeKeys(resolveStage(pipeline, given))))];
}

function placeKeys(place: { readonly key: string } | null): readonly string[] {
  return place === null ? [] : [place.key];
}

/** A deal's probability is that of its stage, and so in no index. */
function probabilityField(object: ObjectSchema, definition: PropertyDefinition): Field {
  return {
    name: definition.name,
    kind: "ordered",
    index: null,
    isMulti: false,
    readKeys(row) {
      const probability = stageProbability(object, row.properties);
      return probability === null ? [] : [wholeKey(definition, probability)];
    },
    definition,
    parse: (value) => parseKey(definition, value),
  };
}

/** @param keyed property that the key is for */
function parseKey(
  definition: PropertyDefinition,
  value: Scalar,
  keyed = definition,
): ReturnType<Field["parse"]> {
  const parsed = parseValue(definition, value);
  if (!parsed.ok) return { ok: false, code: parsed.code, message: parsed.message };
  if (parsed.value === null || Array.isArray(parsed.value)) {
    const message = `An empty value matches nothing: use HAS_PROPERTY or NOT_HAS_PROPERTY.`;
    return { ok: false, code: "value_missing", message };
  }
  return { ok: true, keys: [wholeKey(keyed, parsed.value)] };
}

/** @param hasDays whether midnight in UTC is a day, or only a date without a time */
function parseTime(
  definition: PropertyDefinition,
  value: Scalar,
  hasDays = true,
): ReturnType<Field["parse"]> {
  const [text, zone] = splitZone(String(value));
  if (zone !== undefined && !isTimeZone(zone)) {
    const message = `There is no time zone ${quoted(zone)}. Example: "2026-11-20[Europe/Berlin]"`;
    return { ok: false, code: "value_invalid", message };
  }
  const parsed = parseKey(definition, typeof value === "string" ? text : value);
  if (!parsed.ok) return parsed;
  const [key = ""] = parsed.keys;
  const isWholeDay = text.length === 10 || (hasDays && isDay(key));
  return { ok: true, keys: [timeOperand(isWholeDay ? key.slice(0, 10) : key, zone)] };
}

const ID: Field = {
  name: "id",
  kind: "ordered",
  index: null,
  isMulti: false,
  readKeys: ({ id }) => [idKey(id)],
  definition: null,
  parse(value) {
    const text = String(value);
    if (typeof value !== "boolean" && /^[0-9]+$/.test(text)) {
      return { ok: true, keys: [idKey(clampId(text))] };
    }
    return { ok: false, code: "value_invalid", message: 'An id is a whole number. Example: "42"' };
  },
};

const CREATED_AT = timeField("createdAt", (row) => row.created_at);
const UPDATED_AT = timeField("updatedAt", (row) => row.updated_at);

function timeField(name: string, readTime: (row: Row) => string): Field {
  const definition: PropertyDefinition = { ...PROPERTY_DEFAULTS, name, type: "datetime" };
  return {
    name,
    kind: "moment",
    index: name,
    isMulti: false,
    readKeys: (row) => [readTime(row)],
    definition: null,
    parse: (value) => parseTime(definition, value, false),
  };
}

/** Ids as texts of one length, so that they sort like numbers. */
function idKey(id: number): string {
  return String(id).padStart(16, "0");
}
