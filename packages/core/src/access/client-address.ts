import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A request as far as where it comes from. */
interface Arrived {
  /** As Express gives it: the last of `X-Forwarded-For` that is no trusted proxy's, if the connection is one's. */
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The address that limits count and sessions show: whoever sends a request can write what they like into
 * `X-Forwarded-For`, so it is believed of trusted proxies alone.
 *
 * @returns an IP address; the connection's own where a proxy has written something else
 */
export function clientAddress({ ip = "", socket }: Arrived): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? "unknown");
}

/**
 * Returns what limits per address count by: an IPv4 address, or the /64 of an IPv6 address, because one
 * customer has a whole /64 (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4"
    ? ip.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.split("%")[0]}/64`).toString();
}

/**
 * Returns whether a host name always leads to this machine (RFC 6761 §6.3).
 *
 * @param hostname as the URL parser gives it: IPv6 in brackets
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 4) return host.startsWith("127.");
  return host === "::1" || host === "localhost" || host.endsWith(".localhost");
}
