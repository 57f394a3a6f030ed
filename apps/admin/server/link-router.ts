import {
  beginPasskeyByLink,
  CrmError,
  clientAddress,
  openPasskeySession,
  passkeyName,
  readLink,
  registrationInput,
  useLink,
} from "@rapport/core";
import express, { Router } from "express";
import { z } from "zod";
import type { PasskeyRouterOptions } from "./sign-in-router.ts";

const token = z.string().regex(/^[0-9A-Za-z]{43}$/);
const opened = z.strictObject({ token });
const passkey = z.strictObject({ name: passkeyName, response: registrationInput });
const accepted = z.union([
  z.strictObject({ token, password: z.string().max(1_000) }),
  z.strictObject({ token, passkey }),
]);

/**
 * Serves links of admins: POST /session/link/read answers what a link is for. POST /session/link sets the password, and
 * the page then signs in as usual. With a passkey, for which POST /session/link/passkey answers the options, it signs in at
 * once, because the authenticator has checked who uses it. The token is in the body, so that no log of addresses has it.
 */
export function linkRouter({
  deps,
  site,
  cookie,
  limits,
  countChallenge,
}: PasskeyRouterOptions): Router {
  const router = Router();
  router.use(express.json({ limit: "100kb" }));

  router.post("/read", async (req, res) => {
    const { token } = input(opened, req.body);
    const succeeded = await limits.attempt(clientAddress(req));
    const view = await readLink(deps, site, token);
    await succeeded();
    res.json(view);
  });

  router.post("/passkey", async (req, res) => {
    const { token } = input(opened, req.body);
    countChallenge(req);
    const succeeded = await limits.attempt(clientAddress(req));
    const options = await beginPasskeyByLink(deps, site, token);
    await succeeded();
    res.json(options);
  });

  router.post("/", async (req, res) => {
    const { token, ...chosen } = input(accepted, req.body);
    const address = clientAddress(req);
    const succeeded = await limits.attempt(address);
    const { id, email } = await useLink(deps, site, token, chosen);
    await succeeded();
    if ("passkey" in chosen) {
      const origin = { address, userAgent: req.get("user-agent") ?? "" };
      const passkeyId = chosen.passkey.response.id;
      const opened = await openPasskeySession(deps, { id, passkeyId }, origin);
      cookie.set(res, opened.token, opened.maxAgeSeconds);
    }
    res.json({ email });
  });
  return router;
}

function input<T>(schema: z.ZodType<T>, body: unknown): T {
  const given = schema.safeParse(body);
  if (given.success) return given.data;
  throw new CrmError(
    "INVALID_INPUT",
    "This link is not complete. Copy all of it, or ask the person who sent it for a new one.",
  );
}
