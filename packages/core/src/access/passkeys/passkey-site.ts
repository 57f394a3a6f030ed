import { isIP } from "node:net";
import { CrmError } from "../../errors.ts";

/** The site that passkeys belong to, or why there can be none. */
export type PasskeySite =
  | { readonly host: string; readonly origin: string; readonly refusal: null }
  | { readonly refusal: string };

/**
 * Returns the site that browsers know the admin app as: passkeys belong to a host name, and exist only in a secure
 * context (W3C WebAuthn Level 3, §5.1.2).
 *
 * @param publicUrl origin of the admin app
 */
export function passkeySite(publicUrl: string): PasskeySite {
  const { hostname: host, protocol, origin } = new URL(publicUrl);
  if (isIP(host.replaceAll(/[[\]]/g, "")) !== 0) {
    return {
      refusal:
        "Passkeys need a host name. Set ADMIN_PUBLIC_URL to one, such as https://admin.crm.example.com.",
    };
  }
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (protocol !== "https:" && !isLocal) {
    return { refusal: "Passkeys need HTTPS. Set ADMIN_PUBLIC_URL to an address with https." };
  }
  return { host, origin, refusal: null };
}

/** @throws CrmError CONFLICT if there can be no passkeys */
export function requirePasskeySite(site: PasskeySite): { host: string; origin: string } {
  if (site.refusal !== null) throw new CrmError("CONFLICT", site.refusal);
  return site;
}

/**
 * Loads the library that makes and checks passkeys. Only the admin app needs it, and the other programs start faster
 * without its 300 modules.
 */
export function loadWebAuthn() {
  return import("@simplewebauthn/server");
}
