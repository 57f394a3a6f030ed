import type { Db } from "@rapport/db";

/** Records of the first transaction of a job. */
export const FIRST_PORTION = 200;
const MAX_PORTION = 1_000;
const MIN_PORTION = 20;
/** Milliseconds of one transaction: short on SQLite, where it keeps other writers waiting. */
const TARGET_MS = { sqlite: 120, postgres: 250 } as const;

/** Returns how many records the next transaction of a job takes, so that it lasts about as long as it should. */
export function nextPortion(records: number, tookMs: number, dialect: Db["dialect"]): number {
  const fitting = Math.round((records * TARGET_MS[dialect]) / Math.max(tookMs, 1));
  return Math.max(MIN_PORTION, Math.min(MAX_PORTION, fitting, records * 2));
}
