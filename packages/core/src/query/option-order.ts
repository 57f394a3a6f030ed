import type { PropertyDefinition } from "@rapport/model";
import type { ObjectSchema } from "../object-schema.ts";
import { cutKey, wholeKey } from "../record-index/index-key.ts";
import { comparePositions, isEmpty } from "./key-positions.ts";
import { HIGHEST_ID, type KeyRange, LOWEST_ID, pointRange } from "./key-range.ts";

/** The places of a property's own values in their order, by key. Other values follow them, sorted by their keys. */
export type Ranks = ReadonlyMap<string, number>;

/**
 * Returns the order in which records are sorted by an enumeration, a pipeline or a stage: that of its options, or of the
 * pipelines and their stages. Returns null if a property has no such order.
 */
export function ranksOf(object: ObjectSchema, definition: PropertyDefinition): Ranks | null {
  const values = valuesOf(object, definition);
  if (values.length === 0) return null;
  const keys = new Set(values.map((value) => cutKey(wholeKey(definition, value))));
  return new Map([...keys].map((key, rank) => [key, rank]));
}

function valuesOf(
  { pipelines }: ObjectSchema,
  { name, type, options = [] }: PropertyDefinition,
): readonly string[] {
  if (pipelines.length > 0 && name === "pipeline") return pipelines.map(({ key }) => key);
  if (pipelines.length > 0 && name === "stage") {
    return pipelines.flatMap(({ stages }) => stages.map(({ key }) => key));
  }
  return type === "enumeration" ? options.map(({ value }) => value) : [];
}

/** Returns the place of a key; that of all others after the last. */
export function rankOf(ranks: Ranks | null, key: string): number {
  return ranks === null ? 0 : (ranks.get(key) ?? ranks.size);
}

/** A part of an index whose rows are in the order of the sort. */
export interface RankedRange {
  readonly rank: number;
  readonly range: KeyRange;
}

/** Divides a range of an index into one range for each of the property's own values, and those between them. */
export function divided(range: KeyRange, ranks: Ranks | null): readonly RankedRange[] {
  if (ranks === null) return [{ rank: 0, range }];
  const { property: index } = range;
  const points = [...ranks].map(([key, rank]) => ({ rank, range: pointRange(index, key) }));
  const byKey = points
    .map((point) => point.range)
    .toSorted((a, b) => comparePositions(a.low, b.low));
  const ends = [range.low[0], ...byKey.map(({ low: [key] }) => key)];
  const between = ends.map((key, i): RankedRange => {
    const low = i === 0 ? range.low : ([key, HIGHEST_ID] as const);
    const next = ends[i + 1];
    const high = next === undefined ? range.high : ([next, LOWEST_ID] as const);
    return { rank: ranks.size, range: { property: index, low, high } };
  });
  return [...points, ...between]
    .map((one) => ({ ...one, range: overlap(one.range, range) }))
    .filter((one) => !isEmpty(one.range));
}

function overlap(one: KeyRange, other: KeyRange): KeyRange {
  return {
    property: one.property,
    low: comparePositions(one.low, other.low) > 0 ? one.low : other.low,
    high: comparePositions(one.high, other.high) < 0 ? one.high : other.high,
  };
}
