import type { Inputs, Outputs } from "../../api.ts";
import type { PropertyData, PropertyDefinition } from "../../property/property-types.ts";

export type PreviewRecord = Outputs["duplicates"]["preview"][number];
export type MergeInput = Inputs["duplicates"]["merge"];

/** What the admin has chosen. */
export interface MergeChoice {
  readonly primaryId: number;
  /** Ids of the records whose values were clicked, by property. */
  readonly values: Readonly<Record<string, number>>;
}

/** A stage belongs to a pipeline, so both come from one record. */
const PLACE = ["pipeline", "stage"];

/** Returns the choice after a click on a value. */
export function choose(choice: MergeChoice, name: string, id: number): MergeChoice {
  const names = PLACE.includes(name) ? PLACE : [name];
  const chosen = Object.fromEntries(names.map((one) => [one, id]));
  return { ...choice, values: { ...choice.values, ...chosen } };
}

/** Returns the record whose value the primary record will have; undefined if none has a value. */
export function sourceOf(
  records: readonly PreviewRecord[],
  { primaryId, values }: MergeChoice,
  name: string,
): number | undefined {
  const having = records.filter((record) => hasValue(record, name)).map(({ id }) => id);
  const chosen = values[name];
  if (chosen !== undefined && having.includes(chosen)) return chosen;
  return having.includes(primaryId) ? primaryId : having[0];
}

export function hasValue({ properties }: PreviewRecord, name: string): boolean {
  const value = properties[name] as PropertyData | undefined;
  return value !== undefined && value !== null && value !== "";
}

/** Returns the properties in which the records differ. */
export function differing(
  records: readonly PreviewRecord[],
  properties: readonly PropertyDefinition[],
): readonly PropertyDefinition[] {
  return properties.filter(({ name, readOnly }) => {
    if (readOnly) return false;
    const values = records.map((record) => JSON.stringify(record.properties[name] ?? null));
    return new Set(values).size > 1;
  });
}

/** Returns the input of the merge: the values that the primary record would not take by itself. */
export function mergeInput(
  records: readonly PreviewRecord[],
  choice: MergeChoice,
): Pick<MergeInput, "primaryId" | "mergeIds" | "values"> {
  const { primaryId } = choice;
  const mergeIds = records.map(({ id }) => id).filter((id) => id !== primaryId);
  const values = Object.fromEntries(
    Object.keys(choice.values).flatMap((name) => {
      const source = sourceOf(records, choice, name);
      return source === undefined || source === primaryId ? [] : [[name, source]];
    }),
  );
  return { primaryId, mergeIds, values };
}
