import { type Choice, type PropertyDefinition, YES_NO } from "./property-types.ts";
import type { Schema } from "./use-schema.ts";

/**
 * Returns the values that a property allows, with their labels; null if it allows any value.
 *
 * @param pipeline key of the pipeline whose stages to return; those of all pipelines if undefined
 */
export function choicesOf(
  { name, type, options }: Pick<PropertyDefinition, "name" | "type" | "options">,
  { pipelines }: Pick<Schema, "pipelines">,
  pipeline?: string,
): readonly Choice[] | null {
  if (type === "boolean") return YES_NO;
  if (pipelines.length > 0 && name === "pipeline") {
    return pipelines.map(({ key, label }) => ({ value: key, label }));
  }
  if (pipelines.length > 0 && name === "stage") {
    const among = pipelines.filter(({ key }) => pipeline === undefined || key === pipeline);
    return merged(
      among.flatMap(({ stages }) => stages.map(({ key, label }) => ({ value: key, label }))),
    );
  }
  return type === "enumeration" ? (options ?? []) : null;
}

/** Pipelines may share a stage key. It becomes one choice with all of its labels. */
function merged(choices: readonly Choice[]): readonly Choice[] {
  const labels = new Map<string, Set<string>>();
  for (const { value, label } of choices) {
    labels.set(value, (labels.get(value) ?? new Set()).add(label));
  }
  return [...labels].map(([value, names]) => ({ value, label: [...names].join(" / ") }));
}
