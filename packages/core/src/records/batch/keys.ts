import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordIndex, recordScan, recordsById, upsertKeys } from "@rapport/db";
import type { PropertyDefinition } from "@rapport/model";
import { cutKey, wholeKey } from "../../record-index/index-key.ts";
import { findByMerged, type TypeScope } from "../merge/merged-keys.ts";
import { furtherKey } from "../record-key.ts";
import type { BatchContext } from "./apply.ts";
import type { CheckedInput } from "./input.ts";
import type { Picture } from "./picture.ts";
import type { BatchRoom } from "./room.ts";

/** Ids that an ambiguous key lists. */
const MAX_LISTED_IDS = 10;
/** How often a value is looked up while others change who has it. */
const MAX_LOOKS = 5;
/** Values that one statement looks up, and values with the same beginning that it reads. */
const CHUNK = 200;

/**
 * Locks the values by which the inputs find records against other upserts, then finds and locks the records that have
 * them. Adds both to the picture.
 *
 * @param room what of the records fits into the batch
 * @returns the function that ends the locks' rows; call it before the transaction ends
 */
export async function findByKeys(
  tx: Db,
  context: BatchContext,
  picture: Picture,
  {
    property,
    inputs,
    room,
  }: {
    readonly property: PropertyDefinition;
    readonly inputs: readonly CheckedInput[];
    readonly room: BatchRoom;
  },
): Promise<() => Promise<void>> {
  const type = context.object.name;
  const wanted = [...new Set(inputs.flatMap(({ key }) => (key === undefined ? [] : [key.value])))];
  const locked = { type, property: property.name, values: wanted };
  const dropKeys = await upsertKeys.lockKeys(tx, context, locked);
  const asked = new Map<string, number>();
  let open: readonly string[] = wanted;
  // A record may have changed, or may have been merged, before it was locked.
  for (let look = 0; look < MAX_LOOKS && open.length > 0; look++) {
    const found = await findIds(tx, context, property, open);
    const single = [...found.values()].flatMap((ids) => (ids.length === 1 ? ids : []));
    const ids = single
      .filter((id) => !room.unread.has(id) && picture.records.get(id) === undefined)
      .toSorted((a, b) => a - b);
    for (let start = 0; start < ids.length; start += CHUNK) {
      await room.lock(tx, { ...context, type }, picture, ids.slice(start, start + CHUNK));
      await nextTurn();
    }
    for (const key of open) picture.keys.set(key, found.get(key) ?? []);
    open = [...found].flatMap(([key, ids]) => {
      const [id] = ids;
      if (id === undefined || ids.length > 1 || room.unread.has(id)) return [];
      if (keysOfRecord(picture, context, property, id).includes(key)) return [];
      // The same record was found before it was locked: by the value of a record merged into it. The lock keeps its merges as
      // they are, so the result is final.
      if (picture.records.get(id) !== undefined && asked.get(key) === id) return [];
      asked.set(key, id);
      picture.keys.set(key, []);
      return [key];
    });
  }
  return dropKeys;
}

function keysOfRecord(
  picture: Picture,
  { object }: BatchContext,
  property: PropertyDefinition,
  id: number,
): readonly string[] {
  const { properties } = picture.records.get(id) ?? {};
  return [property, furtherKey(object, property) ?? []]
    .flat()
    .flatMap((definition) =>
      [properties?.[definition.name] ?? []].flat().map((value) => wholeKey(definition, value)),
    );
}

/**
 * Returns the ids of the live records that have each of some keys, at most 10 for each. A contact is found by an
 * additional email if no other contact has it as its email. If no live record has a key, the primary record of a merged
 * one that had it is found.
 */
export async function findIds(
  tx: Db,
  context: TypeScope,
  property: PropertyDefinition,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map(await findByProperty(tx, context, property, keys));
  const missed = () => keys.filter((key) => (found.get(key) ?? []).length === 0);
  const further = furtherKey(context.object, property);
  if (further !== undefined) {
    for (const [key, ids] of await findByProperty(tx, context, further, missed())) {
      found.set(key, ids);
    }
  }
  for (const [key, ids] of await findByMerged(tx, context, property, missed())) found.set(key, ids);
  return found;
}

async function findByProperty(
  tx: Db,
  context: TypeScope,
  property: PropertyDefinition,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const type = context.object.name;
  const found = new Map<string, readonly number[]>();
  const whole = keys.filter((key) => cutKey(key) === key);
  for (let start = 0; start < whole.length; start += CHUNK) {
    const some = whole.slice(start, start + CHUNK);
    const by = { type, property: property.name };
    const ids = await recordIndex.findByValues(tx, context, by, {
      values: some,
      limit: MAX_LISTED_IDS,
    });
    for (const [key, of] of ids) found.set(key, of);
    await nextTurn();
  }
  const cut = new Map<string, string[]>();
  for (const key of keys) {
    if (cutKey(key) === key) continue;
    const sharing = cut.get(cutKey(key)) ?? [];
    cut.set(cutKey(key), sharing);
    sharing.push(key);
  }
  for (const [start, sharing] of cut) {
    for (const [key, ids] of await findLong(tx, context, property, { start, keys: sharing }))
      found.set(key, ids);
  }
  return found;
}

/** Compares the whole values of the records whose values have the same beginning. */
async function findLong(
  tx: Db,
  context: TypeScope,
  property: PropertyDefinition,
  { start, keys }: { readonly start: string; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>(keys.map((key) => [key, []]));
  const high = [start, Number.MAX_SAFE_INTEGER] as const;
  for (let after = 0; ; ) {
    const range = { property: property.name, low: [start, after] as const, high };
    const sharing = await recordScan.scanKeyRange(
      tx,
      context,
      { type: context.object.name, keyRange: range },
      { direction: "asc", limit: CHUNK },
    );
    const ids = sharing.map(({ id }) => id);
    const values = await recordsById.findValues(
      tx,
      context,
      { type: context.object.name, property: property.name },
      ids,
    );
    for (const { id, value } of values) {
      for (const one of [value ?? []].flat()) {
        const same = found.get(wholeKey(property, one));
        if (same !== undefined && same.length < MAX_LISTED_IDS) same.push(id);
      }
    }
    const isFull = [...found.values()].every((same) => same.length === MAX_LISTED_IDS);
    if (isFull || ids.length < CHUNK) return found;
    after = ids.at(-1) ?? after;
    await nextTurn();
  }
}
