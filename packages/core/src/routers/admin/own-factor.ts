import { z } from "zod";
import { signedInProcedure } from "../admin-procedures.ts";
import type { Context } from "../context.ts";

export const password = z.string().min(1).max(1_000);

/** What an admin calls to set a second factor up, also while nothing else is allowed. */
export const setUpProcedure = signedInProcedure({ isForSetUp: true });

/** Returns a function that counts an attempt to enter the admin's own password. */
export function countOf({ countPasswordAttempt }: Context, email: string) {
  return () => {
    if (!countPasswordAttempt) throw new Error("password attempts are not counted here");
    return countPasswordAttempt(email);
  };
}
