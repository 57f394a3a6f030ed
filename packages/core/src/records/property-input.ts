import type { PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import {
  parseValue,
  parseValues,
  type StoredValue,
  type ValueFault,
  valueExample,
} from "../values/parse-value.ts";

export type Scalar = string | number | boolean | null;

/** One property in a request (specification §2.2). */
export interface PropertyItem {
  readonly internal_name: string;
  readonly value?: Scalar | undefined;
  readonly values?: readonly Scalar[] | undefined;
}

/** The properties of a write: items, or an object with the values by name (specification §2.2). */
export type PropertiesInput =
  | readonly PropertyItem[]
  | Readonly<Record<string, Scalar | readonly Scalar[]>>;

export interface CheckedProperties {
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly issues: readonly Issue[];
}

/**
 * Checks property items against a schema and converts their values to stored form (specification §2.2). Skips
 * malformed items; the request schema reports them.
 *
 * @param paths paths of the items in the request
 */
export function checkProperties(
  schema: ReadonlyMap<string, PropertyDefinition>,
  items: readonly unknown[],
  paths: InputPaths,
): CheckedProperties {
  const values = new Map<string, StoredValue>();
  const issues: Issue[] = [];
  const refused = new Set<string>();
  items.forEach((item, index) => {
    if (!isItem(item)) return;
    const { internal_name: name } = item;
    const at = (member: "internal_name" | "value" | "values") => paths.property(index, member);
    const isRepeated = values.has(name) || refused.has(name);
    const nameIssue = checkName(schema, name, at, isRepeated);
    if (nameIssue !== undefined) {
      issues.push(nameIssue);
      return;
    }
    const definition = schema.get(name) as PropertyDefinition;
    const called =
      paths.name === undefined ? definition : { ...definition, name: paths.name(index) };
    const parsed = parseItem(called, item, at);
    if (definition.readOnly && !(parsed.ok && parsed.value === null)) {
      refused.add(name);
      issues.push({ path: at("internal_name"), ...readOnlyFault(name) });
    } else if (parsed.ok) values.set(name, parsed.value);
    else {
      refused.add(name);
      issues.push(parsed.issue);
    }
  });
  return { values, issues };
}

/** Returns the fault of a value of a derived property. Clearing it is one too, except in a create, which has no values. */
export function readOnlyFault(name: string): { readonly code: string; readonly message: string } {
  const message = `Property "${name}" is derived and cannot be written. Leave it out.`;
  return { code: "property_read_only", message };
}

function isItem(item: unknown): item is PropertyItem {
  return (
    typeof item === "object" &&
    item !== null &&
    Object.hasOwn(item, "internal_name") &&
    typeof (item as PropertyItem).internal_name === "string"
  );
}

function checkName(
  schema: ReadonlyMap<string, PropertyDefinition>,
  name: string,
  at: (member: "internal_name") => string,
  isRepeated: boolean,
): Issue | undefined {
  const definition = schema.get(name);
  if (definition === undefined) {
    return FORBIDDEN_NAMES.has(name)
      ? forbiddenNameIssue(name, at("internal_name"))
      : unknownNameIssue(name, schema.keys(), at("internal_name"));
  }
  if (isRepeated) {
    return {
      path: at("internal_name"),
      code: "property_repeated",
      message: `Property "${name}" is given more than once. Give it once.`,
    };
  }
  return undefined;
}

function parseItem(
  definition: PropertyDefinition,
  item: PropertyItem,
  at: (member: "value" | "values") => string,
):
  | { readonly ok: true; readonly value: StoredValue }
  | { readonly ok: false; readonly issue: Issue } {
  const { name, multi } = definition;
  if (item.values === undefined || item.values === null) {
    const parsed = parseValue(definition, item.value ?? null);
    return parsed.ok ? parsed : { ok: false, issue: fault(parsed, at("value")) };
  }
  if (item.value !== undefined && item.value !== null) {
    return {
      ok: false,
      issue: {
        path: at("values"),
        code: "value_and_values",
        message: `Property "${name}" has both "value" and "values". Give one of them. Example: {"internal_name": ${JSON.stringify(name)}, "values": ["a", "b"]}`,
      },
    };
  }
  if (!multi) {
    const form = at("value") === at("values") ? "without a list" : 'in "value"';
    return {
      ok: false,
      issue: {
        path: at("values"),
        code: "property_single_value",
        message: `Property "${name}" has a single value. Give it ${form}. ${valueExample(definition)}`,
      },
    };
  }
  if (!Array.isArray(item.values)) {
    return {
      ok: false,
      issue: { path: at("values"), code: "invalid_type", message: '"values" must be an array.' },
    };
  }
  const parsed = parseValues(definition, item.values);
  return parsed.ok ? parsed : { ok: false, issue: fault(parsed, at("values")) };
}

function fault({ code, message, allowed, index }: ValueFault, member: string): Issue {
  const path = index === undefined ? member : `${member}.${index}`;
  return allowed === undefined ? { path, code, message } : { path, code, message, allowed };
}
