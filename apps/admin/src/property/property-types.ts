import type { Outputs } from "../api.ts";

/** A property in the project's schema. */
export type PropertyDefinition = Outputs["schema"]["read"]["properties"][number];

/** A value in the API's format: numbers are decimal strings, times are ISO 8601 UTC. */
export type PropertyData = string | boolean | readonly string[] | readonly boolean[] | null;

/** A value with its label, such as a stage. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export const YES_NO: readonly Choice[] = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** Returns the label of a value, or the value itself if it is not one of the choices. */
export function labelOf(choices: readonly Choice[] | undefined, value: string): string {
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}
