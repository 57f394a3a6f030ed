import { setImmediate } from "node:timers/promises";
import { recordScan } from "@rapport/db";
import { whereAssociated } from "./association-conditions.ts";
import type { Group, Row } from "./condition.ts";
import type { SearchContext } from "./search-context.ts";

/** Characters of text that cost as much to examine as a record. */
const CHARACTERS_PER_RECORD = 1_000;

/** Reads records in chunks, and yields those of each chunk that meet one of the groups. */
export async function* readMatching(
  context: SearchContext,
  groups: readonly Group[],
  ids: readonly number[],
): AsyncGenerator<readonly Row[]> {
  const { chunk: size } = context.limits;
  for (let start = 0; start < ids.length; start += size) {
    if (start > 0) await setImmediate();
    const chunk = ids.slice(start, start + size);
    yield (await examine(context, groups, chunk)).matching;
  }
}

/**
 * Reads records and tests them.
 *
 * @param read the live ones of the records, if they were read already
 * @returns those that meet one of the groups, and what it cost to examine all of them, in records of ordinary
 *   size
 */
export async function examine(
  context: SearchContext,
  groups: readonly Group[],
  ids: readonly number[],
  read?: readonly Row[],
): Promise<{ readonly matching: readonly Row[]; readonly cost: number }> {
  const { db, scope, search } = context;
  const found = read ?? [...(await recordScan.findMany(db, scope, ids)).values()];
  const rows = found.filter(({ type }) => type === search.type);
  let cost = ids.length;
  for (const row of rows) cost += costOf(row);
  return { matching: await meetingAny(context, groups, rows), cost };
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
