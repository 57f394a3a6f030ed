import { RapportError } from "./errors.ts";

/**
 * Checks the address that a client sends credentials to.
 *
 * @returns the address without a trailing slash
 * @throws RapportError INVALID_OPTIONS unless the address is HTTPS or on this machine, or `allowInsecure` is set
 */
export function checkedBaseUrl(text: string, allowInsecure = false): string {
  if (!URL.canParse(text)) {
    throw notAnAddress();
  }
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw notAnAddress();
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    throw new RapportError(
      "INVALID_OPTIONS",
      "baseUrl must have no query, fragment, user or password.",
    );
  }
  if (!maySendSecrets(url, allowInsecure)) {
    throw new RapportError(
      "INVALID_OPTIONS",
      "baseUrl must be HTTPS, because over HTTP others can read the credential. To send it anyway, set allowInsecure.",
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function notAnAddress(): RapportError {
  return new RapportError(
    "INVALID_OPTIONS",
    "baseUrl must be Rapport's full address, for example https://rapport.example.",
  );
}

/** Returns whether a credential may be sent to an address: over HTTPS, to this machine, or if `allowInsecure`. */
export function maySendSecrets(url: URL, allowInsecure: boolean): boolean {
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && (allowInsecure || isLoopback(url.hostname));
}

function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}
