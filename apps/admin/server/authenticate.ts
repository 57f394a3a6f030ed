import { authenticateSession, CrmError, type Deps, requireFactor } from "@rapport/core";
import type { Request } from "express";
import type { SessionCookie } from "./session-cookie.ts";

type SignedIn = NonNullable<Awaited<ReturnType<typeof authenticateSession>>>;

/**
 * Returns the admin whose session sends a request.
 *
 * @param keepsAlive whether this is an action of the admin, which makes the session last longer
 * @throws CrmError UNAUTHENTICATED; INSUFFICIENT_SCOPE if the admin has to set a second factor up first
 */
export async function authenticate(
  deps: Deps,
  cookie: SessionCookie,
  req: Request,
  keepsAlive = true,
): Promise<SignedIn> {
  const token = cookie.read(req);
  const admin = token === null ? null : await authenticateSession(deps, token, keepsAlive);
  if (admin === null) throw new CrmError("UNAUTHENTICATED", "Sign in first.");
  requireFactor(admin);
  return admin;
}
