import { type Issue, quoted } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { unknownLabelIssue } from "../records/associations/associations.ts";
import { type AssociationKind, kindNamed, plainKind } from "../records/associations/kinds.ts";
import { keyNames } from "../records/record-key.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import {
  ASSOCIATIONS_PREFIX,
  associationCondition,
  parseAssociatedType,
} from "./conditions/association-conditions.ts";
import {
  type Condition,
  comparesOrder,
  comparesText,
  type Group,
  isOperator,
  OPERATORS,
  type Operator,
  operandNames,
} from "./conditions/condition.ts";
import { keyCondition, type Operands } from "./conditions/conditions.ts";
import {
  type Field,
  OWN_NAMES,
  ownField,
  propertyField,
  type Scalar,
} from "./conditions/fields.ts";
import { tokenCondition } from "./conditions/word-conditions.ts";
import { rankOptions, type Sort } from "./search/search-context.ts";

/** Reads the filters of one object type. Collects the issues of all of them. */
export interface FilterReader {
  readonly issues: readonly Issue[];
  /**
   * Returns the conditions of filters, without those that have an issue. Of a malformed filter, it checks the members
   * that are well-formed; the schema of the request reports the others.
   */
  read(filters: readonly unknown[], path: string): Group;
}

/** Creates a reader of the filters of one type. */
export function filterReader(object: ObjectSchema): FilterReader {
  const issues: Issue[] = [];
  return {
    issues,
    read: (filters, path) =>
      filters.flatMap((filter, i): Condition[] => {
        if (!isFilter(filter)) return [];
        const at = `${path}.${i}`;
        const fault: Fault = (member, code, message, more) => {
          issues.push({ path: `${at}.${member}`, code, message, ...more });
          return null;
        };
        const condition = readFilter(object, { filter, at }, fault, (issue) => issues.push(issue));
        return condition === null ? [] : [condition];
      }),
  };
}

function readFilter(
  object: ObjectSchema,
  { filter, at }: { readonly filter: GivenFilter; readonly at: string },
  fault: Fault,
  add: (issue: Issue) => void,
): Condition | null {
  const { internal_name: name, operator } = filter;
  const isKnown = isOperator(operator);
  const hasOperands = isKnown && checkOperands(operator, filter, fault);
  if (name.startsWith(ASSOCIATIONS_PREFIX)) {
    const other = parseAssociatedType(object, name, `${at}.internal_name`);
    if ("code" in other) {
      add(other);
      return null;
    }
    const association = readLabel(object, other, filter, `${at}.type`);
    if ("code" in association) {
      add(association);
      return null;
    }
    const condition = isKnown ? readAssociation(association, operator, filter, fault) : null;
    return hasOperands ? condition : null;
  }
  const field = findField(object, name, `${at}.internal_name`);
  if ("code" in field) {
    add(field);
    return null;
  }
  if (filter.type !== undefined) {
    const message = "Only a filter on associations takes a label. Leave `type` out.";
    return fault("type", "label_not_allowed", message);
  }
  if (!isKnown) return null;
  const misused = operatorFault(field, operator);
  if (misused !== null) {
    const allowed = OPERATORS.filter((one) => operatorFault(field, one) === null);
    return fault("operator", "operator_invalid", misused, { allowed });
  }
  const operands = readOperands(field, operator, filter, fault);
  if (operands === null || !hasOperands) return null;
  if (operator !== "CONTAINS_TOKEN" && operator !== "NOT_CONTAINS_TOKEN") {
    return keyCondition(field, operator, operands);
  }
  const isNegated = operator === "NOT_CONTAINS_TOKEN";
  const condition = tokenCondition(field, String(filter.value), isNegated);
  return "code" in condition ? fault("value", condition.code, condition.message) : condition;
}

/** Finds what a filter or a sort names. Returns an issue for an unknown or forbidden name. */
function findField(object: ObjectSchema, name: string, path: string): Field | Issue {
  const own = ownField(name);
  if (own !== undefined) return own;
  const definition = object.properties.get(name);
  if (definition !== undefined) return propertyField(object, definition);
  if (FORBIDDEN_NAMES.has(name)) return forbiddenNameIssue(name, path, OWN_NAMES);
  return unknownNameIssue(name, [...object.properties.keys(), ...OWN_NAMES], path);
}

/**
 * Finds what a search is sorted by: the id (then `field` is null), a time of the record, or an indexed property
 * with a single value. Returns an issue for any other name.
 */
export function parseSort(
  object: ObjectSchema,
  name: string,
  path: string,
): { readonly field: Sort["by"] } | Issue {
  if (name === "id") return { field: null };
  const field = findField(object, name, path);
  if ("code" in field) return field;
  const { index } = field;
  const allowed = [...OWN_NAMES, ...keyNames(object)];
  if (field.isMulti) {
    const message = `${quoted(name)} can have several values, so records cannot be sorted by it.`;
    return { path, code: "property_multi_value", message, allowed };
  }
  if (index !== null) {
    const { definition } = field;
    const ranks = definition === null ? null : rankOptions(object, definition);
    return { field: { ...field, index, ranks } };
  }
  const message = field.definition?.readOnly
    ? `${quoted(name)} is derived, so records cannot be sorted by it.`
    : `${quoted(name)} is not indexed, so records cannot be sorted by it. An admin can index it on the schema page.`;
  return { path, code: "property_not_indexed", message, allowed };
}

/** Returns what the associations of a filter must be: the plain kind, or the label that it names. */
function readLabel(
  object: ObjectSchema,
  other: ObjectSchema,
  { type }: GivenFilter,
  path: string,
): AssociationKind | Issue {
  if (typeof type !== "string") return plainKind(object, other);
  return kindNamed(object, other, type) ?? unknownLabelIssue(object, other, type, path);
}

function readAssociation(
  association: AssociationKind,
  operator: Operator,
  filter: GivenFilter,
  fault: Fault,
): Condition | null {
  const id = ownField("id") as Field;
  const operands = readOperands(id, operator, filter, fault);
  const ids = operands === null ? [] : [...operands.value, ...operands.values].map(Number);
  const condition = associationCondition(association, operator, ids);
  if (condition !== null) return operands === null ? null : condition;
  const message = "Associations are compared by EQ, IN, HAS_PROPERTY or NOT_HAS_PROPERTY.";
  const allowed = ["EQ", "IN", "HAS_PROPERTY", "NOT_HAS_PROPERTY"];
  return fault("operator", "operator_invalid", message, { allowed });
}

/** Returns why an operator does not fit a field; null if it does. */
function operatorFault(field: Field, operator: Operator): string | null {
  if (comparesText(operator) && field.kind !== "text") {
    return `${operator} compares text, and ${quoted(field.name)} has none.`;
  }
  if (comparesOrder(operator) && field.kind === "boolean") {
    return `${quoted(field.name)} is true or false, which have no order. Use EQ.`;
  }
  return null;
}

/** Checks that a filter has the members that its operator takes, and no others. */
function checkOperands(operator: Operator, filter: GivenFilter, fault: Fault): boolean {
  const wanted = operandNames(operator);
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
function readOperands(
  field: Field,
  operator: Operator,
  filter: GivenFilter,
  fault: Fault,
): Operands | null {
  const taken = operandNames(operator);
  let isValid = true;
  const parseKeys = (value: unknown, path: string) => {
    if (value === undefined) return [];
    const parsed = isScalar(value) ? field.parse(value) : null;
    if (parsed?.ok) return parsed.keys;
    isValid = false;
    if (parsed !== null) fault(path, parsed.code, parsed.message);
    return [];
  };
  const keysOfOne = (member: "value" | "highValue") =>
    taken.includes(member) ? parseKeys(filter[member], member) : [];
  const keysOfAll = () => {
    if (!taken.includes("values") || filter.values === undefined) return [];
    if (Array.isArray(filter.values)) {
      return [...new Set(filter.values.flatMap((one, i) => parseKeys(one, `values.${i}`)))];
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

function isFilter(filter: unknown): filter is GivenFilter {
  return (
    typeof filter === "object" &&
    filter !== null &&
    typeof (filter as Partial<GivenFilter>).internal_name === "string"
  );
}

/** One filter of a search, as in the request. */
export interface FilterInput {
  readonly internal_name: string;
  readonly operator: Operator;
  readonly value?: Scalar | undefined;
  readonly highValue?: Scalar | undefined;
  readonly values?: readonly Scalar[] | undefined;
  /** Key of a label, for a filter on associations. */
  readonly type?: string | undefined;
}

/** A filter of a request that may be invalid. Only its name was checked. */
type GivenFilter = Pick<FilterInput, "internal_name"> & {
  readonly [member in Exclude<keyof FilterInput, "internal_name">]?: unknown;
};

/** Adds an issue about a member of a filter. */
type Fault = (member: string, code: string, message: string, more?: object) => null;
