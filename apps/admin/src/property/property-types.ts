import { type Color, stageColor } from "@rapport/model";
import type { Outputs } from "../api.ts";

type Stage = Outputs["schema"]["read"]["pipelines"][number]["stages"][number];

/** A property in the project's schema. */
export type PropertyDefinition = Outputs["schema"]["read"]["properties"][number];

/** A value in the API's format: numbers are decimal strings, times are ISO 8601 UTC. */
export type PropertyData = string | boolean | readonly string[] | readonly boolean[] | null;

/** A value with its label, such as a stage. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Undefined for what has no colour, such as a pipeline. */
  readonly color?: Color | undefined;
}

export const YES_NO: readonly Choice[] = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** Returns a stage as a choice. */
export function stageChoice(stage: Stage): Choice {
  return { value: stage.key, label: stage.label, color: stageColor(stage) };
}

/** Returns the label of a value, or the value itself if it is not one of the choices. */
export function choiceLabel(choices: readonly Choice[] | undefined, value: string): string {
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}

/** Returns a property with its new value in the shape of a request. */
export function propertyItem(name: string, value: PropertyData) {
  return typeof value === "object" && value !== null
    ? { internal_name: name, values: [...value] }
    : { internal_name: name, value };
}

/** Trims pasted spaces, except in text, where they may be intended. */
export function trimmed({ type }: PropertyDefinition, value: PropertyData): PropertyData {
  const isText = type === "string" || type === "text" || type === "enumeration";
  return isText || typeof value !== "string" ? value : value.trim() || null;
}

/** Returns whether two values are the same, in the same order. */
export function isSameValue(one: PropertyData, other: PropertyData): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
