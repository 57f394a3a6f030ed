import { authenticateSession, CrmError, type Deps } from "@rapport/core";
import type { Request } from "express";
import type { SessionCookie } from "./session-cookie.ts";

type SignedIn = NonNullable<Awaited<ReturnType<typeof authenticateSession>>>;

/**
 * Returns the admin whose session sends a request.
 *
 * @throws CrmError UNAUTHENTICATED
 */
export async function authenticate(
  deps: Deps,
  cookie: SessionCookie,
  req: Request,
): Promise<SignedIn> {
  const token = cookie.read(req);
  const admin = token === null ? null : await authenticateSession(deps, token);
  if (admin === null) throw new CrmError("UNAUTHENTICATED", "Sign in first.");
  return admin;
}
