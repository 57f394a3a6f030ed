import { BlockList, isIPv6 } from "node:net";
import { tokenComparison } from "@rapport/service/operation/token-comparison";
import type { Request } from "express";
import { invalidToken, readBearer } from "../auth/bearer.ts";

/** Decides who may read `/metrics`. */
export interface MetricsAccess {
  /** Returns false if the caller gets a 404. */
  isServed(req: Request): boolean;
  /** @throws CrmError UNAUTHENTICATED for a missing or wrong token */
  authenticate(req: Request): void;
}

/**
 * Returns who may read `/metrics` on the API's port: no one if METRICS_PORT is set, the holder of METRICS_TOKEN if that
 * is set, and otherwise clients on this machine.
 */
export function metricsOnApiPort(settings: {
  metricsPort: number | null;
  metricsToken: string | null;
}): MetricsAccess {
  if (settings.metricsPort !== null) return { isServed: () => false, authenticate: () => {} };
  if (settings.metricsToken !== null) return withMetricsToken(settings.metricsToken);
  return { isServed: isLocal, authenticate: () => {} };
}

function withMetricsToken(token: string): MetricsAccess {
  const isExpected = tokenComparison(token);
  return {
    isServed: () => true,
    authenticate: (req) => {
      if (!isExpected(readBearer(req)))
        throw invalidToken("The token does not match METRICS_TOKEN.");
    },
  };
}

/** Checks the headers too: the peer of a remote client may be a proxy on this machine, which adds one of them. */
function isLocal({ headers, socket }: Request): boolean {
  const { remoteAddress = "" } = socket;
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return !isForwarded && LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? "ipv6" : "ipv4");
}

const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip)$/;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
