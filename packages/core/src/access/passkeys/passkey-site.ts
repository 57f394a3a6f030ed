import { isIP } from "node:net";
import { passkeys } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { hashCredential } from "../credentials/credentials.ts";

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

/** Time to answer a challenge. */
const LIFETIME_MS = 5 * 60 * 1000;

/**
 * Keeps a challenge until it is answered.
 *
 * @param boundTo the session or the browser that may answer
 */
export async function keepChallenge(
  { db }: Pick<Deps, "db">,
  challenge: string,
  boundTo: string,
): Promise<void> {
  const now = Date.now();
  const until = new Date(now + LIFETIME_MS).toISOString();
  await db.transaction(async (tx) => {
    await passkeys.deleteOldChallenges.all(tx, { now: new Date(now).toISOString() });
    await passkeys.insertChallenge(tx, [[hashCredential(challenge), boundTo, until]]);
  });
}

/**
 * Deletes the challenge that an answer names, right or wrong, because a challenge can be answered once.
 *
 * @param clientData `clientDataJSON` of the answer, base64url
 * @returns the challenge; undefined if there is none, it was used or it is bound to something else
 */
export async function takeChallenge(
  { db }: Pick<Deps, "db">,
  clientData: string,
  boundTo: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const wanted = { hash: hashCredential(challenge), boundTo, now: new Date().toISOString() };
  const taken = await db.transaction((tx) => passkeys.takeChallenge.first(tx, wanted));
  return taken === undefined ? undefined : challenge;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
