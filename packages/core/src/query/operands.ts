import { quoted } from "../errors.ts";
import type { Operands } from "./conditions.ts";
import type { Field, Scalar } from "./fields.ts";
import type { Fault, GivenFilter } from "./filter-input.ts";
import { comparesOrder, comparesText, type Operator, operandsOf } from "./operators.ts";

/** Returns why an operator does not fit a field; null if it does. */
export function operatorFault(field: Field, operator: Operator): string | null {
  if (comparesText(operator) && field.kind !== "text") {
    return `${operator} compares text, and ${quoted(field.name)} has none.`;
  }
  if (comparesOrder(operator) && field.kind === "boolean") {
    return `${quoted(field.name)} is true or false, which have no order. Use EQ.`;
  }
  return null;
}

/** Checks that a filter has the members that its operator takes, and no others. */
export function checkOperands(operator: Operator, filter: GivenFilter, fault: Fault): boolean {
  const wanted = operandsOf(operator);
  let isComplete = true;
  for (const member of ["value", "highValue", "values"] as const) {
    const isGiven = filter[member] !== undefined;
    if (member === "values" && Array.isArray(filter.values) && filter.values.length === 0) {
      isComplete = false;
      fault(member, "value_missing", "Give at least one value.");
    }
    if (isGiven === wanted.includes(member)) continue;
    isComplete = false;
    const takes = wanted.length === 0 ? "no value" : wanted.map((one) => `"${one}"`).join(" and ");
    if (isGiven) fault(member, "member_not_allowed", `${operator} takes ${takes}.`);
    else fault(member, "value_missing", `${operator} needs ${takes}.`);
  }
  return isComplete;
}

/**
 * Converts the values that an operator takes to keys of the field.
 *
 * @returns null if one is invalid, which `fault` is told, or malformed, which the schema of the request reports
 */
export function readOperands(
  field: Field,
  operator: Operator,
  filter: GivenFilter,
  fault: Fault,
): Operands | null {
  const taken = operandsOf(operator);
  let isValid = true;
  const keysOf = (value: unknown, path: string) => {
    if (value === undefined) return [];
    const parsed = isScalar(value) ? field.parse(value) : null;
    if (parsed?.ok) return parsed.keys;
    isValid = false;
    if (parsed !== null) fault(path, parsed.code, parsed.message);
    return [];
  };
  const keysOfOne = (member: "value" | "highValue") =>
    taken.includes(member) ? keysOf(filter[member], member) : [];
  const keysOfAll = () => {
    if (!taken.includes("values") || filter.values === undefined) return [];
    if (Array.isArray(filter.values)) {
      return [...new Set(filter.values.flatMap((one, i) => keysOf(one, `values.${i}`)))];
    }
    isValid = false;
    return [];
  };
  const operands = {
    value: keysOfOne("value"),
    highValue: keysOfOne("highValue"),
    values: keysOfAll(),
  };
  return isValid ? operands : null;
}

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}
