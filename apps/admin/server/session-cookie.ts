import type { Request, Response } from "express";
import { readCookie } from "./read-cookie.ts";

export interface SessionCookie {
  /** Returns the session's token; null if the request has none. */
  read(req: Request): string | null;
  set(res: Response, token: string, maxAgeSeconds: number): void;
  clear(res: Response): void;
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
