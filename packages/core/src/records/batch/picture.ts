import type { RecordRow, recordIndex } from "@rapport/db";
import type { AssociatedTarget } from "../associations/associations.ts";
import type { Places } from "../associations/limits.ts";
import type { RecordChange } from "../record-events.ts";

/** The state that a batch works on: what it read from the database, with its own changes. */
export interface Picture {
  /** Records by id; null for one that is not live. */
  readonly records: Layer<number, RecordRow | null>;
  /** The live records with a unique value, by `uniqueKeyText` it; null for a free value. */
  readonly holders: Layer<string, Holder | null>;
  /** Ids of the live records that an upsert may find, by the whole key of their value; see `wholeKey`. */
  readonly keys: Layer<string, readonly number[]>;
  /** What the batch found, by the ids of the existing records that it changed. */
  readonly origins: Layer<number, Origin>;
  /** Associations with limited labels. */
  readonly places: Layer<string, readonly number[]> & Places;
}

/** The record that has a unique value. */
export interface Holder {
  readonly id: number;
  /** Index of the input that gave it the value; undefined if it had the value before the batch. */
  readonly input?: number | undefined;
}

/** A record before the batch changed it. */
export interface Origin {
  readonly version: number;
  /** Index of the first input that changed it. */
  readonly input: number;
}

/** A map over another one. Changes do not reach the other one until `merge`. */
export interface Layer<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  readonly own: ReadonlyMap<Key, Value>;
  /** Applies the changes to the map below. */
  merge(): void;
}

function layer<Key, Value>(
  below: Pick<Layer<Key, Value>, "get" | "set"> = new Map<Key, Value>(),
): Layer<Key, Value> {
  const own = new Map<Key, Value>();
  return {
    own,
    get: (key) => (own.has(key) ? own.get(key) : below.get(key)),
    set: (key, value) => void own.set(key, value),
    merge: () => {
      for (const [key, value] of own) below.set(key, value);
    },
  };
}

export function emptyPicture(): Picture {
  return { records: layer(), holders: layer(), keys: layer(), origins: layer(), places: layer() };
}

/** What one input did. */
export interface Step {
  readonly index: number;
  readonly status: "created" | "updated" | "unchanged" | "deleted";
  /** The record after the input. */
  readonly row: RecordRow;
  /** Undefined if its properties did not change. */
  readonly change: RecordChange | undefined;
  /** Live records to associate with it. */
  readonly targets: readonly AssociatedTarget[];
  /** Live records whose associations with it end, with the kinds that end. */
  readonly ended?: readonly AssociatedTarget[];
}

/** The changes of some inputs, in memory, before they are written. */
export interface Draft extends Picture {
  readonly steps: Step[];
  /** Unique values that are assumed to be free and were not looked up yet. */
  readonly assumedFree: Map<string, recordIndex.UniqueKey>;
  /** Records that the tenant may still get. */
  recordsLeft: number;
  /** Returns an id for a new record. */
  takeId(): number;
  /** Replaces an existing record. @param input index of the input that does so */
  replace(input: number, before: RecordRow, after: RecordRow): void;
  /** Applies the changes to the picture below. */
  merge(): void;
}

/**
 * @param ids ids that were drawn for new records
 * @param recordsLeft records that the tenant may still get
 */
export function startDraft(below: Picture, ids: readonly number[], recordsLeft: number): Draft {
  const records = layer(below.records);
  const holders = layer(below.holders);
  const keys = layer(below.keys);
  const origins = layer(below.origins);
  const places = layer(below.places);
  let taken = 0;
  return {
    ...{ records, holders, keys, origins, places },
    steps: [],
    assumedFree: new Map(),
    recordsLeft,
    takeId: () => {
      const id = ids[taken++];
      if (id === undefined) throw new Error("too few ids were drawn");
      return id;
    },
    replace: (input, before, after) => {
      records.set(after.id, after);
      if (origins.get(after.id) === undefined) {
        origins.set(after.id, { version: before.version, input });
      }
    },
    merge: () => {
      for (const changed of [records, holders, keys, origins, places]) changed.merge();
    },
  };
}

export function uniqueKeyText({ property, value }: recordIndex.UniqueKey): string {
  return JSON.stringify([property, value]);
}
