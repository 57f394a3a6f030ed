import type { Outputs } from "../api.ts";

/** A property as the project's schema describes it. */
export type PropertyDefinition = Outputs["schema"]["read"]["properties"][number];

/** A value as the API takes and gives it: numbers are exact decimals in text, times ISO 8601 UTC. */
export type PropertyData = string | boolean | readonly string[] | readonly boolean[] | null;

/** A value to choose, such as a stage's key with its label. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The label of a value; the value itself when it is none of the choices. */
export function labelOf(choices: readonly Choice[] | undefined, value: string): string {
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}
