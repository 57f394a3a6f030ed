import { hash } from "node:crypto";
import { addressNetwork, CrmError, windowLimit } from "@rapport/core";

/**
 * Failed attempts per account and address, and per address. There is no limit per account alone, because it
 * would let anyone lock an admin out.
 */
const PER_ACCOUNT = { points: 5, seconds: 15 * 60 };
const PER_ADDRESS = { points: 30, seconds: 15 * 60 };
/** Bounds the memory of each limit. */
const MAX_KEYS = 20_000;

export interface SignInLimits {
  /**
   * Counts an attempt before it is checked, so that many parallel attempts cannot all pass.
   *
   * @param account undefined if the attempt names no account
   * @returns a function to call if all that was given is right, because only failures count against a shared address
   * @throws CrmError RATE_LIMITED
   */
  attempt(address: string, account?: string): Promise<() => Promise<void>>;
}

/** Limits password guessing across all ways to sign in. */
export function signInLimits(): SignInLimits {
  const perAccount = windowLimit({ ...PER_ACCOUNT, keys: MAX_KEYS });
  const perAddress = windowLimit({ ...PER_ADDRESS, keys: MAX_KEYS });
  return {
    async attempt(address, account) {
      const source = addressNetwork(address);
      // Hashed, so that every key has the same size.
      const pair = account === undefined ? undefined : hash("sha256", `${account} ${source}`);
      checkLimit(perAddress.consume(source));
      if (pair !== undefined) checkLimit(perAccount.consume(pair));
      return async () => {
        perAddress.refund(source, 1);
        if (pair !== undefined) perAccount.reset(pair);
      };
    },
  };
}

function checkLimit(state: { isAllowed: boolean; secondsLeft: number }): void {
  if (state.isAllowed) return;
  const minutes = Math.ceil(state.secondsLeft / 60);
  throw new CrmError(
    "RATE_LIMITED",
    `Too many sign-in attempts. Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`,
    { headers: { "Retry-After": String(state.secondsLeft) } },
  );
}
