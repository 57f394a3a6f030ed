import { setImmediate } from "node:timers/promises";
import { recordsById } from "@rapport/db";
import { whereAssociated } from "./association-conditions.ts";
import type { Group, Row, ScannedRow } from "./condition.ts";
import type { SearchContext } from "./search-context.ts";

/** Characters of text that cost as much to examine as a record. */
const CHARACTERS_PER_RECORD = 1_000;

/** Reads records in chunks, and yields those of each chunk that meet one of the groups; a large record on its own. */
export async function* readMatching(
  context: SearchContext,
  groups: readonly Group[],
  ids: readonly number[],
): AsyncGenerator<readonly Row[]> {
  const { db, scope, limits } = context;
  let pieces = 0;
  for (let start = 0; start < ids.length; start += limits.chunk) {
    const chunk = ids.slice(start, start + limits.chunk);
    const scanned = await recordsById.scanMany(db, scope, chunk);
    for (const { items, rows } of splitAtLarge(chunk, (id) => id, scanned)) {
      if (pieces++ > 0) await setImmediate();
      yield (await examine(context, groups, items, rows)).matching;
    }
  }
}

/** Some items with the rows of their records. */
interface Piece<Item> {
  readonly items: readonly Item[];
  readonly rows: readonly ScannedRow[];
}

/** Splits items so that each one of a large record is alone, because large records are read one after another. */
export function splitAtLarge<Item>(
  items: readonly Item[],
  idOf: (item: Item) => number,
  rows: readonly ScannedRow[],
): readonly Piece<Item>[] {
  if (rows.every(isWhole)) return [{ items, rows }];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pieces: { readonly items: Item[]; readonly rows: ScannedRow[] }[] = [];
  let isOpen = false;
  for (const item of items) {
    const row = byId.get(idOf(item));
    const isAlone = row !== undefined && !isWhole(row);
    const own = row === undefined ? [] : [row];
    if (isOpen && !isAlone) {
      pieces.at(-1)?.items.push(item);
      pieces.at(-1)?.rows.push(...own);
    } else {
      pieces.push({ items: [item], rows: own });
    }
    isOpen = !isAlone;
  }
  return pieces;
}

/** Returns whether the properties of a record were read. */
export function isWhole(row: ScannedRow): row is Row {
  return row.properties !== null;
}

/**
 * Tests records.
 *
 * @param rows the live ones of the records. The properties of a large one, which must be alone, are read.
 * @returns those that meet one of the groups, and what it cost to examine all of them, in records of ordinary
 *   size
 */
export async function examine(
  context: SearchContext,
  groups: readonly Group[],
  ids: readonly number[],
  rows: readonly ScannedRow[],
): Promise<{ readonly matching: readonly Row[]; readonly cost: number }> {
  const { db, scope, search } = context;
  const ofType = rows.filter(({ type }) => type === search.type);
  const whole = ofType.every(isWhole)
    ? ofType
    : [...(await recordsById.findMany(db, scope, ids)).values()];
  let cost = ids.length;
  for (const row of whole) cost += costOf(row);
  return { matching: await meetingAny(context, groups, whole), cost };
}

async function meetingAny(
  context: SearchContext,
  [first = [], ...others]: readonly Group[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const found = await meeting(context, first, rows);
  if (others.length === 0) return found;
  const matching = new Set(found);
  for (const group of others) {
    const untested = rows.filter((row) => !matching.has(row));
    for (const row of await meeting(context, group, untested)) matching.add(row);
  }
  return [...matching];
}

async function meeting(
  { db, scope, search }: SearchContext,
  group: Group,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (group.length === 0) return rows;
  let left: readonly Row[] = rows.filter((row) =>
    group.every((condition) => condition.kind === "association" || condition.matches(row)),
  );
  for (const condition of group) {
    if (condition.kind === "row") continue;
    left = await whereAssociated(db, scope, search.type, condition, left);
  }
  return left;
}

function costOf({ properties }: Row): number {
  let characters = 0;
  for (const name in properties) {
    const value = properties[name];
    if (typeof value === "string") characters += value.length;
    else if (Array.isArray(value)) for (const one of value) characters += String(one).length;
  }
  return Math.floor(characters / CHARACTERS_PER_RECORD);
}
