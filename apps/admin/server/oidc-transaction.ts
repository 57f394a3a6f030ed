import type { Deps } from "@rapport/core";
import type { Request, Response } from "express";
import { z } from "zod";
import { readCookie } from "./read-cookie.ts";

/** Time to sign in at the provider. */
const LIFETIME_SECONDS = 10 * 60;

const transaction = z.strictObject({
  /** Keeps other encrypted values from passing as a transaction. */
  purpose: z.literal("oidc"),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path to open after signing in. */
  to: z.string(),
  /** Milliseconds since the epoch. */
  until: z.number(),
});

export type Transaction = Omit<z.infer<typeof transaction>, "purpose" | "until">;

export interface TransactionCookie {
  /** Returns the sign-in that this browser started; null if there is none or it has expired. */
  read(req: Request): Transaction | null;
  set(res: Response, begun: Transaction): void;
  clear(res: Response): void;
}

/**
 * Stores a running sign-in in the browser, encrypted. The cookie is Lax, not Strict, because the provider's
 * redirect back is a navigation from another site and must carry it.
 */
export function transactionCookie(
  { secrets }: Pick<Deps, "secrets">,
  publicUrl: string,
): TransactionCookie {
  const isSecure = publicUrl.startsWith("https:");
  const name = isSecure ? "__Host-rapport-oidc" : "rapport-oidc";
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure, path: "/" } as const;

  function open(sealed: string): unknown {
    try {
      return JSON.parse(secrets.open(sealed));
    } catch {
      return null;
    }
  }
  return {
    read(req) {
      const found = transaction.safeParse(open(readCookie(req, name)));
      return found.success && hasTimeLeft(found.data.until) ? found.data : null;
    },
    set(res, begun) {
      const content = { ...begun, purpose: "oidc", until: Date.now() + LIFETIME_SECONDS * 1000 };
      res.cookie(name, secrets.seal(JSON.stringify(content)), {
        ...options,
        maxAge: LIFETIME_SECONDS * 1000,
      });
    },
    clear: (res) => void res.clearCookie(name, options),
  };
}

/** An end further away than the whole time was set while the clock was ahead. */
function hasTimeLeft(until: number): boolean {
  const left = until - Date.now();
  return left > 0 && left <= (LIFETIME_SECONDS + 60) * 1000;
}
