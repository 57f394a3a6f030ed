import {
  addressNetwork,
  assertionInput,
  beginPasskeySignIn,
  CrmError,
  clientAddress,
  type Deps,
  hasSignIns,
  newSessionToken,
  type PasskeySite,
  signIn,
  signInWithPasskey,
  signOut,
  windowLimit,
} from "@rapport/core";
import express, { type Request, Router } from "express";
import { z } from "zod";
import { authenticate, type SessionCookie } from "./authenticate.ts";
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
    const { isAllowed, secondsLeft } = challenges.consume(addressNetwork(clientAddress(req)));
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

const credentials = z.strictObject({
  // PostgreSQL does not accept NUL in text.
  email: z
    .string()
    .min(1)
    .max(320)
    .regex(/^[^\0]*$/),
  password: z.string().min(1).max(1_000),
  /** Of the second factor, or a recovery code. */
  code: z.string().min(1).max(64).optional(),
  /** Of the second factor too, instead of a code. */
  passkey: assertionInput.optional(),
});

interface SessionRouterOptions {
  readonly deps: Deps;
  readonly cookie: SessionCookie;
  /** Holds the token that a challenge for a passkey is bound to. */
  readonly challengeCookie: SessionCookie;
  readonly site: PasskeySite;
  readonly limits: SignInLimits;
  /** Label for the button of single sign-on; null if it is off. */
  readonly oidcLabel: string | null;
}

/**
 * Serves sign-in and sign-out: POST, GET and DELETE /session. GET /session/methods lists the ways to sign in.
 */
export function sessionRouter(options: SessionRouterOptions): Router {
  const { deps, cookie, challengeCookie, site, limits, oidcLabel } = options;
  const router = Router();

  router.post("/", express.json({ limit: "10kb" }), async (req, res) => {
    const given = credentials.safeParse(req.body);
    if (!given.success) {
      throw new CrmError("INVALID_INPUT", "Enter an email and a password.");
    }
    const address = clientAddress(req);
    const succeeded = await limits.attempt(address, given.data.email.toLowerCase());
    const origin = { address, userAgent: req.get("user-agent") ?? "" };
    const { email, password, code, passkey: response } = given.data;
    const browser = challengeCookie.read(req) ?? "";
    if (response !== undefined) challengeCookie.clear(res);
    const passkey = response && { site, response, browser };
    const proofs = { email, password, code, passkey };
    const { token, maxAgeSeconds } = await signIn(deps, proofs, origin).catch(async (error) => {
      // The password was right, and the page now asks for the code.
      if (isCodeMissing(error)) await succeeded();
      throw error;
    });
    await succeeded();
    cookie.set(res, token, maxAgeSeconds);
    res.status(204).end();
  });

  router.get("/", async (req, res) => {
    const admin = await authenticate(deps, cookie, req);
    res.json({ id: admin.id, email: admin.email, role: admin.role });
  });

  router.get("/methods", async (_req, res) => {
    res.json({
      // The page opens without the database too.
      isNew: !(await hasSignIns(deps).catch(() => true)),
      password: true,
      passkey: site.refusal === null,
      oidc: oidcLabel === null ? null : { label: oidcLabel },
    });
  });

  router.delete("/", async (req, res) => {
    const token = cookie.read(req);
    if (token !== null) await signOut(deps, token);
    cookie.clear(res);
    res.status(204).end();
  });
  return router;
}

function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof CrmError && error.issues.some(({ code }) => code === "second_factor_required")
  );
}
