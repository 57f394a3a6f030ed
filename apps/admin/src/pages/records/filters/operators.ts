import { choicesOf } from "../../../property/choices.ts";
import { labelOf } from "../../../property/property-types.ts";
import { formatValue } from "../../../property/property-value.tsx";
import type { Schema } from "../../../property/use-schema.ts";
import { CREATED, type Field, filterFields, ID } from "../fields.ts";
import type { Filter, Operator } from "../search.ts";

const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  eq: "is",
  in: "is any of",
  starts_with: "starts with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  known: "has a value",
  unknown: "has no value",
};

const TIME_OPERATOR_LABELS: Partial<Record<Operator, string>> = {
  gt: "is after",
  gte: "is on or after",
  lt: "is before",
  lte: "is on or before",
};

/** Returns the label of an operator for a property. */
export function operatorLabel({ type }: Pick<Field, "type">, operator: Operator): string {
  const isTime = type === "date" || type === "datetime";
  return (isTime ? TIME_OPERATOR_LABELS[operator] : undefined) ?? OPERATOR_LABELS[operator];
}

const PRESENCE = ["known", "unknown"] as const;

/** Returns the operators for a property, most common first. */
export function operatorsOf(field: Field, schema: Schema): readonly Operator[] {
  if (field.name === ID.name) return ["eq", "gt", "lt"];
  if (field.name === CREATED.name) return ["gte", "lt"];
  if (field.type === "boolean") return ["eq", ...PRESENCE];
  if (choicesOf(field, schema) !== null) return ["in", ...PRESENCE];
  switch (field.type) {
    case "number":
      return ["gte", "gt", "lte", "lt", "eq", ...PRESENCE];
    case "date":
      return ["gte", "lt", "eq", ...PRESENCE];
    case "datetime":
      return ["gte", "lt", ...PRESENCE];
    default:
      return ["starts_with", "eq", "in", ...PRESENCE];
  }
}

export function needsValue(operator: Operator): boolean {
  return operator !== "known" && operator !== "unknown";
}

/** Returns a filter as a sentence, such as “Amount is at least 1,000”. */
export function sentenceOf(filter: Filter, schema: Schema): string {
  const field = filterFields(schema).find(({ name }) => name === filter.property);
  const label = field?.label ?? filter.property;
  const words = operatorLabel(field ?? { type: "string" }, filter.operator);
  const values = filter.values ?? (filter.value === undefined ? [] : [filter.value]);
  const texts = values.map((value) => valueText(field, String(value), schema));
  const [only] = texts;
  if (filter.operator === "in" && texts.length === 1) return `${label} is ${only}`;
  return [label, words, texts.join(" or ")].filter((part) => part !== "").join(" ");
}

function valueText(field: Field | undefined, value: string, schema: Schema): string {
  if (field === undefined || field.name === ID.name) return value;
  const choices = choicesOf(field, schema);
  if (choices !== null) return labelOf(choices, value);
  // A URL may hold any value. Shows values unchanged that the server will refuse.
  const isMoment = field.type === "date" || field.type === "datetime";
  if (isMoment && Number.isNaN(Date.parse(value))) return value;
  if (field.type === "number" && !/^-?\d+(\.\d+)?$/.test(value)) return value;
  return formatValue(field, value);
}
