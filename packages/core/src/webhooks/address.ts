import dns, { type LookupAddress } from "node:dns";
import { isIP, isIPv6, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import type { AddressGuard } from "../deps.ts";
import { REFUSED_PORTS } from "./refused-ports.ts";

/** A URL or address that webhooks may not be sent to. The message may be shown to the API's caller. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const CONNECT_TIMEOUT_MS = 10_000;

/** IPv6 addresses that registries assign. All other IPv6 addresses are special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

const NOT_PUBLIC =
  "Webhooks are only sent to public internet addresses, not to private, loopback or otherwise reserved ones; " +
  "use a URL whose host is publicly reachable.";

/**
 * Creates the guard that limits webhooks to public addresses.
 *
 * @param options.allow networks in CIDR notation that are allowed although they are not public
 * @param options.lookup resolves host names; `dns.lookup` if undefined
 * @returns the check for registration and the connector for delivery
 * @throws Error if an entry of `allow` is not a network
 */
export function addressGuard(options: {
  allow: readonly string[];
  lookup?: typeof dns.lookup;
}): AddressGuard {
  const allowed = options.allow.map(networkOf);
  const lookup = options.lookup ?? dns.lookup;
  const isAllowed = (text: string) => {
    const address = addressOf(text);
    return address !== undefined && isWithin(address, allowed);
  };
  const mayReach = (text: string) => {
    const address = addressOf(text);
    return address !== undefined && (isPublic(address) || isWithin(address, allowed));
  };

  const resolve = (hostname: string, wanted: dns.LookupOptions) =>
    new Promise<LookupAddress[]>((resolved, failed) => {
      lookup(hostname, { ...wanted, all: true }, (error, addresses) =>
        error ? failed(error) : resolved(addresses),
      );
    });

  const checkPort = (port: string, addresses: readonly string[]) => {
    if (REFUSED_PORTS.has(Number(port || 443)) && !addresses.every(isAllowed)) {
      throw new AddressRefused(
        `Webhooks are not sent to port ${port} of public hosts, because it belongs to another service; use port 443.`,
      );
    }
  };

  const checkAddresses = (hostname: string, port: string, found: readonly LookupAddress[]) => {
    if (found.length === 0) throw unresolved(hostname);
    const addresses = found.map(({ address }) => address);
    if (!addresses.every(mayReach)) {
      throw new AddressRefused(
        `The webhook URL's host "${hostname}" resolves to a refused address. ${NOT_PUBLIC}`,
      );
    }
    checkPort(port, addresses);
  };

  const checkLiteral = (address: string, port: string) => {
    if (!mayReach(address)) {
      throw new AddressRefused(`The webhook URL's host is a refused address. ${NOT_PUBLIC}`);
    }
    checkPort(port, [address]);
  };

  const checkedLookup =
    (port: string): LookupFunction =>
    (hostname, wanted, callback) => {
      resolve(hostname, wanted)
        .then((addresses) => {
          checkAddresses(hostname, port, addresses);
          return addresses;
        })
        .then(
          (addresses) => {
            if (wanted.all) callback(null, addresses);
            else callback(null, addresses[0]!.address, addresses[0]!.family);
          },
          (error) => callback(error, wanted.all ? [] : "", 0),
        );
    };

  const connector = (port: string) =>
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(port) });
  const connectChecked = connector("");

  return {
    async checkUrl(url) {
      checkForm(url);
      const host = withoutBrackets(url.hostname);
      if (isIP(host)) return checkLiteral(host, url.port);
      const addresses = await resolve(host, {}).catch((cause) => {
        throw unresolved(host, cause);
      });
      checkAddresses(host, url.port, addresses);
    },

    connect(target, callback) {
      try {
        checkProtocol(target.protocol);
        // The address behind a socket that is already connected, such as to a proxy, has not been checked.
        if (target.httpSocket) throw new AddressRefused("Webhooks are not sent through a proxy.");
        // If the host is an address, Node does not call the lookup, so check the address here.
        const host = withoutBrackets(target.hostname);
        if (isIP(host)) checkLiteral(host, target.port);
      } catch (error) {
        process.nextTick(callback, error, null);
        return;
      }
      // A lookup does not receive the port, so a refused port gets its own connector.
      const isJudged = REFUSED_PORTS.has(Number(target.port));
      return (isJudged ? connector(target.port) : connectChecked)(target, callback);
    },
  };
}

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
  networks.forEach(networkOf);
  return networks;
}

function networkOf(text: string): Network {
  const [, address = "", bits = ""] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  // Check with isIP, because ipaddr.js would parse "10/8" as 0.0.0.10/8.
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) {
    throw new Error(`"${text}" is not a network in CIDR notation, such as 127.0.0.0/8 or ::1/128`);
  }
  return [ipaddr.parse(canonical(address)), Number(bits)];
}

function checkForm(url: URL) {
  checkProtocol(url.protocol);
  if (url.username || url.password) {
    throw new AddressRefused("A webhook URL may not contain a user name or password; remove it.");
  }
  // `url.hash` is empty for a bare "#".
  if (url.href.includes("#")) {
    throw new AddressRefused('A webhook URL may not have a fragment; remove "#" and what follows.');
  }
  if (!url.hostname) throw new AddressRefused("A webhook URL needs a host name; add one.");
}

function checkProtocol(protocol: string) {
  if (protocol !== "https:") {
    throw new AddressRefused("Webhooks are only sent over HTTPS; use a URL that begins https://.");
  }
}

function unresolved(hostname: string, cause?: unknown) {
  return new AddressRefused(
    `The webhook URL's host "${hostname}" does not resolve; check its spelling, or try again once its DNS record is ` +
      "published.",
    { cause },
  );
}

/** Parses an address. Returns the inner IPv4 address of an IPv4-mapped one, and undefined for other text. */
function addressOf(text: string): Address | undefined {
  if (!isIP(text)) return undefined;
  const address = ipaddr.parse(canonical(text));
  return isV6(address) && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * Removes an address's zone and, in IPv6, its dotted quad. Resolvers print IPv4-compatible addresses such as
 * `::8.8.8.8`, which ipaddr.js would parse as the IPv4-mapped `::ffff:8.8.8.8`.
 */
function canonical(address: string) {
  const [unzoned = ""] = address.split("%");
  return isIPv6(unzoned) ? withoutBrackets(new URL(`https://[${unzoned}]`).hostname) : unzoned;
}

function withoutBrackets(hostname: string) {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

function isPublic(address: Address) {
  if (address.range() !== "unicast") return false;
  return !isV6(address) || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** Detects ISATAP (RFC 5214 §6.1): after any prefix, 0000:5efe or 0200:5efe, then an IPv4 address. */
function isIsatap({ parts }: ipaddr.IPv6) {
  return (parts[4]! & 0xfcff) === 0 && parts[5] === 0x5efe;
}

function isWithin(address: Address, networks: readonly Network[]) {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

function isV6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}
