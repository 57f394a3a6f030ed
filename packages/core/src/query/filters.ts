import type { recordScan } from "@rapport/db";
import { PROPERTY_DEFAULTS, type PropertyDefinition } from "@rapport/model";
import { CrmError, type Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { afterPrefix, compareKeys, indexKey } from "../record-index/index-key.ts";
import { parseValue } from "../records/values.ts";
import {
  FORBIDDEN_NAMES,
  forbiddenNameIssue,
  quoted,
  unknownNameIssue,
} from "../schema/property-names.ts";

type KeyRange = recordScan.KeyRange;
type KeyPosition = recordScan.KeyPosition;
type Row = recordScan.ScannedRecord;

export const OPERATORS = [
  "eq",
  "in",
  "starts_with",
  "gt",
  "gte",
  "lt",
  "lte",
  "known",
  "unknown",
] as const;

export type Operator = (typeof OPERATORS)[number];

/** One condition of a table, as in the request. */
export interface RecordFilter {
  /** Internal name of an indexed property, or `id`, or `created_at`. */
  readonly property: string;
  readonly operator: Operator;
  /** For all operators except `in`, `known` and `unknown`. */
  readonly value?: string | number | boolean | undefined;
  /** For `in`. */
  readonly values?: readonly (string | number | boolean)[] | undefined;
}

/** One parsed condition: how to find the records that meet it, and how to test a record. */
export interface Condition {
  readonly property: string;
  /** Ranges of the index that contain exactly the matching records; null if the index cannot answer. */
  readonly keyRanges: readonly KeyRange[] | null;
  /** Range of the ids that can match, if the condition limits them. */
  readonly ids?: recordScan.IdRange;
  /** For a condition on the creation time: whether records were created after or before a time. */
  readonly created?: { readonly side: "after" | "before"; readonly moment: string };
  matches(row: Row): boolean;
}

/** Before and after every id. */
export const LOWEST_ID = 0;
export const HIGHEST_ID = Number.MAX_SAFE_INTEGER;
/** Before and after every position in an index: no key is this long. */
const LOWEST: KeyPosition = ["", LOWEST_ID];
const HIGHEST: KeyPosition = ["\u{10ffff}".repeat(51), HIGHEST_ID];

const MAX_IN_VALUES = 50;

/**
 * Parses the filters of a table.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault: a property that is unknown or not indexed, or an
 *   operator or value that does not fit the property
 */
export function parseFilters(
  schema: ObjectSchema,
  filters: readonly RecordFilter[],
): readonly Condition[] {
  const issues: Issue[] = [];
  const conditions = filters.flatMap((filter, i): Condition[] => {
    const fault = (member: string, code: string, message: string): [] => {
      issues.push({ path: `filters.${i}.${member}`, code, message });
      return [];
    };
    if (filter.property === "id") return idCondition(filter, fault);
    if (filter.property === "created_at") return createdCondition(filter, fault);
    const found = indexedProperty(schema, filter.property, `filters.${i}.property`);
    if ("issue" in found) {
      issues.push(found.issue);
      return [];
    }
    return propertyCondition(found.definition, filter, fault);
  });
  if (issues.length > 0) throw invalidFilters(issues);
  return conditions;
}

export function invalidFilters(issues: readonly Issue[]): CrmError {
  const message = issues.map((issue) => issue.message).join(" ");
  return new CrmError("INVALID_INPUT", message, { issues });
}

/** Finds an indexed property by name. Returns an issue if there is no such property. */
export function indexedProperty(
  schema: ObjectSchema,
  name: string,
  path: string,
): { definition: PropertyDefinition } | { issue: Issue } {
  const definition = schema.properties.get(name);
  if (definition?.indexed) return { definition };
  if (definition !== undefined) {
    const message = `${quoted(name)} is not indexed, so records cannot be filtered or sorted by it. Index it on the schema page.`;
    return { issue: { path, code: "property_not_indexed", message } };
  }
  const issue = FORBIDDEN_NAMES.has(name)
    ? forbiddenNameIssue(name, path)
    : unknownNameIssue(name, schema.properties.keys(), path);
  return { issue };
}

/** Returns the key range of a property's whole index. */
export function wholeIndex(property: string): KeyRange {
  return { property, low: LOWEST, high: HIGHEST };
}

/** Returns the range of the index whose keys start with a text. */
export function prefixRange(definition: PropertyDefinition, text: string): KeyRange {
  const prefix = indexKey(definition, text);
  const end = afterPrefix(prefix);
  return {
    property: definition.name,
    low: [prefix, LOWEST_ID],
    high: end === null ? HIGHEST : [end, LOWEST_ID],
  };
}

/** Returns the keys of a record in the index of a property. */
export function keysOf(definition: PropertyDefinition, row: Row): readonly string[] {
  const value = row.properties[definition.name] ?? null;
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => indexKey(definition, one));
}

export function comparePositions([a, x]: KeyPosition, [b, y]: KeyPosition): number {
  return compareKeys(a, b) || x - y;
}

export function isWithin({ low, high }: KeyRange, position: KeyPosition): boolean {
  return comparePositions(position, low) > 0 && comparePositions(position, high) < 0;
}

type Fault = (member: string, code: string, message: string) => [];

function propertyCondition(
  definition: PropertyDefinition,
  filter: RecordFilter,
  fault: Fault,
): Condition[] {
  const { name: property, type } = definition;
  const { operator } = filter;
  if (operator === "unknown") {
    return [{ property, keyRanges: null, matches: (row) => keysOf(definition, row).length === 0 }];
  }
  if (operator === "known") return [indexCondition(definition, [wholeIndex(property)])];
  const isText = !["number", "boolean", "date", "datetime"].includes(type);
  if (operator === "starts_with" && !isText) {
    return fault(
      "operator",
      "operator_invalid",
      `"starts_with" works only on text; "${property}" is a ${type}.`,
    );
  }
  if (type === "boolean" && operator !== "eq" && operator !== "in") {
    return fault("operator", "operator_invalid", 'A boolean can be filtered only by "eq" or "in".');
  }
  const values = valuesOf(filter, fault);
  const keys: string[] = [];
  for (const value of values) {
    const parsed = isText
      ? { ok: true as const, value: String(value) }
      : parseValue({ ...definition, multi: false }, value);
    if (!parsed.ok) return fault("value", parsed.code, parsed.message);
    if (parsed.value === null || Array.isArray(parsed.value)) {
      return fault(
        "value",
        "value_missing",
        'To find records without a value, use the operator "unknown".',
      );
    }
    keys.push(indexKey(definition, parsed.value));
  }
  if (keys.length === 0) return [];
  const keyRanges =
    operator === "starts_with"
      ? [prefixRange(definition, String(values[0]))]
      : [...new Set(keys)].map((key) => ({ property, ...bounds(operator, key) }));
  return [indexCondition(definition, keyRanges)];
}

/** Creates a condition that the index can answer. */
export function indexCondition(
  definition: PropertyDefinition,
  keyRanges: readonly KeyRange[],
): Condition {
  return {
    property: definition.name,
    keyRanges,
    matches: (row) =>
      keysOf(definition, row).some((key) =>
        keyRanges.some((keyRange) => isWithin(keyRange, [key, row.id])),
      ),
  };
}

function bounds(operator: Operator, key: string): { low: KeyPosition; high: KeyPosition } {
  const before: KeyPosition = [key, LOWEST_ID];
  const after: KeyPosition = [key, HIGHEST_ID];
  switch (operator) {
    case "gt":
      return { low: after, high: HIGHEST };
    case "gte":
      return { low: before, high: HIGHEST };
    case "lt":
      return { low: LOWEST, high: before };
    case "lte":
      return { low: LOWEST, high: after };
    default:
      return { low: before, high: after };
  }
}

function valuesOf(filter: RecordFilter, fault: Fault): readonly (string | number | boolean)[] {
  if (filter.operator !== "in") {
    if (filter.value !== undefined) return [filter.value];
    return fault("value", "value_missing", `"${filter.operator}" needs a value.`);
  }
  const values = filter.values ?? [];
  if (values.length > 0 && values.length <= MAX_IN_VALUES) return values;
  return fault("values", "values_missing", `"in" needs 1 to ${MAX_IN_VALUES} values.`);
}

function idCondition(filter: RecordFilter, fault: Fault): Condition[] {
  const { operator } = filter;
  if (operator === "starts_with" || operator === "known" || operator === "unknown") {
    return fault(
      "operator",
      "operator_invalid",
      '"id" takes the operators eq, in, gt, gte, lt and lte.',
    );
  }
  const values = valuesOf(filter, fault);
  const ids = values.map((value) => (/^[0-9]{1,15}$/.test(String(value)) ? Number(value) : null));
  if (ids.includes(null)) return fault("value", "value_invalid", '"id" must be a whole number.');
  const wanted = ids as number[];
  const [first] = wanted;
  if (first === undefined) return [];
  const range = {
    above: { gt: first, gte: first - 1 }[operator as string] ?? LOWEST_ID,
    below: { lt: first, lte: first + 1 }[operator as string] ?? HIGHEST_ID,
  };
  if (operator === "eq" || operator === "in") {
    range.above = Math.min(...wanted) - 1;
    range.below = Math.max(...wanted) + 1;
  }
  const listed = operator === "in" ? new Set(wanted) : null;
  return [
    {
      property: "id",
      keyRanges: null,
      ids: range,
      matches: ({ id }) => id > range.above && id < range.below && (listed?.has(id) ?? true),
    },
  ];
}

function createdCondition(filter: RecordFilter, fault: Fault): Condition[] {
  const compare = COMPARE[filter.operator];
  if (compare === undefined) {
    return fault(
      "operator",
      "operator_invalid",
      '"created_at" takes the operators gt, gte, lt and lte.',
    );
  }
  const [value] = valuesOf(filter, fault);
  if (value === undefined) return [];
  const parsed = parseValue(CREATED_AT, value);
  if (!parsed.ok) return fault("value", parsed.code, parsed.message);
  const moment = String(parsed.value);
  return [
    {
      property: "created_at",
      keyRanges: null,
      created: { side: filter.operator.startsWith("gt") ? "after" : "before", moment },
      matches: (row) => compare(row.created_at, moment),
    },
  ];
}

const COMPARE: Partial<Record<Operator, (a: string, b: string) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

const CREATED_AT: PropertyDefinition = {
  ...PROPERTY_DEFAULTS,
  name: "created_at",
  label: "Created",
  type: "datetime",
  readOnly: true,
  builtIn: true,
};
