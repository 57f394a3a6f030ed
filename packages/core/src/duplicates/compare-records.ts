import { setImmediate as nextTurn } from "node:timers/promises";
import { associations, type Db, duplicatePairs, duplicates, recordsById } from "@rapport/db";
import type { ObjectSchema } from "../object-schema.ts";
import { duplicateKeys, hasKeys } from "./keys.ts";

/** Companies of a contact that count. */
const MAX_COMPANIES = 10;
/** Records that one statement reads, because each can have 1 MiB. Most portions have fewer. */
const RECORDS_PER_READ = 50;

interface Scope {
  readonly projectId: number;
}

/**
 * Updates the keys and the pairs of some records of one type after changes. Costs few statements.
 * Other requests are served between them, because on SQLite each one blocks the process. The caller must hold the lock
 * of the project's comparison, so that of two records with one key the later one finds the earlier.
 */
export async function compareRecords(
  tx: Db,
  scope: Scope,
  object: ObjectSchema,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0 || !hasKeys(object)) return;
  const wanted = await wantedKeys(tx, scope, object, ids);
  await nextTurn();
  const stored = await duplicates.findKeys(tx, scope, ids);
  const removed: duplicates.KeyRow[] = [];
  const added: duplicates.KeyRow[] = [];
  const now = new Map<number, readonly string[]>();
  for (const id of ids) {
    const [before, after] = [stored.get(id) ?? [], wanted.get(id) ?? []];
    const [lost, got] = [without(before, after), without(after, before)];
    if (lost.length > 0 || got.length > 0) now.set(id, after);
    removed.push(...lost.map((key) => ({ record_id: id, key })));
    added.push(...got.map((key) => ({ record_id: id, key })));
  }
  if (now.size === 0) return;
  await nextTurn();
  await duplicates.changeKeys(tx, scope, object.name, { added, removed, now });
  await nextTurn();
  await savePairs(tx, scope, object.name, { added, removed });
}

/** Returns the keys of those records that are live. */
async function wantedKeys(
  tx: Db,
  scope: Scope,
  object: ObjectSchema,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const types = { before: [], after: ["company"] };
  const found =
    object.name === "contact"
      ? await associations.findAssociated(tx, scope, ids, { types, limit: MAX_COMPANIES })
      : [];
  const companies = new Map(found.map((row) => [row.record, row.ids]));
  const keys = new Map<number, readonly string[]>();
  for (let start = 0; start < ids.length; start += RECORDS_PER_READ) {
    await nextTurn();
    const some = ids.slice(start, start + RECORDS_PER_READ);
    for (const [id, { properties }] of await recordsById.findMany(tx, scope, some)) {
      keys.set(id, duplicateKeys(object, properties, companies.get(id) ?? []));
    }
  }
  return keys;
}

/**
 * Maximum number of records with one key that form pairs: those with the lowest ids. So a value that many records share, such
 * as the number of a switchboard, makes at most 45 pairs. If one of them is merged or loses the key, the next one takes its
 * place.
 */
const MAX_HOLDERS = 10;

type Pair = duplicatePairs.Pair;
type StoredPair = duplicatePairs.StoredPair;
type PairWithKeys = Pair & { readonly keys: readonly string[] };

/** A change of the keys of records of one type. */
interface KeyChange {
  readonly added: readonly duplicates.KeyRow[];
  readonly removed: readonly duplicates.KeyRow[];
}

/**
 * Updates the pairs of records of one type after their keys have changed. A pair that was dismissed stays so until both
 * have another key in common than they had then. It also stays while one of them is deleted or merged.
 */
async function savePairs(tx: Db, scope: Scope, type: string, change: KeyChange): Promise<void> {
  const rows = [...change.added, ...change.removed];
  const changed = new Set(rows.map(({ record_id: id }) => id));
  const known = byName(await duplicatePairs.listPairs(tx, scope, [...changed]));
  const wanted = { type, keys: [...new Set(rows.map(({ key }) => key))], limit: MAX_HOLDERS };
  const lost = new Set(change.removed.map(({ key }) => key));
  const found = new Map<string, Pair>();
  for (const { key, ids } of await duplicates.listHolders(tx, scope, wanted)) {
    for (const pair of allPairs(ids)) {
      // Two unchanged records can become a pair only if another record lost the key, so that one of them is now among the
      // first.
      const isNew = lost.has(key) || changed.has(pair.low) || changed.has(pair.high);
      if (isNew && !known.has(pairKey(pair))) found.set(pairKey(pair), pair);
    }
  }
  for (const pair of await duplicatePairs.findPairs(tx, scope, [...found.values()])) {
    known.set(pairKey(pair), pair);
  }
  await nextTurn();
  const pairs = [...new Map<string, Pair>([...found, ...known]).values()];
  if (pairs.length > 0) await update(tx, scope, type, { pairs, known });
}

async function update(
  tx: Db,
  scope: Scope,
  type: string,
  {
    pairs,
    known,
  }: { readonly pairs: readonly Pair[]; readonly known: ReadonlyMap<string, StoredPair> },
): Promise<void> {
  const ids = new Set(pairs.flatMap(({ low, high }) => [low, high]));
  const keys = await duplicates.findKeys(tx, scope, [...ids]);
  const saved: PairWithKeys[] = [];
  const moved: PairWithKeys[] = [];
  const reopened: Pair[] = [];
  const removed: Pair[] = [];
  for (const { low, high } of pairs) {
    const stored = known.get(pairKey({ low, high }));
    const [one, other] = [keys.get(low), keys.get(high)];
    const shared = one?.filter((key) => other?.includes(key)) ?? [];
    if (shared.length > 0) {
      const pair = { low, high, keys: shared };
      if (isMoved(stored)) moved.push(pair);
      else if (!isCovered(stored, shared)) {
        saved.push(pair);
        if (stored?.isDismissed) reopened.push(pair);
      }
      continue;
    }
    // A record that was deleted or merged has no keys, and may come back.
    const isAway = one === undefined || other === undefined;
    if (stored !== undefined && !(stored.isDismissed && isAway)) removed.push({ low, high });
  }
  await duplicatePairs.removePairs(tx, scope, removed);
  await duplicatePairs.savePairs(tx, scope, type, { pairs: saved, at: new Date().toISOString() });
  await duplicatePairs.keepDismissed(tx, scope, moved);
  for (const pair of reopened) await duplicatePairs.markPair(tx, scope, pair, null);
}

/** Returns whether a pair was dismissed in another installation, and its records were not compared since. */
function isMoved(stored: StoredPair | undefined): boolean {
  return stored?.isDismissed === true && stored.keys.includes(duplicatePairs.ANY_KEY);
}

/** Returns whether a stored pair needs no change for the keys that both records have now. */
function isCovered(stored: StoredPair | undefined, shared: readonly string[]): boolean {
  if (stored === undefined || !shared.every((key) => stored.keys.includes(key))) return false;
  return stored.isDismissed || stored.keys.length === shared.length;
}

function allPairs(ids: readonly number[]): readonly Pair[] {
  const sorted = ids.toSorted((a, b) => a - b);
  return sorted.flatMap((low, i) => sorted.slice(i + 1).map((high) => ({ low, high })));
}

function byName(pairs: readonly StoredPair[]): Map<string, StoredPair> {
  return new Map(pairs.map((pair) => [pairKey(pair), pair]));
}

function pairKey({ low, high }: Pair): string {
  return `${low}-${high}`;
}

function without(keys: readonly string[], others: readonly string[]): readonly string[] {
  return keys.filter((key) => !others.includes(key));
}
