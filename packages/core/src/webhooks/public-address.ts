import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** IPv6 addresses that registries assign. All other IPv6 addresses are special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

export const NOT_PUBLIC =
  "Webhooks are only sent to public internet addresses, not to private, loopback or otherwise reserved ones; " +
  "use a URL whose host is publicly reachable.";

/**
 * Parses the list of networks in `WEBHOOK_ALLOW_NETWORKS`.
 *
 * @param text comma-separated networks in CIDR notation, such as `127.0.0.0/8,::1/128`; blank for none
 * @returns the networks as text, trimmed
 * @throws Error if a part is not a network
 */
export function parseNetworks(text: string): readonly string[] {
  if (text.trim() === "") return [];
  const networks = text.split(",").map((part) => part.trim());
  networks.forEach(parseNetwork);
  return networks;
}

/** Parses a network in CIDR notation. @throws Error if it is none */
export function parseNetwork(text: string): Network {
  const [, address = "", bits = ""] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  // Check with isIP, because ipaddr.js would parse "10/8" as 0.0.0.10/8.
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) {
    throw new Error(`"${text}" is not a network in CIDR notation, such as 127.0.0.0/8 or ::1/128`);
  }
  return [ipaddr.parse(canonical(address)), Number(bits)];
}

/**
 * Removes an address's zone and, in IPv6, its dotted quad. Resolvers print IPv4-compatible addresses such as
 * `::8.8.8.8`, which ipaddr.js would parse as the IPv4-mapped `::ffff:8.8.8.8`.
 */
export function canonical(address: string) {
  const [unzoned = ""] = address.split("%");
  return isIPv6(unzoned) ? withoutBrackets(new URL(`https://[${unzoned}]`).hostname) : unzoned;
}

/** Returns whether an address is on the public internet, and not one that leads back into a private network. */
export function isPublic(address: Address) {
  if (address.range() !== "unicast") return false;
  return !isV6(address) || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** Detects ISATAP (RFC 5214 §6.1): after any prefix, 0000:5efe or 0200:5efe, then an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6) {
  return (parts[4]! & 0xfcff) === 0 && parts[5] === 0x5efe;
}

export function isWithin(address: Address, networks: readonly Network[]) {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

export function isV6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}

export function withoutBrackets(hostname: string) {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
