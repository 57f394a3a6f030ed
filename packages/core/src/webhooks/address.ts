import type { LookupAddress, LookupOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import type { AddressGuard } from "../deps.ts";
import { createPublicLookup, type LookupAll } from "./lookup.ts";
import {
  type Address,
  canonical,
  isPublic,
  isV6,
  isWithin,
  NOT_PUBLIC,
  parseNetwork,
  withoutBrackets,
} from "./public-address.ts";

/** A URL or address that webhooks may not be sent to. The message may be shown to the API's caller. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Creates the guard that limits webhooks to public addresses.
 *
 * @param options.allow networks in CIDR notation that are allowed although they are not public
 * @param options.lookup resolves host names; `createPublicLookup` if undefined
 * @returns the check for registration and the connector for delivery
 * @throws Error if an entry of `allow` is not a network
 */
export function addressGuard(options: {
  allow: readonly string[];
  lookup?: LookupAll;
}): AddressGuard {
  const allowed = options.allow.map(parseNetwork);
  const lookup = options.lookup ?? createPublicLookup();
  const isAllowed = (text: string) => {
    const address = parseAddress(text);
    return address !== undefined && isWithin(address, allowed);
  };
  const mayReach = (text: string) => {
    const address = parseAddress(text);
    return address !== undefined && (isPublic(address) || isWithin(address, allowed));
  };

  const resolve = (hostname: string, wanted: LookupOptions) =>
    new Promise<LookupAddress[]>((resolved, failed) => {
      lookup(hostname, { ...wanted, all: true }, (error, addresses) =>
        error ? failed(error) : resolved(addresses),
      );
    });

  /** Refuses a request without encryption, unless it stays within the allowed networks. */
  const checkPlain = (protocol: string, addresses: readonly string[]) => {
    if (protocol === "http:" && !addresses.every(isAllowed)) throw notEncrypted();
  };

  const checkPort = (port: string, addresses: readonly string[]) => {
    if (REFUSED_PORTS.has(Number(port || 443)) && !addresses.every(isAllowed)) {
      throw new AddressRefused(
        `Webhooks are not sent to port ${port} of public hosts, because it belongs to another service; use port 443.`,
      );
    }
  };

  const checkAddresses = (
    hostname: string,
    { protocol, port }: Target,
    found: readonly LookupAddress[],
  ) => {
    if (found.length === 0) throw unresolved(hostname);
    const addresses = found.map(({ address }) => address);
    checkPlain(protocol, addresses);
    if (!addresses.every(mayReach)) {
      throw new AddressRefused(
        `The webhook URL's host "${hostname}" resolves to a refused address. ${NOT_PUBLIC}`,
      );
    }
    checkPort(port, addresses);
  };

  const checkLiteral = (address: string, { protocol, port }: Target) => {
    checkPlain(protocol, [address]);
    if (!mayReach(address)) {
      throw new AddressRefused(`The webhook URL's host is a refused address. ${NOT_PUBLIC}`);
    }
    checkPort(port, [address]);
  };

  const checkedLookup =
    (target: Target): LookupFunction =>
    (hostname, wanted, callback) => {
      resolve(hostname, wanted)
        .then((addresses) => {
          checkAddresses(hostname, target, addresses);
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

  const connector = (target: Target) =>
    buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checkedLookup(target) });
  const connectors = {
    "https:": connector({ protocol: "https:", port: "" }),
    "http:": connector({ protocol: "http:", port: "" }),
  };

  return {
    async checkUrl(url) {
      checkForm(url);
      if (url.protocol === "http:" && allowed.length === 0) throw notEncrypted();
      const host = withoutBrackets(url.hostname);
      if (isIP(host)) return checkLiteral(host, url);
      const addresses = await resolve(host, {}).catch((cause) => {
        if (NOT_THERE.has(cause.code)) throw unresolved(host, cause);
        return undefined;
      });
      // The resolver may answer again in a moment. Every connection checks the addresses that it finds then.
      if (addresses !== undefined) checkAddresses(host, url, addresses);
    },

    connect(target, callback) {
      try {
        checkProtocol(target.protocol);
        // The address behind a socket that is already connected, such as to a proxy, has not been checked.
        if (target.httpSocket) throw new AddressRefused("Webhooks are not sent through a proxy.");
        // If the host is an address, Node does not call the lookup, so check the address here.
        const host = withoutBrackets(target.hostname);
        if (isIP(host)) checkLiteral(host, target);
      } catch (error) {
        process.nextTick(callback, error, null);
        return;
      }
      const { protocol, port } = target;
      // A lookup does not receive the port, so a refused port gets its own connector.
      const isJudged = REFUSED_PORTS.has(Number(port));
      const connect = isJudged
        ? connector({ protocol, port })
        : connectors[protocol as keyof typeof connectors];
      return connect(target, callback);
    },
  };
}

/** What decides whether an address may be reached, besides the address. */
interface Target {
  readonly protocol: string;
  /** Empty for the protocol's own port, and any port that is not refused. */
  readonly port: string;
}

/** Ports that browsers block: https://fetch.spec.whatwg.org/#port-blocking. */
const BROWSERS_REFUSE = [
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101],
  ...[
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
  ],
  ...[
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
  ],
  ...[993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667],
  ...[6668, 6669, 6679, 6697, 10080],
];

/** Ports of databases, caches, queues and remote control, as assigned by IANA or the vendor. */
const SERVICES = [
  ...[445, 873, 1433, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672],
  ...[
    5900, 5984, 6379, 6380, 8086, 9042, 9092, 9200, 9300, 11211, 26379, 27017, 27018, 27019, 28015,
  ],
  50000,
];

/** Ports that webhooks may not use on public hosts, because they belong to other services. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([...BROWSERS_REFUSE, ...SERVICES]);

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
  if (protocol !== "https:" && protocol !== "http:") throw notEncrypted();
}

function notEncrypted() {
  return new AddressRefused("Webhooks are only sent over HTTPS; use a URL that begins https://.");
}

/** Codes of the resolver's answer that a name has no address. Other codes say that the resolver did not answer. */
const NOT_THERE: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA"]);

function unresolved(hostname: string, cause?: unknown) {
  return new AddressRefused(
    `The webhook URL's host "${hostname}" does not resolve; check its spelling, or try again once its DNS record is ` +
      "published.",
    { cause },
  );
}

/** Parses an address. Returns the inner IPv4 address of an IPv4-mapped one, and undefined for other text. */
function parseAddress(text: string): Address | undefined {
  if (!isIP(text)) return undefined;
  const address = ipaddr.parse(canonical(text));
  return isV6(address) && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
