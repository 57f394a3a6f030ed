import { isUnreachable, UNREACHABLE_RETRY_MS } from "../api.ts";

/** Interval of the refetches that begin the column of a new hour. */
const HOUR_CHECK_MS = 60_000;
const LONG_PERIOD_MS = 10_000;

/** Returns whether the usage of a period is fetched as requests arrive. Long periods cost too much to be added up each time. */
export function isUsageLive(period: string): boolean {
  return period === "24h";
}

/** Returns the options of a query of the usage of a period that keep it up to date. */
export function usageFetching(period: string) {
  const isLive = isUsageLive(period);
  const intervalMs = isLive ? HOUR_CHECK_MS : LONG_PERIOD_MS;
  return {
    meta: { isLive },
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: unknown } }) =>
      isUnreachable(error) ? UNREACHABLE_RETRY_MS : intervalMs,
  };
}
