import {
  assertionInput,
  beginPasskeySignIn,
  CrmError,
  clientAddress,
  type Deps,
  networkOf,
  newSessionToken,
  type PasskeySite,
  signInWithPasskey,
  windowLimit,
} from "@rapport/core";
import express, { type Request, Router } from "express";
import { z } from "zod";
import type { SessionCookie } from "./authenticate.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

/** Time in which a browser can answer. The server keeps it too. */
const CHALLENGE_SECONDS = 5 * 60;
/** Challenges per address, because each is a row until it expires. */
const CHALLENGES = { points: 60, seconds: CHALLENGE_SECONDS, keys: 20_000 };

export interface PasskeyRouterOptions {
  readonly deps: Deps;
  readonly site: PasskeySite;
  readonly cookie: SessionCookie;
  /** Holds the token that a challenge is bound to. */
  readonly challengeCookie: SessionCookie;
  readonly limits: SignInLimits;
  readonly countChallenge: ChallengeCounter;
}

/** Counts a challenge of an address. @throws CrmError RATE_LIMITED */
type ChallengeCounter = (req: Request) => void;

/** Limits challenges across all that ask for one. */
export function challengeCounter(): ChallengeCounter {
  const challenges = windowLimit(CHALLENGES);
  return (req) => {
    const { isAllowed, secondsLeft } = challenges.consume(networkOf(clientAddress(req)));
    if (isAllowed) return;
    const headers = { "Retry-After": String(secondsLeft) };
    throw new CrmError("RATE_LIMITED", "Too many sign-in attempts. Try again in 5 minutes.", {
      headers,
    });
  };
}

/**
 * Serves sign-in with a passkey: POST /session/passkey/challenge answers the options for the browser, and
 * POST /session/passkey takes its answer.
 */
export function passkeyRouter(options: PasskeyRouterOptions): Router {
  const { deps, site, cookie, challengeCookie, limits, countChallenge } = options;
  const router = Router();

  router.post("/challenge", async (req, res) => {
    countChallenge(req);
    const token = newSessionToken();
    const answer = await beginPasskeySignIn(deps, site, token);
    challengeCookie.set(res, token, CHALLENGE_SECONDS);
    res.json(answer);
  });

  router.post("/", express.json({ limit: "10kb" }), async (req, res) => {
    const given = z.strictObject({ passkey: assertionInput }).safeParse(req.body);
    if (!given.success) throw new CrmError("INVALID_INPUT", "Use a passkey of this browser.");
    const address = clientAddress(req);
    const succeeded = await limits.attempt(address);
    const browser = challengeCookie.read(req) ?? "";
    challengeCookie.clear(res);
    const origin = { address, userAgent: req.get("user-agent") ?? "" };
    const answer = { site, response: given.data.passkey, browser };
    const { token, maxAgeSeconds } = await signInWithPasskey(deps, answer, origin);
    await succeeded();
    cookie.set(res, token, maxAgeSeconds);
    res.status(204).end();
  });
  return router;
}
