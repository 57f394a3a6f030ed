import { type Db, recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Principal } from "../principal.ts";
import { type Condition, HIGHEST_ID, LOWEST_ID } from "./filters.ts";

/**
 * Ids follow creation times only roughly, because transactions overlap and the clocks of processes differ.
 * The difference is assumed to stay below this.
 */
const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

/** Adds the range of ids that can match, if the condition is on the creation time. */
export async function withIds(
  db: Db,
  scope: Principal,
  type: ObjectType,
  condition: Condition,
): Promise<Condition> {
  const { created } = condition;
  if (created === undefined) return condition;
  const moment = Date.parse(created.moment);
  const ids =
    created.side === "after"
      ? { above: await lastBefore(db, scope, type, moment - CLOCK_TOLERANCE_MS), below: HIGHEST_ID }
      : {
          above: LOWEST_ID,
          below: 1 + (await lastBefore(db, scope, type, moment + CLOCK_TOLERANCE_MS)),
        };
  return { ...condition, ids };
}

/** Finds, by bisection, the greatest id of a record created before a time; 0 if there is none. */
async function lastBefore(
  db: Db,
  scope: Principal,
  type: ObjectType,
  time: number,
): Promise<number> {
  const everything = { above: LOWEST_ID, below: HIGHEST_ID };
  const [newest] = await recordScan.scanIds(db, scope, type, everything, "desc", 1);
  let before = LOWEST_ID;
  let after = (newest?.id ?? LOWEST_ID) + 1;
  while (before + 1 < after) {
    const middle = Math.floor((before + after) / 2);
    const range = { above: middle - 1, below: after };
    const [row] = await recordScan.scanIds(db, scope, type, range, "asc", 1);
    if (row === undefined || Date.parse(row.created_at) >= time) after = middle;
    else before = row.id;
  }
  return before;
}
