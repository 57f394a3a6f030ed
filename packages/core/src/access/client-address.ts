import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The parts of a request that say where it comes from. */
interface Arrived {
  /** `req.ip` of Express: the last address in `X-Forwarded-For` that is not a trusted proxy's. */
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Returns the address that rate limits count and sessions show. Any client can send `X-Forwarded-For`, so
 * only a trusted proxy's header counts.
 *
 * @returns an IP address; the connection's own if the proxy sent something else
 */
export function clientAddress({ ip = "", socket }: Arrived): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? "unknown");
}

/**
 * Returns the key of a rate limit per address: an IPv4 address, or the /64 of an IPv6 address, because one
 * customer has a whole /64 (RFC 6177).
 */
export function addressNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4"
    ? ip.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.split("%")[0]}/64`).toString();
}

/**
 * Returns whether a host name always means this machine (RFC 6761 §6.3).
 *
 * @param hostname `hostname` of a URL, with IPv6 in brackets
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 4) return host.startsWith("127.");
  return host === "::1" || host === "localhost" || host.endsWith(".localhost");
}
