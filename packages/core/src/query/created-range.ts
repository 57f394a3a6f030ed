import { type Db, recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Principal } from "../principal.ts";
import { type Condition, HIGHEST_ID, LOWEST_ID } from "./filters.ts";

/**
 * Ids are given out in nearly the order of creation: transactions overlap, and the clocks of several
 * processes differ, but not by more than this, in milliseconds.
 */
const DISORDER = 60 * 60 * 1000;

/** Adds to a condition on the moment of creation which ids the records that meet it lie between. */
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
      ? { above: await lastBefore(db, scope, type, moment - DISORDER), below: HIGHEST_ID }
      : { above: LOWEST_ID, below: 1 + (await lastBefore(db, scope, type, moment + DISORDER)) };
  return { ...condition, ids };
}

/** The greatest id of a record created before a moment, 0 when there is none; found by bisection. */
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
