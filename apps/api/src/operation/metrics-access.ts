import { BlockList, isIPv6 } from "node:net";
import type { Request } from "express";
import { bearerOf, invalidToken } from "../auth/bearer.ts";
import { tokenComparison } from "./token-comparison.ts";

/**
 * Decides who may read `/metrics`.
 *
 * @returns false when the path does not exist for the caller
 * @throws CrmError UNAUTHENTICATED for a missing or wrong token
 */
export type MetricsAccess = (req: Request) => boolean;

/** Access to the metrics on the API's own port. */
export function metricsOnApiPort(settings: {
  metricsPort: number | null;
  metricsToken: string | null;
}): MetricsAccess {
  if (settings.metricsPort !== null) return () => false;
  if (settings.metricsToken !== null) return withMetricsToken(settings.metricsToken);
  return isLocal;
}

function withMetricsToken(token: string): MetricsAccess {
  const isExpected = tokenComparison(token);
  return (req) => {
    if (isExpected(bearerOf(req))) return true;
    throw invalidToken("The token is not the one that METRICS_TOKEN sets.");
  };
}

/** A proxy on this machine is a loopback peer too; the header it adds tells that the client is elsewhere. */
function isLocal({ headers, socket }: Request): boolean {
  const { remoteAddress = "" } = socket;
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return !isForwarded && LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? "ipv6" : "ipv4");
}

const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip)$/;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
