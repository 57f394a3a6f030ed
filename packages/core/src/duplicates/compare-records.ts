import { setImmediate as nextTurn } from "node:timers/promises";
import { associations, type Db, duplicates, recordsById } from "@rapport/db";
import type { ObjectSchema } from "../object-schema.ts";
import { hasKeys, keysOf } from "./keys.ts";
import { savePairs } from "./save-pairs.ts";

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
      ? await associations.findAssociated(tx, scope, ids, types, MAX_COMPANIES)
      : [];
  const companies = new Map(found.map((row) => [row.record, row.ids]));
  const keys = new Map<number, readonly string[]>();
  for (let start = 0; start < ids.length; start += RECORDS_PER_READ) {
    await nextTurn();
    const some = ids.slice(start, start + RECORDS_PER_READ);
    for (const [id, { properties }] of await recordsById.findMany(tx, scope, some)) {
      keys.set(id, keysOf(object, properties, companies.get(id) ?? []));
    }
  }
  return keys;
}

function without(keys: readonly string[], others: readonly string[]): readonly string[] {
  return keys.filter((key) => !others.includes(key));
}
