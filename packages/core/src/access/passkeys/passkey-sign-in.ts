import type { Db } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { openSession, type SignInOrigin } from "../admins/sessions.ts";
import { isRegistered } from "../factors/factor-rule.ts";
import { browserBinding, findPasskeyOwner, type PasskeyAnswer } from "./passkey-check.ts";
import {
  keepChallenge,
  loadWebAuthn,
  type PasskeySite,
  requirePasskeySite,
} from "./passkey-site.ts";

/**
 * Begins a sign-in with a passkey.
 *
 * @param browser token of the browser, which only it knows
 * @returns options for `navigator.credentials.get`, which this browser can answer once within five minutes
 * @throws CrmError CONFLICT if the site can have no passkeys
 */
export async function beginPasskeySignIn(
  deps: Pick<Deps, "db">,
  site: PasskeySite,
  browser: string,
) {
  const { host: rpID } = requirePasskeySite(site);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  // The browser offers all passkeys of the site, so the answer does not reveal who has one.
  const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
  await keepChallenge(deps, options.challenge, browserBinding(browser));
  return options;
}

/**
 * Signs in the admin that a passkey belongs to. It takes no password or code, because the authenticator has checked who
 * uses it.
 *
 * @returns see `signIn`
 * @throws CrmError UNAUTHENTICATED
 */
export async function signInWithPasskey(
  deps: Pick<Deps, "db">,
  answer: PasskeyAnswer,
  origin: SignInOrigin,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const id = await findPasskeyOwner(deps, answer);
  return openPasskeySession(deps, { id, passkeyId: answer.response.id }, origin);
}

/** Opens a session for an admin who has just used or made a passkey. @returns see `signIn` */
export function openPasskeySession(
  deps: Pick<Deps, "db">,
  { id, passkeyId }: { readonly id: number; readonly passkeyId: string },
  origin: SignInOrigin,
): Promise<{ token: string; maxAgeSeconds: number }> {
  const stillCounts = (tx: Db) => isRegistered(tx, passkeyId);
  return openSession(deps, id, origin, { method: "passkey", stillCounts });
}
