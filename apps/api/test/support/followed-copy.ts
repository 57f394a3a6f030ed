import type { AnyJson } from "@rapport/testing";
import type { ShownEvent } from "./feed.ts";

/** Live records with their associations, as a program knows them that has followed the feed from its start. */
export interface FollowedCopy {
  readonly records: readonly (readonly [id: number, version: number, properties: object])[];
  readonly associations: readonly string[];
}

/**
 * Applies all events of a project in their order (docs/feed.md). A merge gives the associations of the merged records to
 * the primary one, and an unmerge makes a program read those of both (docs/merge.md).
 *
 * @param read what the lists return after all events
 */
export function followedCopy(
  events: readonly ShownEvent[],
  read: Pick<FollowedCopy, "associations">,
): FollowedCopy {
  const records = new Map<number, AnyJson>();
  const unmerged = new Set<number>();
  let pairs = new Map<string, Pair>();
  for (const { type, data } of events) {
    if (data.object === "schema") continue;
    if (type === "association.deleted") pairs.delete(data.id);
    else if (data.object === "association")
      pairs.set(data.id, [Number(data.from.id), Number(data.to.id)]);
    else if (!data.properties || data.deletedAt) records.delete(data.id);
    else records.set(data.id, data);
    if (data.mergedIds) pairs = withMerged(pairs, data.id, data.mergedIds);
    if (type.endsWith(".unmerged")) unmerged.add(data.id);
  }
  const isLive = (id: number) => records.has(id) && !unmerged.has(id);
  const live = [...pairs].filter(([, ids]) => ids.every(isLive)).map(([id]) => id);
  const readAgain = read.associations.filter((id) =>
    id.split("-").some((one) => unmerged.has(Number(one))),
  );
  return copyOf([...records.values()], [...live, ...readAgain]);
}

type Pair = readonly [from: number, to: number];

function withMerged(
  pairs: ReadonlyMap<string, Pair>,
  primary: number,
  merged: readonly unknown[],
): Map<string, Pair> {
  const ids = new Set(merged.map(Number));
  const idOf = (id: number) => (ids.has(id) ? primary : id);
  return new Map(
    Array.from(pairs.values(), ([from, to]) => {
      const pair = [idOf(from), idOf(to)] as const;
      return [pair.join("-"), pair];
    }),
  );
}

/** Returns the same of records that a list returns with all their associations. */
export function listedCopy(records: readonly AnyJson[]): FollowedCopy {
  const pairs = new Set<string>();
  for (const record of records) {
    for (const [other, { id, type }] of Object.entries<AnyJson>(record.associations).flatMap(
      ([other, list]) => list.map((one: AnyJson) => [other, one] as const),
    )) {
      pairs.add(type.endsWith(`_to_${other}`) ? `${record.id}-${id}` : `${id}-${record.id}`);
    }
  }
  return copyOf(records, [...pairs]);
}

function copyOf(records: readonly AnyJson[], associations: readonly string[]): FollowedCopy {
  return {
    records: records
      .map(({ id, version, properties }) => {
        // An event has the probability of its time, and a list that of the stage now.
        const { probability, ...own } = properties;
        return [id, version, own] as const;
      })
      .toSorted(([a], [b]) => a - b),
    associations: associations.toSorted(),
  };
}
