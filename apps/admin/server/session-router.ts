import { authenticateSession, CrmError, type Deps, signIn, signOut } from "@rapport/core";
import express, { type Request, Router } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
import type { SessionCookie } from "./session-cookie.ts";

/** Wrong passwords for one account, and from one address, before more are refused for a while. */
const PER_ACCOUNT = { points: 5, duration: 15 * 60 };
const PER_ADDRESS = { points: 30, duration: 15 * 60 };

const credentials = z.strictObject({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1_000),
});

/** Signing in and out: POST, GET and DELETE /session. */
export function sessionRouter(deps: Deps, cookie: SessionCookie): Router {
  const router = Router();
  const perAccount = new RateLimiterMemory(PER_ACCOUNT);
  const perAddress = new RateLimiterMemory(PER_ADDRESS);

  router.post("/", express.json({ limit: "10kb" }), async (req, res) => {
    const given = credentials.safeParse(req.body);
    if (!given.success) {
      throw new CrmError("INVALID_INPUT", "Give an email and a password.");
    }
    const address = addressOf(req);
    const account = given.data.email.toLowerCase();
    await slowDown(perAddress, address);
    await slowDown(perAccount, `${account} ${address}`);
    const origin = { address, userAgent: req.get("user-agent") ?? "" };
    const { token, maxAgeSeconds } = await signIn(deps, given.data, origin);
    await Promise.all([
      perAccount.delete(`${account} ${address}`),
      // Only wrong passwords count against an address that many admins share.
      perAddress.reward(address, 1),
    ]);
    cookie.set(res, token, maxAgeSeconds);
    res.status(204).end();
  });

  router.get("/", async (req, res) => {
    const token = cookie.read(req);
    const admin = token === null ? null : await authenticateSession(deps, token);
    if (admin === null) throw new CrmError("UNAUTHENTICATED", "Sign in first.");
    res.json({ id: admin.id, email: admin.email, role: admin.role });
  });

  router.delete("/", async (req, res) => {
    const token = cookie.read(req);
    if (token !== null) await signOut(deps, token);
    cookie.clear(res);
    res.status(204).end();
  });
  return router;
}

/** Counts an attempt before it is judged, so that many at once do not pass together. */
async function slowDown(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw new CrmError("RATE_LIMITED", "Too many attempts to sign in; wait and try again.", {
      headers: { "Retry-After": String(seconds) },
    });
  }
}

function addressOf(req: Request): string {
  return req.socket.remoteAddress ?? "unknown";
}
