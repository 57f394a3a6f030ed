import {
  CrmError,
  type Deps,
  type LimitState,
  type Principal,
  type RequestQuota,
  type RequestsLeft,
} from "@rapport/core";
import type { Places } from "@rapport/service/http/places";
import type { Limits } from "@rapport/service/limits";
import type { Request, Response } from "express";

export const WINDOW_SECONDS = 10;
const DAY_SECONDS = 24 * 60 * 60;
/** Maximum number of counted credentials; they take about 20 MB. */
const MAX_CREDENTIALS = 100_000;

/**
 * Counts calls of a request against the limit of its credential and the quota of its tenant: all of them or none.
 *
 * @param calls number of calls in the request; 1 by default
 * @throws CrmError RATE_LIMITED or QUOTA with `Retry-After`
 */
export type RateLimit = (principal: Principal, res: Response, calls?: number) => Promise<void>;

/** What every surface works with. */
export interface Serving {
  readonly deps: Deps;
  readonly authenticate: (req: Request) => Promise<Principal>;
  readonly places: Places;
  readonly rateLimit: RateLimit;
  /** Called for every error that the caller did not cause. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/**
 * Authenticates the caller of a request, takes a place for it, and counts its calls against the limits.
 *
 * @throws CrmError as `RateLimit` and `Places` do
 */
export async function admit(
  { authenticate, rateLimit, places }: Pick<Serving, "authenticate" | "rateLimit" | "places">,
  req: Request,
  res: Response,
  calls = 1,
): Promise<Principal> {
  const principal = await authenticate(req);
  res.locals.principal = principal;
  places.hold(res, principal);
  await rateLimit(principal, res, calls);
  return principal;
}

/**
 * Limits the calls per credential, and the calls of a day per tenant. Adds the `RateLimit` and `RateLimit-Policy` headers
 * to every response.
 *
 * @param limit calls per 10 seconds; 0 turns this limit off
 */
export function rateLimiter(limits: Limits, limit: number, quota: RequestQuota): RateLimit {
  const options = { points: limit, seconds: WINDOW_SECONDS, keys: MAX_CREDENTIALS };
  const windows = limit === 0 ? null : limits.window("requests", options);
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;

  return async (principal, res, calls = 1) => {
    const { kind, id } = principal;
    if (windows !== null) {
      const state = await windows.consume(`${kind}:${id}`, calls);
      const { remaining, secondsLeft } = state;
      res.locals.limit = { ...state, points: limit };
      res.setHeader("RateLimit-Policy", policy);
      res.setHeader("RateLimit", `"default";r=${remaining};t=${secondsLeft}`);
      if (!state.isAllowed) throw tooMany(limit, calls, state);
    }
    const day = await quota.count(principal.tenantId, calls);
    if (day === undefined) return;
    noteDay(res, day);
    if (day.refusal !== undefined) throw day.refusal;
  };
}

/** Adds the requests of the day to the headers about limits. */
function noteDay(res: Response, { limit, remaining, secondsLeft }: RequestsLeft): void {
  res.locals.day = { limit, remaining };
  res.appendHeader("RateLimit-Policy", `"day";q=${limit};w=${DAY_SECONDS}`);
  res.appendHeader("RateLimit", `"day";r=${remaining};t=${secondsLeft}`);
}

function tooMany(limit: number, calls: number, { remaining, secondsLeft }: LimitState): CrmError {
  const message =
    calls === 1
      ? `More than ${limit} requests in ${WINDOW_SECONDS} seconds. Wait and try again.`
      : `The batch has ${calls} calls, but only ${remaining} of ${limit} in ${WINDOW_SECONDS} seconds are left. Wait, or send fewer calls together.`;
  return new CrmError("RATE_LIMITED", message, { headers: { "Retry-After": String(secondsLeft) } });
}
