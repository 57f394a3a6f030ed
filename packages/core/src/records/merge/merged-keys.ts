import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type Db,
  mergedProperty,
  type PropertyChanges,
  recordIndex,
  recordsById,
} from "@rapport/db";
import type { PropertyDefinition, PropertyType } from "@rapport/model";
import type { ObjectSchema } from "../../object-schema.ts";
import { wholeKey } from "../../record-index/index-key.ts";
import { shortKey } from "../../record-index/reindex.ts";
import { findPrimaries } from "../current.ts";
import type { Properties } from "../record.ts";
import { furtherKey, isKey } from "../record-key.ts";

/** A type of one project. */
export interface TypeScope {
  readonly projectId: number;
  readonly object: ObjectSchema;
}

/** Types of values that identify a record. A state or a time that a merged record had does not. */
const IDENTIFYING: ReadonlySet<PropertyType> = new Set([
  "string",
  "text",
  "number",
  "email",
  "phone",
  "url",
]);

/** Values that one statement looks up. */
const CHUNK = 200;
/** Merged records with one value that are followed to their primary records. */
const MAX_MERGED = 100;
/** Ids that an ambiguous key lists. */
const MAX_LISTED_IDS = 10;

/**
 * Returns the index rows by which the primary record is found with the values of a merged one. They are rows of the merged
 * record, so they follow its chain of merges, and an unmerge drops them.
 *
 * @param changes what the primary record took from it. The values that they replaced lead to the primary record too
 */
export function mergedRows(
  { projectId, object, id }: TypeScope & { readonly id: number },
  merged: Properties,
  changes: PropertyChanges = {},
): readonly recordIndex.IndexRow[] {
  return [...object.properties.values()].filter(leads).flatMap((key) => {
    const sources = [key, furtherKey(object, key) ?? []].flat();
    const keys = sources.flatMap((source) =>
      [merged[source.name] ?? [], changes[source.name]?.[0] ?? []]
        .flat()
        .map((value) => shortKey(wholeKey(source, value))),
    );
    const property = mergedProperty(key.name);
    return [...new Set(keys)].map(
      (value): recordIndex.IndexRow => [projectId, object.name, property, value, id],
    );
  });
}

function leads(property: PropertyDefinition): boolean {
  return isKey(property) && IDENTIFYING.has(property.type);
}

/**
 * Finds the live records that records with some keys were merged into, through any number of merges. Ask only for keys that
 * no live record has.
 *
 * @param keys whole keys; see `wholeKey`
 * @returns the ids by key, in ascending order, at most 10 for each
 */
export async function findByMerged(
  db: Db,
  scope: TypeScope,
  property: PropertyDefinition,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, readonly number[]>();
  if (!leads(property)) return found;
  const type = scope.object.name;
  const by = { type, property: mergedProperty(property.name) };
  for (let start = 0; start < keys.length; start += CHUNK) {
    if (start > 0) await nextTurn();
    const some = new Map(keys.slice(start, start + CHUNK).map((key) => [shortKey(key), key]));
    const merged = await recordIndex.findByValues(db, scope, by, {
      values: [...some.keys()],
      limit: MAX_MERGED,
    });
    if (merged.size === 0) continue;
    const wanted = [...merged.values()].flat().map((id) => ({ type, id }));
    const primaries = await findPrimaries(db, scope, wanted);
    for (const [short, ids] of merged) {
      const live = new Set(ids.flatMap((id) => primaries.get(id) ?? []));
      const key = some.get(short);
      if (key === undefined || live.size === 0) continue;
      found.set(key, [...live].toSorted((a, b) => a - b).slice(0, MAX_LISTED_IDS));
    }
  }
  return found;
}

/** Reads the live records that records with a key were merged into; see `findByMerged`. */
export async function readByMerged(
  db: Db,
  scope: TypeScope,
  property: PropertyDefinition,
  key: string,
): Promise<readonly recordsById.ScannedRecord[]> {
  const ids = (await findByMerged(db, scope, property, [key])).get(key) ?? [];
  return [...(await recordsById.findMany(db, scope, ids)).values()];
}
