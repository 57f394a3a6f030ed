import type { PropertyDefinition } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import { parseValue, parseValues, type StoredValue, type ValueFault } from "./values.ts";

export type Scalar = string | number | boolean | null;

/** One property in a request (specification §2.2). */
export interface PropertyItem {
  readonly internal_name: string;
  readonly value?: Scalar | undefined;
  readonly values?: readonly Scalar[] | undefined;
}

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
  const seen = new Set<string>();
  items.forEach((item, index) => {
    if (!isItem(item)) return;
    const at = (member: "internal_name" | "value" | "values") => paths.property(index, member);
    const nameIssue = checkName(schema, item.internal_name, at("internal_name"), seen);
    if (nameIssue !== undefined) {
      issues.push(nameIssue);
      return;
    }
    seen.add(item.internal_name);
    const definition = schema.get(item.internal_name) as PropertyDefinition;
    const parsed = parseItem(definition, item, at);
    if ("issue" in parsed) issues.push(parsed.issue);
    else values.set(item.internal_name, parsed.value);
  });
  return { values, issues };
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
  path: string,
  seen: ReadonlySet<string>,
): Issue | undefined {
  const definition = schema.get(name);
  if (definition === undefined) {
    return FORBIDDEN_NAMES.has(name)
      ? forbiddenNameIssue(name, path)
      : unknownNameIssue(name, schema.keys(), path);
  }
  if (definition.readOnly) {
    return {
      path,
      code: "property_read_only",
      message: `Property "${name}" is derived and cannot be written. Leave it out.`,
    };
  }
  if (seen.has(name)) {
    return {
      path,
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
): { value: StoredValue } | { issue: Issue } {
  const { name, multi } = definition;
  if (item.values === undefined) {
    const parsed = parseValue(definition, item.value ?? null);
    return parsed.ok ? { value: parsed.value } : { issue: fault(parsed, at("value")) };
  }
  if (item.value !== undefined) {
    return {
      issue: {
        path: at("values"),
        code: "value_and_values",
        message: `Property "${name}" has both "value" and "values". Give one of them.`,
      },
    };
  }
  if (!multi) {
    return {
      issue: {
        path: at("values"),
        code: "property_single_value",
        message: `Property "${name}" has a single value. Give it in "value".`,
      },
    };
  }
  if (!Array.isArray(item.values)) {
    return {
      issue: { path: at("values"), code: "invalid_type", message: '"values" must be an array.' },
    };
  }
  const parsed = parseValues(definition, item.values);
  return parsed.ok ? { value: parsed.value } : { issue: fault(parsed, at("values")) };
}

function fault({ code, message, allowed, index }: ValueFault, member: string): Issue {
  const path = index === undefined ? member : `${member}.${index}`;
  return allowed === undefined ? { path, code, message } : { path, code, message, allowed };
}
