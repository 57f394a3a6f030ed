import { authenticateSession, CrmError, type Deps, requireFactor } from "@rapport/core";
import type { Request, Response } from "express";

type SignedIn = NonNullable<Awaited<ReturnType<typeof authenticateSession>>>;

export interface SessionCookie {
  /** Returns the session's token; null if the request has none. */
  read(req: Request): string | null;
  set(res: Response, token: string, maxAgeSeconds: number): void;
  clear(res: Response): void;
}

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

/** Returns an id in a path; 0, which nothing has, if it is no id. */
export function idIn(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0;
}

/**
 * The session cookie: scripts cannot read it, and requests from other sites do not carry it.
 *
 * @param label name of another cookie of the same kind
 */
export function sessionCookie(publicUrl: string, label = "rapport"): SessionCookie {
  const isSecure = publicUrl.startsWith("https:");
  // Browsers accept a cookie with the prefix __Host- only from the host itself, over https.
  const name = isSecure ? `__Host-${label}` : label;
  const options = { httpOnly: true, sameSite: "strict", secure: isSecure, path: "/" } as const;
  return {
    read(req) {
      const token = readCookie(req, name);
      return /^[0-9A-Za-z]{43}$/.test(token) ? token : null;
    },
    set: (res, token, maxAgeSeconds) =>
      void res.cookie(name, token, { ...options, maxAge: maxAgeSeconds * 1000 }),
    clear: (res) => void res.clearCookie(name, options),
  };
}

/** @returns the cookie's value as sent; an empty string if the request has no cookie of that name */
export function readCookie(req: Request, name: string): string {
  const found = (req.headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}
