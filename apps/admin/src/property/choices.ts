import { optionColor } from "@rapport/model";
import { type Choice, type PropertyDefinition, stageChoice, YES_NO } from "./property-types.ts";
import type { Schema } from "./use-schema.ts";

/**
 * Returns the values that a property allows, with their labels; null if it allows any value.
 *
 * @param pipeline key of the pipeline whose stages to return; those of all pipelines if undefined
 */
export function propertyChoices(
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
    return merged(among.flatMap(({ stages }) => stages.map(stageChoice)));
  }
  return type === "enumeration" ? (options ?? []).map(colored) : null;
}

/** As `propertyChoices`, for a list to choose from, where stages of several pipelines are shown with the names of theirs. */
export function listedChoices(
  definition: Pick<PropertyDefinition, "name" | "type" | "options">,
  schema: Pick<Schema, "pipelines">,
  pipeline?: string,
): readonly Choice[] | null {
  const choices = propertyChoices(definition, schema, pipeline);
  const { pipelines } = schema;
  const isOfSeveral = definition.name === "stage" && pipeline === undefined && pipelines.length > 1;
  if (choices === null || !isOfSeveral) return choices;
  return choices.map((choice) => {
    const of = pipelines.filter(({ stages }) => stages.some(({ key }) => key === choice.value));
    return { ...choice, label: `${choice.label} · ${of.map(({ label }) => label).join(", ")}` };
  });
}

/** Pipelines may share a stage key. It becomes one choice with all of its labels, and the first colour. */
function merged(choices: readonly Choice[]): readonly Choice[] {
  const byValue = Map.groupBy(choices, ({ value }) => value);
  return [...byValue].map(([value, same]) => ({
    value,
    label: [...new Set(same.map(({ label }) => label))].join(" / "),
    color: same[0]?.color,
  }));
}

/** Returns an option with its colour. */
export function colored(option: Choice): Choice {
  return { ...option, color: optionColor(option) };
}
