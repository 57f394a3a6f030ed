import { type Db, pace } from "@rapport/db";

/** Records of the first transaction of a job. */
export const FIRST_PORTION = 200;
const MAX_PORTION = 1_000;
const MIN_PORTION = 20;

/** Returns how many records the next transaction of a job takes, so that it lasts about as long as it should. */
export function nextPortion(db: Db, records: number, tookMs: number): number {
  const fitting = Math.round((records * pace.jobTransactionMs(db)) / Math.max(tookMs, 1));
  return Math.max(MIN_PORTION, Math.min(MAX_PORTION, fitting, records * 2));
}
