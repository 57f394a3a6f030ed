import { isIP } from "node:net";

/** How admins sign in through an OpenID provider. */
export interface OidcSettings {
  /** The issuer's URL; `issuer` in the provider's discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces; includes `openid`. */
  readonly scope: string;
}

/**
 * Reads the settings of single sign-on. Either all required settings are set, or none.
 *
 * @returns the settings, or null if none is set
 * @throws Error with one line that names the wrong setting and never contains the client secret
 */
export function parseOidc(env: Readonly<Record<string, string | undefined>>): OidcSettings | null {
  const given = [...REQUIRED, "OIDC_SCOPE"].filter((name) => env[name]);
  if (given.length === 0) return null;
  const missing = REQUIRED.find((name) => !env[name]);
  if (missing !== undefined) throw new Error(`${missing} must be set because ${given[0]} is set`);
  return {
    issuer: issuer(env.OIDC_ISSUER ?? ""),
    clientId: env.OIDC_CLIENT_ID ?? "",
    clientSecret: env.OIDC_CLIENT_SECRET ?? "",
    scope: scope(env.OIDC_SCOPE || "openid email profile"),
  };
}

const REQUIRED = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"];

function issuer(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "";
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    // The message leaves out the value because it may contain credentials.
    throw new Error("OIDC_ISSUER must be an address such as https://accounts.example.com");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new Error("OIDC_ISSUER must be https, unless the provider runs on this machine");
  }
  return url.href;
}

function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}

function scope(text: string): string {
  const scopes = text.trim().split(/ +/);
  if (
    !scopes.includes("openid") ||
    !scopes.every((one) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(one))
  ) {
    throw new Error(
      `OIDC_SCOPE must be scopes separated by spaces, with openid among them, not "${text}"`,
    );
  }
  return scopes.join(" ");
}
