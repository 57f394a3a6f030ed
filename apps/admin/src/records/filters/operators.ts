import { propertyChoices } from "../../property/choices.ts";
import { type Choice, choiceLabel } from "../../property/property-types.ts";
import { formatValue } from "../../property/property-value.tsx";
import type { Schema } from "../../property/use-schema.ts";
import { formatDay } from "../../ui/values/format.ts";
import { associatedType, CREATED, type Field, filterFields, ID, UPDATED } from "../fields.ts";
import type { Filter, Operator } from "../search.ts";
import { filterTime, isDate } from "./days.ts";
import { periodWords } from "./period.ts";

const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  eq: "is",
  neq: "is not",
  in: "is any of",
  not_in: "is none of",
  between: "is between",
  contains: "contains the word",
  not_contains: "does not contain the word",
  starts_with: "starts with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  known: "has a value",
  unknown: "has no value",
  within: "is relative to today",
};

const TIME_OPERATOR_LABELS: Partial<Record<Operator, string>> = {
  eq: "is on",
  neq: "is not on",
  gt: "is after",
  gte: "is on or after",
  lt: "is before",
  lte: "is on or before",
};

const ASSOCIATION_OPERATOR_LABELS: Partial<Record<Operator, string>> = {
  known: "is associated",
  unknown: "is not associated",
};

/** Returns the label of an operator for a property. */
export function operatorLabel(field: Pick<Field, "type" | "name">, operator: Operator): string {
  const ofAssociation = associatedType(field) && ASSOCIATION_OPERATOR_LABELS[operator];
  if (ofAssociation) return ofAssociation;
  return (isTime(field) ? TIME_OPERATOR_LABELS[operator] : undefined) ?? OPERATOR_LABELS[operator];
}

const PRESENCE = ["known", "unknown"] as const;
const WORDS = ["contains", "not_contains"] as const;

/** Returns the operators for a property, most common first. */
export function listOperators(field: Field, schema: Schema): readonly Operator[] {
  if (associatedType(field) !== null) return ["in", ...PRESENCE];
  if (field.name === ID.name) return ["eq", "gt", "lt", "between"];
  if (field.name === CREATED.name || field.name === UPDATED.name)
    return ["within", "eq", "gte", "gt", "lt", "lte", "between"];
  if (field.type === "boolean") return ["eq", ...PRESENCE];
  if (propertyChoices(field, schema) !== null) return ["in", "not_in", ...PRESENCE];
  switch (field.type) {
    case "number":
      return ["gte", "gt", "lte", "lt", "between", "eq", "neq", ...PRESENCE];
    case "date":
    case "datetime":
      return ["within", "eq", "gte", "gt", "lt", "lte", "between", "neq", ...PRESENCE];
    default:
      return ["starts_with", ...WORDS, "eq", "neq", "in", "not_in", ...PRESENCE];
  }
}

/** Returns what is wrong with an operator that a link has, and that its property does not take. */
export function operatorFault(field: Field, operator: Operator): string {
  return `“${operatorLabel(field, operator)}” does not apply to ${field.label}.`;
}

/** Returns whether a property holds times, which periods compare. */
export function isTime({ type }: Pick<Field, "type">): boolean {
  return type === "date" || type === "datetime";
}

export function needsValue(operator: Operator): boolean {
  return operator !== "known" && operator !== "unknown";
}

/** A filter as a sentence: its property, its condition and its values. */
export interface Sentence {
  readonly label: string;
  readonly words: string;
  readonly values: readonly Pick<Choice, "label" | "color">[];
  /** What is between two values. */
  readonly joint: string;
}

/** Returns the text of a sentence, such as “Amount is at least 1,000”. */
export function sentenceText({ label, words, values, joint }: Sentence): string {
  const texts = values.map((value) => value.label).join(joint);
  return [label, words, texts].filter((part) => part !== "").join(" ");
}

/**
 * Returns a filter as a sentence.
 *
 * @param names names of associated records by id
 */
export function filterSentence(
  filter: Filter,
  schema: Schema,
  names: ReadonlyMap<string, string>,
): Sentence {
  const field = filterFields(schema).find(({ name }) => name === filter.property);
  const label = field?.label ?? filter.property;
  const words = operatorLabel(field ?? { type: "string", name: "" }, filter.operator);
  const isAssociation = field !== undefined && associatedType(field) !== null;
  const values = filter.values ?? (filter.value === undefined ? [] : [filter.value]);
  const texts = values.map((value, i) => {
    const text = String(value);
    if (isAssociation) return names.get(text) ?? `#${text}`;
    if (field?.type !== "datetime") return valueText(field, text, schema);
    const time = filterTime(text, filter.operator, i);
    return isDate(time) ? formatDay(time) : valueText(field, time, schema);
  });
  const joint = filter.operator === "between" ? " and " : " or ";
  if (filter.operator === "within") {
    return { label, words: `is ${periodWords(String(filter.value))}`, values: [], joint };
  }
  const isOne = filter.operator === "in" && texts.length === 1;
  const choices = field === undefined ? null : propertyChoices(field, schema);
  return {
    label,
    words: isOne ? "is" : words,
    values: texts.map((label, i) => ({
      label,
      color: choices?.find(({ value }) => value === String(values[i]))?.color,
    })),
    joint,
  };
}

function valueText(field: Field | undefined, value: string, schema: Schema): string {
  if (field === undefined || field.name === ID.name) return value;
  const choices = propertyChoices(field, schema);
  if (choices !== null) return choiceLabel(choices, value);
  // A URL may hold any value. Shows values unchanged that the server will refuse.
  if (isTime(field) && Number.isNaN(Date.parse(value))) return value;
  if (field.type === "number" && !/^-?\d+(\.\d+)?$/.test(value)) return value;
  return formatValue(field, value);
}
