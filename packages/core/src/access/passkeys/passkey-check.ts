import { passkeys } from "@rapport/db";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { hashCredential } from "../credentials/credentials.ts";
import { noteFactor } from "../factors/factor-codes.ts";
import type { Assertion } from "./passkey-input.ts";
import {
  loadWebAuthn,
  type PasskeySite,
  requirePasskeySite,
  takeChallenge,
} from "./passkey-site.ts";
import { userHandle } from "./passkeys.ts";

/** A browser's answer to a challenge. */
export interface PasskeyAnswer {
  readonly site: PasskeySite;
  readonly response: Assertion;
  /** The token of the browser that got the challenge. */
  readonly browser: string;
}

/**
 * Returns the admin whose passkey a browser has answered with.
 *
 * @throws CrmError UNAUTHENTICATED with the issue `passkey_refused`: one sentence for all reasons
 */
export async function findPasskeyOwner(
  deps: Pick<Deps, "db">,
  { site, response, browser }: PasskeyAnswer,
): Promise<number> {
  const { host, origin } = requirePasskeySite(site);
  const { clientDataJSON, userHandle: handle } = response.response;
  const challenge = await takeChallenge(deps, clientDataJSON, browserBinding(browser));
  const known = await passkeys.findPasskey.first(deps.db, { id: response.id });
  if (challenge === undefined || known === undefined) throw refusal();
  const isOwn = handle === undefined || handle === encoded(userHandle(known.user_id));
  const counter = isOwn ? await counterIn(response, known, { challenge, host, origin }) : undefined;
  if (counter === undefined || !(await noteUse(deps, known, counter))) throw refusal();
  return known.user_id;
}

/** @returns the authenticator's counter; undefined if the answer is wrong. No sentence of the library is kept. */
async function counterIn(
  response: Assertion,
  known: passkeys.PasskeyRow,
  expected: { challenge: string; host: string; origin: string },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.host,
      requireUserVerification: true,
      credential: {
        id: known.id,
        publicKey: Buffer.from(known.public_key, "base64url"),
        // The library compares it before the signature, so anyone could make a copy seem to exist.
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Notes a use.
 *
 * @returns false if the counter has not grown: then there is a copy of the passkey (W3C WebAuthn Level 3, §6.1.1)
 */
async function noteUse(
  { db }: Pick<Deps, "db">,
  { id, user_id: userId, name }: passkeys.PasskeyRow,
  counter: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const locked = await passkeys.lockPasskey.first(tx, { id });
    if (locked === undefined) return false;
    const counts = counter > 0 || locked.counter > 0;
    if (counts && counter <= locked.counter) {
      await noteFactor(tx, userId, "admins.copiedPasskey", { name });
      return false;
    }
    await passkeys.touchPasskey.all(tx, { id, counter, at: new Date().toISOString() });
    return true;
  });
}

/** Returns the binding of a challenge that only the browser with this token may answer. */
export function browserBinding(token: string): string {
  return `browser:${hashCredential(token)}`;
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function refusal(): CrmError {
  const message = "The passkey was not accepted. Try again, or sign in in another way.";
  return CrmError.ofIssue("UNAUTHENTICATED", { path: "passkey", code: "passkey_refused", message });
}
