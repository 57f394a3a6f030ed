import { inject } from "vitest";

/** What `npm run test:long` sets. Every amount is absent in `npm test`. */
export interface Amounts {
  /** How often a program is killed. */
  readonly kills?: number;
  /** How many generated requests are sent. */
  readonly requests?: number;
  /** Minutes of steady load. */
  readonly minutes?: number;
  /** Requests per second of steady load. */
  readonly rate?: number;
}

/**
 * Returns how much a test does.
 *
 * @param short the amount in `npm test`: a few seconds' worth
 * @returns what `npm run test:long` asks for, otherwise `short`
 */
export function amount(name: keyof Amounts, short: number): number {
  return inject("amounts")[name] ?? short;
}
