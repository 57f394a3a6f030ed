import { CrmError } from "@rapport/core";
import ipaddr from "ipaddr.js";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Failed attempts for one account, and from one address, before more are refused for a while. */
const PER_ACCOUNT = { points: 5, duration: 15 * 60 };
const PER_ADDRESS = { points: 30, duration: 15 * 60 };

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
  const perAccount = new RateLimiterMemory(PER_ACCOUNT);
  const perAddress = new RateLimiterMemory(PER_ADDRESS);
  return {
    async attempt(address, account) {
      const source = networkOf(address);
      await slowDown(perAddress, source);
      if (account !== undefined) await slowDown(perAccount, `${account} ${source}`);
      return async () => {
        await perAddress.reward(source, 1);
        if (account !== undefined) await perAccount.delete(`${account} ${source}`);
      };
    },
  };
}

/** One customer has a whole /64 of IPv6, so the addresses within it count as one (RFC 6177). */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4"
    ? ip.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.split("%")[0]}/64`).toString();
}

async function slowDown(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw new CrmError(
      "RATE_LIMITED",
      `Too many attempts to sign in; try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      { headers: { "Retry-After": String(seconds) } },
    );
  }
}
