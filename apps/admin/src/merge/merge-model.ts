import type { Inputs, Outputs } from "../api.ts";
import type { PropertyData, PropertyDefinition } from "../property/property-types.ts";

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
export function findSource(
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
    const values = records.map((record) => jsonText(record.properties[name]));
    return new Set(values).size > 1;
  });
}

/**
 * Returns the input of the merge. `values` has only the properties whose value comes from another record than the primary
 * one.
 */
export function mergeInput(
  records: readonly PreviewRecord[],
  choice: MergeChoice,
): Pick<MergeInput, "primaryId" | "mergeIds" | "values" | "versions"> {
  const { primaryId } = choice;
  const mergeIds = records.map(({ id }) => id).filter((id) => id !== primaryId);
  const values = Object.fromEntries(
    Object.keys(choice.values).flatMap((name) => {
      const source = findSource(records, choice, name);
      return source === undefined || source === primaryId ? [] : [[name, source]];
    }),
  );
  const versions = Object.fromEntries(records.map(({ id, version }) => [id, version]));
  return { primaryId, mergeIds, values, versions };
}

/** A record that someone has changed while it was compared. */
export interface ChangedRecord {
  readonly id: number;
  readonly name: string;
  /** Labels of the properties that have another value; empty if someone has set them back. */
  readonly labels: readonly string[];
}

/** Returns what has changed between two previews of the same records. */
export function changedSince(
  before: readonly PreviewRecord[],
  now: readonly PreviewRecord[],
  properties: readonly PropertyDefinition[],
): readonly ChangedRecord[] {
  return now.flatMap(({ id, name, version, properties: values }) => {
    const known = before.find((record) => record.id === id);
    if (known === undefined || known.version === version) return [];
    const labels = properties
      .filter(({ name }) => jsonText(known.properties[name]) !== jsonText(values[name]))
      .map(({ label }) => label);
    return [{ id, name, labels }];
  });
}

function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null);
}
