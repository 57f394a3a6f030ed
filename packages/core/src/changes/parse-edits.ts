import type { Issue } from "../errors.ts";
import type { InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { checkProperties } from "../records/property-input.ts";
import { placeRuleIssues } from "../records/rule-issues.ts";
import { brokenRules } from "../records/rules.ts";
import { parseValues, type StoredValue } from "../values/parse-value.ts";
import type { PropertyEdit } from "./property-edit.ts";

export interface ParsedEdits {
  /** Values that replace those of every record. */
  readonly values: ReadonlyMap<string, StoredValue>;
  /** Values to add to those of each record, or to take from them. */
  readonly partial: readonly {
    readonly name: string;
    readonly how: "add" | "remove";
    readonly values: readonly (string | boolean)[];
  }[];
  readonly issues: readonly Issue[];
}

/** Parses the edits of a bulk change. The paths of issues begin with `action.edits`. */
export function parseEdits(object: ObjectSchema, edits: readonly PropertyEdit[]): ParsedEdits {
  const { properties } = object;
  const partial: ParsedEdits["partial"][number][] = [];
  const own: Issue[] = [];
  const items = edits.map((edit, i) => {
    const { internal_name, how, value, values } = edit;
    if (how === "clear") return { internal_name };
    if (how === "set") return { internal_name, value, values };
    const definition = properties.get(internal_name);
    if (definition === undefined) return { internal_name };
    const path = `action.edits.${i}.values`;
    if (!definition.multi) {
      const message = `"${internal_name}" has a single value. Set it instead.`;
      own.push({ path, code: "property_single_value", message });
      return { internal_name };
    }
    const parsed = parseValues(definition, values ?? []);
    if (!parsed.ok) own.push({ path, code: parsed.code, message: parsed.message });
    else if (!Array.isArray(parsed.value)) {
      own.push({ path, code: "required", message: "Give at least one value." });
    } else partial.push({ name: internal_name, how, values: parsed.value });
    return { internal_name };
  });
  const checked = checkProperties(properties, items, EDIT_PATHS);
  const values = new Map(checked.values);
  for (const { name } of partial) values.delete(name);
  const added = partial.flatMap(({ name, how, values }) => (how === "add" ? [[name, values]] : []));
  const broken = brokenRules(
    object,
    null,
    new Map([...values, ...added] as [string, StoredValue][]),
  );
  const more = placeRuleIssues(broken, edits, checked.issues, EDIT_PATHS);
  return { values, partial, issues: [...checked.issues, ...own, ...more] };
}

const EDIT_PATHS: InputPaths = {
  properties: "action.edits",
  property: (item, member) => `action.edits.${item}.${member}`,
  association: () => "action",
  conflict: (property) => property,
};
