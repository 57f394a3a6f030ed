import type { Request, Response } from "express";
import { readCookie } from "./read-cookie.ts";

export interface SessionCookie {
  /** The session's token, null when the request has none. */
  read(req: Request): string | null;
  set(res: Response, token: string, maxAgeSeconds: number): void;
  clear(res: Response): void;
}

/** The one cookie of the admin app: no script reads it, and no other site's request carries it. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith("https:");
  // A browser takes a cookie of this prefix only from the host itself, over https.
  const name = isSecure ? "__Host-rapport" : "rapport";
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
