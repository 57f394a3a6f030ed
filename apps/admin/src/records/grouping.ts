import { type Color, stageColor } from "@rapport/model";
import type { Outputs } from "../api.ts";
import { propertyChoices } from "../property/choices.ts";
import type { Schema } from "../property/use-schema.ts";
import type { Field } from "./fields.ts";
import type { ServerGroups } from "./filters/server-filters.ts";
import type { ServerFilter } from "./search.ts";

export type CountedGroup = Outputs["records"]["groups"]["groups"][number];

const KEYS: readonly string[] = ["stage", "pipeline", "owner_id"];

/** Returns the properties that a table can be grouped by. The server refuses others. */
export function groupFields({ properties }: Schema): readonly Field[] {
  return properties.filter(({ name, type, multi, builtIn }) => {
    if (multi) return false;
    return type === "enumeration" || type === "boolean" || (builtIn && KEYS.includes(name));
  });
}

/** Returns the properties among some columns whose numbers are added up. */
export function sumFields(columns: readonly Field[], { properties }: Schema): readonly Field[] {
  return columns.filter(
    (field) =>
      field.type === "number" && !field.multi && !field.readOnly && properties.includes(field),
  );
}

/** What identifies a group of a table. */
export function groupKey({ value, pipeline }: Pick<CountedGroup, "value" | "pipeline">): string {
  return JSON.stringify([value, pipeline]);
}

/**
 * Returns how a group is shown: as an option or a stage in its colour, or as plain text without one.
 *
 * @param namesPipeline whether a stage is shown with its pipeline
 */
export function labelOfGroup(
  { value, pipeline }: Pick<CountedGroup, "value" | "pipeline">,
  by: Field,
  { schema, namesPipeline }: { readonly schema: Schema; readonly namesPipeline: boolean },
): { readonly label: string; readonly color?: Color | undefined } {
  if (value === null) return { label: `No ${by.label.toLowerCase()}` };
  if (pipeline !== null) {
    const of = schema.pipelines.find(({ key }) => key === pipeline);
    const stage = of?.stages.find(({ key }) => key === value);
    if (stage === undefined) return { label: String(value), color: "grey" };
    return {
      label: namesPipeline ? `${stage.label} · ${of?.label}` : stage.label,
      color: stageColor(stage),
    };
  }
  const choices = propertyChoices(by, schema);
  const choice = choices?.find((one) => one.value === String(value));
  const isChoice = by.type === "enumeration" || by.name === "pipeline";
  return {
    label: choice?.label ?? String(value),
    color: choice?.color ?? (isChoice ? "grey" : undefined),
  };
}

/** Returns what a table is asked for, narrowed to one of its groups. */
export function inGroup<Input extends ServerGroups>(
  input: Input,
  { value, pipeline }: Pick<CountedGroup, "value" | "pipeline">,
  by: Field,
): Input {
  const filters: ServerFilter[] = [
    value === null
      ? { property: by.name, operator: "unknown" }
      : { property: by.name, operator: "eq", value },
    ...(pipeline === null
      ? []
      : [{ property: "pipeline", operator: "eq" as const, value: pipeline }]),
  ];
  const groups = input.groups.length === 0 ? [[]] : input.groups;
  return { ...input, groups: groups.map((group) => [...group, ...filters]) };
}
