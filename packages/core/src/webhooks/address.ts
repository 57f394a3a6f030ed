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
  networkOf,
  withoutBrackets,
} from "./public-address.ts";
import { REFUSED_PORTS } from "./refused-ports.ts";

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
  const allowed = options.allow.map(networkOf);
  const lookup = options.lookup ?? createPublicLookup();
  const isAllowed = (text: string) => {
    const address = addressOf(text);
    return address !== undefined && isWithin(address, allowed);
  };
  const mayReach = (text: string) => {
    const address = addressOf(text);
    return address !== undefined && (isPublic(address) || isWithin(address, allowed));
  };

  const resolve = (hostname: string, wanted: LookupOptions) =>
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
