import { CrmError, type LimitState, type Principal, windowLimit } from "@rapport/core";
import type { Response } from "express";

/** Seconds that a limit counts over. */
const WINDOW = 10;
/** Credentials that are counted at once, about 20 MB. */
const CREDENTIALS = 100_000;

/**
 * Takes the calls of one request from what its credential has left, all of them or none.
 *
 * @param calls 1 when not given; a batch has one for each of its procedures
 * @throws CrmError RATE_LIMITED with `Retry-After`
 */
export type RateLimit = (principal: Principal, res: Response, calls?: number) => Promise<void>;

/**
 * Limits the calls of one credential, and announces the limit on every response.
 *
 * @param limit calls per 10 seconds; 0 turns it off
 */
export function rateLimiter(limit: number): RateLimit {
  if (limit === 0) return async () => undefined;
  const windows = windowLimit({ points: limit, seconds: WINDOW, keys: CREDENTIALS });
  const policy = `"default";q=${limit};w=${WINDOW}`;

  return async ({ kind, id }, res, calls = 1) => {
    const state = windows.consume(`${kind}:${id}`, calls);
    const { remaining, secondsLeft } = state;
    res.setHeader("RateLimit-Policy", policy);
    res.setHeader("RateLimit", `"default";r=${remaining};t=${secondsLeft}`);
    if (!state.isAllowed) throw tooMany(limit, calls, state);
  };
}

function tooMany(limit: number, calls: number, { remaining, secondsLeft }: LimitState): CrmError {
  const message =
    calls === 1
      ? `More than ${limit} requests in ${WINDOW} seconds; wait and try again.`
      : `The batch has ${calls} calls, and ${remaining} of ${limit} in ${WINDOW} seconds are left. Wait, or send fewer calls together.`;
  return new CrmError("RATE_LIMITED", message, { headers: { "Retry-After": String(secondsLeft) } });
}
