/** Operators of a search (docs/search.md). */
export const OPERATORS = [
  "EQ",
  "NEQ",
  "LT",
  "LTE",
  "GT",
  "GTE",
  "BETWEEN",
  "IN",
  "NOT_IN",
  "HAS_PROPERTY",
  "NOT_HAS_PROPERTY",
  "CONTAINS_TOKEN",
  "NOT_CONTAINS_TOKEN",
] as const;

/** `STARTS_WITH` is for the tables of the admin app. The API does not offer it. */
export type Operator = (typeof OPERATORS)[number] | "STARTS_WITH";

export type OperandName = "value" | "highValue" | "values";

const BY_ORDER: ReadonlySet<Operator> = new Set(["LT", "LTE", "GT", "GTE", "BETWEEN"]);
const BY_TEXT: ReadonlySet<Operator> = new Set([
  "CONTAINS_TOKEN",
  "NOT_CONTAINS_TOKEN",
  "STARTS_WITH",
]);

export function isOperator(value: unknown): value is Operator {
  return value === "STARTS_WITH" || OPERATORS.includes(value as (typeof OPERATORS)[number]);
}

/** Returns the members that a filter with this operator has besides its name and operator. */
export function operandsOf(operator: Operator): readonly OperandName[] {
  switch (operator) {
    case "HAS_PROPERTY":
    case "NOT_HAS_PROPERTY":
      return [];
    case "IN":
    case "NOT_IN":
      return ["values"];
    case "BETWEEN":
      return ["value", "highValue"];
    default:
      return ["value"];
  }
}

export function comparesOrder(operator: Operator): boolean {
  return BY_ORDER.has(operator);
}

export function comparesText(operator: Operator): boolean {
  return BY_TEXT.has(operator);
}
