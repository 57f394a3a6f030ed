import {
  type Color,
  hasControls,
  PROPERTY_DEFAULTS,
  type PropertyDefinition,
  type PropertyType,
} from "@rapport/model";
import type { Issue } from "../errors.ts";
import { quoted } from "../errors.ts";
import { NAME_CONTROLS } from "../storable-text.ts";
import { checkDefault, checkRules, type DefaultInput, type RulesInput } from "./check-rules.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, isForbiddenInAnyCase } from "./property-names.ts";
import { needsIndex } from "./type-definition.ts";

/** An option as it is given: null is no colour. */
type OptionInput = {
  readonly value: string;
  readonly label: string;
  readonly color?: Color | null | undefined;
};

/** Settings of a new property, or the changes to an existing one. */
export interface PropertySettings {
  readonly name: string;
  readonly label?: string | undefined;
  readonly type?: PropertyType | undefined;
  readonly multi?: boolean | undefined;
  readonly indexed?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly options?: readonly OptionInput[] | undefined;
  readonly closed?: boolean | undefined;
  /** Empty or null for none. */
  readonly description?: string | null | undefined;
  /** Replaces all rules; empty or null for none. */
  readonly rules?: RulesInput | null | undefined;
  /** Null for none. */
  readonly default?: DefaultInput | null | undefined;
  /** Empty or null for none. */
  readonly group?: string | null | undefined;
}

const MAX_GROUP_CHARACTERS = 100;

/** Applies the settings, except for the default, which is checked against the others. */
function merge(
  before: PropertyDefinition | undefined,
  { rules: given, group: heading, default: _, ...settings }: PropertySettings,
) {
  const options = settings.options?.map(({ value, label, color }) => ({
    ...{ value, label },
    ...(color && { color }),
  }));
  const changes = Object.fromEntries(
    Object.entries({ ...settings, options }).filter(([, value]) => value !== undefined),
  );
  const { description, rules, group, ...after } = {
    ...(before ?? PROPERTY_DEFAULTS),
    ...changes,
  } as PropertyDefinition;
  const checked = given === undefined ? undefined : checkRules(after.type, given ?? {});
  const held = checked === undefined ? rules : checked.rules;
  const shown = heading === undefined ? group : heading?.trim();
  return {
    issues: checked?.issues ?? [],
    after: {
      ...after,
      ...(description ? { description } : {}),
      ...(held && Object.keys(held).length > 0 ? { rules: held } : {}),
      ...(shown ? { group: shown } : {}),
    },
  };
}

/**
 * Checks the settings of a property.
 *
 * @param type name of its object type
 * @param before the existing property; undefined for a new one
 * @returns one issue per fault, and the property to store if there is none
 */
export function checkProperty(
  type: string,
  before: PropertyDefinition | undefined,
  settings: PropertySettings,
): { issues: readonly Issue[]; after: PropertyDefinition } {
  const merged = merge(before, settings);
  const { after } = merged;
  const issues: Issue[] = [...merged.issues];
  const fault = (path: string, code: string, message: string) =>
    issues.push({ path, code, message });
  const isForbidden = before === undefined && isForbiddenInAnyCase(after.name);
  if (isForbidden || FORBIDDEN_NAMES.has(after.name))
    issues.push(forbiddenNameIssue(after.name, "name"));
  else if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(after.name)) {
    fault(
      "name",
      "name_invalid",
      "A name must start with a letter and have at most 64 letters, digits and underscores.",
    );
  }
  // Every JavaScript object has a member of this name, so a record would seem to have a value.
  if (before === undefined && after.name in {}) {
    fault(
      "name",
      "property_forbidden",
      `${quoted(after.name)} is a reserved name. Choose another one.`,
    );
  }
  if (hasControls(after.label)) fault("label", "control_characters", NAME_CONTROLS);
  else if (after.label.trim() === "" || after.label.length > 255) {
    fault("label", "label_invalid", "A label must have 1 to 255 characters.");
  }
  if (before !== undefined && after.type !== before.type) {
    fault("type", "type_fixed", `This property has the type ${before.type}, which cannot change.`);
  }
  if (before !== undefined && after.multi !== before.multi) {
    fault("multi", "multi_fixed", "A property cannot switch between one value and several values.");
  }
  if (before?.readOnly && (settings.unique || settings.indexed)) {
    fault("name", "property_read_only", "A derived property cannot be indexed or unique.");
  }
  if (before?.builtIn && !after.indexed && needsIndex(type, after.name)) {
    fault(
      "indexed",
      "index_needed",
      "This property must stay indexed because Rapport uses its index.",
    );
  }
  if (settings.closed && after.type !== "enumeration") {
    fault("closed", "not_an_enumeration", "Only an enumeration can be closed.");
  }
  if (after.closed && after.type === "enumeration" && (after.options ?? []).length === 0) {
    fault("options", "options_missing", "A closed enumeration needs at least one option.");
  }
  const { options = [] } = settings;
  issues.push(...optionIssues(options));
  if (options.length > 0 && after.type !== "enumeration") {
    fault("options", "not_an_enumeration", "Only an enumeration has options.");
  }
  if (hasControls(after.group ?? "")) fault("group", "control_characters", NAME_CONTROLS);
  else if ((after.group ?? "").length > MAX_GROUP_CHARACTERS) {
    const message = `A group can have at most ${MAX_GROUP_CHARACTERS} characters.`;
    fault("group", "group_invalid", message);
  }
  const refused = valuesSetElsewhere(after);
  if (refused !== undefined) {
    if (after.rules !== undefined) fault("rules", "rules_not_allowed", refused);
    if ((settings.default ?? null) !== null) fault("default", "default_not_allowed", refused);
    return { issues, after };
  }
  const { default: initial, ...rest } = after;
  const checked = checkDefault(
    rest,
    settings.default === undefined ? (initial ?? null) : settings.default,
  );
  issues.push(...checked.issues);
  return { issues, after: checked.value === null ? rest : { ...rest, default: checked.value } };
}

/** Returns why a property has no rules and no default of its own; undefined if it can have them. */
function valuesSetElsewhere({ name, builtIn, readOnly }: PropertyDefinition): string | undefined {
  if (readOnly) return "A derived property has no rules and no default, because nobody writes it.";
  if (!builtIn || (name !== "pipeline" && name !== "stage")) return undefined;
  return `The pipelines say which values ${quoted(name)} has, and the default pipeline where a record begins.`;
}

function optionIssues(options: readonly OptionInput[]): readonly Issue[] {
  const known = new Set<string>();
  return options.flatMap(({ value, label }, i) => {
    const issues: Issue[] = [];
    const fault = (member: "value" | "label", code: string, message: string) =>
      issues.push({ path: `options.${i}.${member}`, code, message });
    if (value === "" || value.length > 255) {
      fault("value", "option_invalid", "An option's value must have 1 to 255 characters.");
    }
    if (known.has(value)) {
      fault("value", "option_repeated", "Two options cannot have the same value.");
    }
    if (hasControls(label)) fault("label", "control_characters", NAME_CONTROLS);
    else if (label.trim() === "" || label.length > 255) {
      fault("label", "option_invalid", "An option's label must have 1 to 255 characters.");
    }
    known.add(value);
    return issues;
  });
}
