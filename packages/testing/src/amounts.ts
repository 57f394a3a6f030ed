import { inject } from "vitest";

/** Amounts that `npm run test:long` sets. `npm test` sets none. */
export interface Amounts {
  /** Number of times a program is killed. */
  readonly kills?: number;
  /** Number of generated requests. */
  readonly requests?: number;
  /** Number of random searches. */
  readonly searches?: number;
  /** Number of random sequences of batches. */
  readonly batches?: number;
  /** Number of random sequences of requests that servers on both databases get. */
  readonly sequences?: number;
  /** Number of records that are upserted in batches. */
  readonly upserts?: number;
  /** Number of records that each of two versions creates beside the other. */
  readonly upgrades?: number;
  /** Minutes of steady load. */
  readonly minutes?: number;
  /** Seconds for which PostgreSQL is frozen. */
  readonly frozenSeconds?: number;
  /** Number of failovers of a cluster that Patroni manages. */
  readonly failovers?: number;
  /** Number of images and archives that are built and run. */
  readonly images?: number;
  /** Requests per second of steady load. */
  readonly rate?: number;
}

/**
 * Returns how much work a test does.
 *
 * @param short the amount in `npm test`, for a few seconds of work
 * @returns the amount that `npm run test:long` sets, otherwise `short`
 */
export function amount(name: keyof Amounts, short: number): number {
  return inject("amounts")[name] ?? short;
}
