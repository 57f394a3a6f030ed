import { type Db, recordScan } from "@rapport/db";
import type { Principal } from "../../principal.ts";
import type { Group, RowCondition } from "../conditions/condition.ts";
import { HIGHEST_ID, LOWEST_ID } from "../conditions/key-range.ts";
import type { SearchContext } from "./search-context.ts";

/** The range of all ids. `idRange` returns this object if no condition limits the ids. */
export const EVERY_ID: recordScan.IdRange = { above: LOWEST_ID, below: HIGHEST_ID };

/**
 * Ids follow the time of creation only roughly, because transactions overlap and clocks of processes differ,
 * but by no more than this.
 */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

/** Returns the range of ids that can meet all conditions. */
export function idRange(group: Group): recordScan.IdRange {
  const ranges = group.flatMap((condition) =>
    condition.kind === "row" ? (condition.ids ?? []) : [],
  );
  return ranges.reduce(overlap, EVERY_ID);
}

/** Narrows a range of ids by the conditions on the creation time. */
export async function narrowIds(
  { db, scope, search }: SearchContext,
  group: Group,
  range: recordScan.IdRange,
): Promise<recordScan.IdRange> {
  let narrowed = range;
  for (const condition of group) {
    if (condition.kind !== "row" || condition.created === undefined) continue;
    narrowed = overlap(narrowed, await idsCreated(db, scope, search.type, condition.created));
  }
  return narrowed;
}

function overlap(one: recordScan.IdRange, other: recordScan.IdRange): recordScan.IdRange {
  return {
    above: Math.max(one.above, other.above),
    below: Math.min(one.below, other.below),
  };
}

async function idsCreated(
  db: Db,
  scope: Principal,
  type: string,
  { side, moment }: NonNullable<RowCondition["created"]>,
): Promise<recordScan.IdRange> {
  const time = Date.parse(moment);
  return side === "after"
    ? { ...EVERY_ID, above: await lastBefore(db, scope, type, time - CLOCK_TOLERANCE_MS) }
    : { ...EVERY_ID, below: 1 + (await lastBefore(db, scope, type, time + CLOCK_TOLERANCE_MS)) };
}

/** Finds, by bisection, the greatest id of a record created before a time; 0 if there is none. */
async function lastBefore(db: Db, scope: Principal, type: string, time: number): Promise<number> {
  const [newest] = await recordScan.scanIds(
    db,
    scope,
    { type, range: EVERY_ID },
    { direction: "desc", limit: 1 },
  );
  let before = LOWEST_ID;
  let after = (newest?.id ?? LOWEST_ID) + 1;
  while (before + 1 < after) {
    const middle = Math.floor((before + after) / 2);
    const range = { above: middle - 1, below: after };
    const row = await recordScan.findFirst.first(db, scope, { type, ...range });
    if (row === undefined || Date.parse(row.created_at) >= time) after = middle;
    else before = row.id;
  }
  return before;
}
