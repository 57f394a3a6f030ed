import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, duplicatePairs, duplicates } from "@rapport/db";

/**
 * Of the records with one key, only so many with the lowest ids are pairs. So a value that very many share, such as
 * the number of a switchboard, makes at most 45 pairs. If one of them is merged or loses the key, the next one takes
 * its place.
 */
const MAX_HOLDERS = 10;

interface Scope {
  readonly projectId: number;
}

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
export async function savePairs(
  tx: Db,
  scope: Scope,
  type: string,
  change: KeyChange,
): Promise<void> {
  const rows = [...change.added, ...change.removed];
  const changed = new Set(rows.map(({ record_id: id }) => id));
  const known = byName(await duplicatePairs.listPairs(tx, scope, [...changed]));
  const wanted = { type, keys: [...new Set(rows.map(({ key }) => key))], limit: MAX_HOLDERS };
  const lost = new Set(change.removed.map(({ key }) => key));
  const found = new Map<string, Pair>();
  for (const { key, ids } of await duplicates.listHolders(tx, scope, wanted)) {
    for (const pair of pairsOf(ids)) {
      // Two others can only have become a pair because a record has made room for one of them.
      const isNew = lost.has(key) || changed.has(pair.low) || changed.has(pair.high);
      if (isNew && !known.has(nameOf(pair))) found.set(nameOf(pair), pair);
    }
  }
  for (const pair of await duplicatePairs.findPairs(tx, scope, [...found.values()])) {
    known.set(nameOf(pair), pair);
  }
  await nextTurn();
  const pairs = [...new Map<string, Pair>([...found, ...known]).values()];
  if (pairs.length > 0) await update(tx, scope, type, pairs, known);
}

async function update(
  tx: Db,
  scope: Scope,
  type: string,
  pairs: readonly Pair[],
  known: ReadonlyMap<string, StoredPair>,
): Promise<void> {
  const ids = new Set(pairs.flatMap(({ low, high }) => [low, high]));
  const keys = await duplicates.findKeys(tx, scope, [...ids]);
  const saved: PairWithKeys[] = [];
  const moved: PairWithKeys[] = [];
  const reopened: Pair[] = [];
  const removed: Pair[] = [];
  for (const { low, high } of pairs) {
    const stored = known.get(nameOf({ low, high }));
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
  await duplicatePairs.savePairs(tx, scope, type, saved, new Date().toISOString());
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

function pairsOf(ids: readonly number[]): readonly Pair[] {
  const sorted = ids.toSorted((a, b) => a - b);
  return sorted.flatMap((low, i) => sorted.slice(i + 1).map((high) => ({ low, high })));
}

function byName(pairs: readonly StoredPair[]): Map<string, StoredPair> {
  return new Map(pairs.map((pair) => [nameOf(pair), pair]));
}

function nameOf({ low, high }: Pair): string {
  return `${low}-${high}`;
}
