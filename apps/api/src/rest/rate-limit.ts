import { CrmError, type Principal } from "@rapport/core";
import type { Response } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Seconds that a limit counts over. */
const WINDOW = 10;

/**
 * Limits the requests of one credential, and announces the limit on every response.
 *
 * @param limit requests per 10 seconds; 0 turns it off
 */
export function rateLimiter(limit: number): (principal: Principal, res: Response) => Promise<void> {
  if (limit === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW });
  const policy = `"default";q=${limit};w=${WINDOW}`;

  return async (principal, res) => {
    try {
      announce(res, policy, await limiter.consume(`${principal.kind}:${principal.id}`));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      announce(res, policy, refused);
      throw new CrmError(
        "RATE_LIMITED",
        `More than ${limit} requests in ${WINDOW} seconds; wait and try again.`,
        {
          headers: { "Retry-After": String(secondsUntil(refused)) },
        },
      );
    }
  };
}

function announce(res: Response, policy: string, state: RateLimiterRes): void {
  res.setHeader("RateLimit-Policy", policy);
  res.setHeader("RateLimit", `"default";r=${state.remainingPoints};t=${secondsUntil(state)}`);
}

function secondsUntil(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
