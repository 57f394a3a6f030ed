import { isIP } from "node:net";
import { z } from "zod";

/** How admins sign in through an OpenID provider. */
export interface OidcSettings {
  /** The issuer's URL; `issuer` in the provider's discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces; includes `openid`. */
  readonly scope: string;
}

/** The environment variables of single sign-on. Messages about the issuer leave it out: it may contain credentials. */
export const OIDC_SETTINGS = {
  OIDC_ISSUER: z
    .string()
    .refine(isPlainUrl, {
      error: "must be an address such as https://accounts.example.com",
      abort: true,
    })
    .refine(isSafe, "must be https, unless the provider runs on this machine")
    .transform((text) => new URL(text).href)
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z
    .string()
    .refine(areScopes, {
      error: ({ input }) =>
        `must be scopes separated by spaces, with openid among them, not ${JSON.stringify(input)}`,
    })
    .transform((text) => parseScopes(text).join(" "))
    .optional(),
};

type Given = Partial<Record<keyof typeof OIDC_SETTINGS, string | undefined>>;

const REQUIRED = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** Returns a message for each required setting that is missing while another one is set. */
export function missingOidc(env: Given): readonly string[] {
  const given = [...REQUIRED, "OIDC_SCOPE" as const].find((name) => env[name] !== undefined);
  if (given === undefined) return [];
  return REQUIRED.filter((name) => env[name] === undefined).map(
    (name) => `${name} must be set because ${given} is set`,
  );
}

/** Returns the settings of single sign-on, or null if it is off. */
export function readOidcSettings(settings: Given): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = settings;
  if (issuer === undefined || clientId === undefined || secret === undefined) return null;
  const scope = settings.OIDC_SCOPE ?? "openid email profile";
  return { issuer, clientId, clientSecret: secret, scope };
}

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.search === "" && url.hash === "" && url.username === "";
}

function isSafe(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}

function parseScopes(text: string): readonly string[] {
  return text.trim().split(/ +/);
}

function areScopes(text: string): boolean {
  const scopes = parseScopes(text);
  return (
    scopes.includes("openid") && scopes.every((one) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(one))
  );
}
