import { hash } from "node:crypto";
import { CrmError, networkOf, windowLimit } from "@rapport/core";

/**
 * Failed attempts for one account from one address, and from one address, before more are refused for a
 * while. There is no limit per account alone: it would let anyone lock an admin out.
 */
const PER_ACCOUNT = { points: 5, seconds: 15 * 60 };
const PER_ADDRESS = { points: 30, seconds: 15 * 60 };
/** Keys that each limit counts at once. */
const KEYS = 20_000;

export interface SignInLimits {
  /**
   * Counts an attempt before it is judged, so that many at once do not pass together.
   *
   * @param account undefined when the attempt does not name one
   * @returns to be called when the attempt succeeds: only failures count against an address that many share
   * @throws CrmError RATE_LIMITED
   */
  attempt(address: string, account?: string): Promise<() => Promise<void>>;
}

/** Slows down whoever guesses, whichever way they try to sign in. */
export function signInLimits(): SignInLimits {
  const perAccount = windowLimit({ ...PER_ACCOUNT, keys: KEYS });
  const perAddress = windowLimit({ ...PER_ADDRESS, keys: KEYS });
  return {
    async attempt(address, account) {
      const source = networkOf(address);
      // Hashed, so that a key has the same size whatever is typed.
      const pair = account === undefined ? undefined : hash("sha256", `${account} ${source}`);
      slowDown(perAddress.consume(source));
      if (pair !== undefined) slowDown(perAccount.consume(pair));
      return async () => {
        perAddress.refund(source, 1);
        if (pair !== undefined) perAccount.reset(pair);
      };
    },
  };
}

function slowDown(state: { isAllowed: boolean; secondsLeft: number }): void {
  if (state.isAllowed) return;
  const minutes = Math.ceil(state.secondsLeft / 60);
  throw new CrmError(
    "RATE_LIMITED",
    `Too many attempts to sign in; try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    { headers: { "Retry-After": String(state.secondsLeft) } },
  );
}
