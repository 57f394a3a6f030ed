import { quoted } from "../schema/property-names.ts";
import type { Operands } from "./conditions.ts";
import type { Field, Scalar } from "./fields.ts";
import type { Fault, FilterInput } from "./filter-input.ts";
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
export function checkOperands(filter: FilterInput, fault: Fault): boolean {
  const { operator } = filter;
  const wanted = operandsOf(operator);
  let isComplete = true;
  for (const member of ["value", "highValue", "values"] as const) {
    const isGiven = filter[member] !== undefined;
    if (member === "values" && filter.values?.length === 0) {
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

/** Converts the values of a filter to keys of the field; null if one is invalid, which `fault` is told. */
export function readOperands(field: Field, filter: FilterInput, fault: Fault): Operands | null {
  let isValid = true;
  const keysOf = (value: Scalar | undefined, path: string) => {
    if (value === undefined) return [];
    const parsed = field.parse(value);
    if (parsed.ok) return parsed.keys;
    isValid = false;
    fault(path, parsed.code, parsed.message);
    return [];
  };
  const operands = {
    value: keysOf(filter.value, "value"),
    highValue: keysOf(filter.highValue, "highValue"),
    values: [...new Set((filter.values ?? []).flatMap((one, i) => keysOf(one, `values.${i}`)))],
  };
  return isValid ? operands : null;
}

export function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}
