import { CrmError, clientAddress, type Deps, readLink, useLink } from "@rapport/core";
import express, { Router } from "express";
import { z } from "zod";
import type { SignInLimits } from "./sign-in-limits.ts";

const token = z.string().regex(/^[0-9A-Za-z]{43}$/);
const opened = z.strictObject({ token });
const accepted = z.strictObject({ token, password: z.string().max(1_000) });

/**
 * Serves links of admins: POST /session/link/read answers what a link is for, and POST /session/link sets the password.
 * The token is in the body, so that no log of addresses has it. The page then signs in as usual.
 */
export function linkRouter(deps: Deps, limits: SignInLimits): Router {
  const router = Router();
  router.use(express.json({ limit: "10kb" }));

  router.post("/read", async (req, res) => {
    const { token } = input(opened, req.body);
    const succeeded = await limits.attempt(clientAddress(req));
    const view = await readLink(deps, token);
    await succeeded();
    res.json(view);
  });

  router.post("/", async (req, res) => {
    const given = input(accepted, req.body);
    const succeeded = await limits.attempt(clientAddress(req));
    const answer = await useLink(deps, given);
    await succeeded();
    res.json(answer);
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
