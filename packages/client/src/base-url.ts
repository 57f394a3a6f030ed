import { RapportError } from "./errors.ts";

/**
 * Checks where a client is to send credentials.
 *
 * @returns the address without a slash at its end
 * @throws RapportError INVALID_OPTIONS unless it is HTTPS, or HTTP on this machine, or `allowInsecure`
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
      "baseUrl must be HTTPS: over HTTP anyone on the way reads the credential. Set allowInsecure to send it nevertheless.",
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function notAnAddress(): RapportError {
  return new RapportError(
    "INVALID_OPTIONS",
    "baseUrl must be Rapport's whole address, for example https://rapport.example.",
  );
}

/** Whether a credential may travel to an address: encrypted, or without leaving this machine. */
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
