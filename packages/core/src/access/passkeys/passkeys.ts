import { type Db, passkeys, secondFactors, UniqueViolation } from "@rapport/db";
import type { RegistrationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { endOtherSessions } from "../admins/session-list.ts";
import {
  lockFactors,
  newRecoveryCodes,
  noteFactor,
  replaceRecoveryCodes,
} from "../factors/factor-codes.ts";
import { hasFactor, refuseWhileRequired } from "../factors/factor-rule.ts";
import type { Registration } from "./passkey-input.ts";
import {
  keepChallenge,
  loadWebAuthn,
  type PasskeySite,
  requirePasskeySite,
  takeChallenge,
} from "./passkey-site.ts";

/** Passkeys of one admin. */
const MAX_PASSKEYS = 20;
/** EdDSA, ES256 and RS256 (RFC 9053), which authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** The signed-in admin. */
interface PasskeyOwner {
  readonly id: number;
  readonly email: string;
  readonly sessionId: string;
}

/** A passkey that a browser has created, which is not stored yet. */
export interface MadePasskey {
  readonly name: string;
  readonly host: string;
  readonly transports: readonly string[];
  readonly credential: WebAuthnCredential;
}

/** A passkey as its admin sees it. */
export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  /** The host name that it belongs to. */
  readonly host: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Lists an admin's passkeys, oldest first. */
export async function listPasskeys(
  { db }: Pick<Deps, "db">,
  userId: number,
): Promise<readonly PasskeyView[]> {
  const rows = await passkeys.listPasskeys.all(db, { user: userId });
  return rows.map(({ id, name, host, created_at, last_used_at }) => ({
    id,
    name,
    host,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }));
}

/**
 * Begins to create a passkey of the signed-in admin. The caller has checked the admin's password.
 *
 * @returns options for `navigator.credentials.create`, which this session can answer once within five minutes
 * @throws CrmError CONFLICT if the site can have no passkeys, or the admin has 20
 */
export function beginPasskey(deps: Pick<Deps, "db">, site: PasskeySite, admin: PasskeyOwner) {
  return registrationOptions(deps, site, admin, sessionBinding(admin));
}

/**
 * Returns options to create a passkey with. It has to be found without the admin's email, and the authenticator has to
 * check who uses it, so that it replaces password and second factor.
 *
 * @param boundTo who may answer, once within five minutes
 * @throws as `beginPasskey`
 */
export async function registrationOptions(
  deps: Pick<Deps, "db">,
  site: PasskeySite,
  admin: { readonly id: number; readonly email: string },
  boundTo: string,
) {
  const { host } = requirePasskeySite(site);
  const known = await passkeys.listPasskeys.all(deps.db, { user: admin.id });
  refuseTooMany(known);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Rapport",
    rpID: host,
    userName: admin.email,
    userDisplayName: admin.email,
    userID: Buffer.from(userHandle(admin.id)),
    attestationType: "none",
    excludeCredentials: known.map(({ id, transports }) => ({
      id,
      transports: transports.split(",").filter((one) => one !== ""),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keepChallenge(deps, options.challenge, boundTo);
  return { ...options, extensions: { credProps: true } };
}

/**
 * Adds the passkey that a browser has created. The first factor of an admin ends their other sessions.
 *
 * @returns the recovery codes, which cannot be read again, if the admin had no factor; otherwise null
 * @throws CrmError INVALID_INPUT if the answer is not to be trusted; CONFLICT if the passkey is known or there are 20
 */
export async function finishPasskey(
  deps: Pick<Deps, "db">,
  site: PasskeySite,
  admin: PasskeyOwner,
  given: GivenPasskey,
): Promise<{ recoveryCodes: readonly string[] | null }> {
  const made = await checkRegistration(deps, site, given, sessionBinding(admin));
  const codes = newRecoveryCodes();
  return deps.db.transaction(async (tx) => {
    await lockFactors(tx, admin.id);
    refuseTooMany(await passkeys.listPasskeys.all(tx, { user: admin.id }));
    const isFirst = !(await hasFactor(tx, admin.id));
    await insertPasskey(tx, admin.id, made);
    if (!isFirst) return { recoveryCodes: null };
    await replaceRecoveryCodes(tx, admin.id, codes);
    await endOtherSessions(tx, admin);
    return { recoveryCodes: codes };
  });
}

/** A passkey as a browser sends it. */
export interface GivenPasskey {
  readonly name: string;
  readonly response: Registration;
}

/**
 * Checks a browser's answer to options of `registrationOptions`.
 *
 * @throws CrmError INVALID_INPUT if the answer is not to be trusted
 */
export async function checkRegistration(
  deps: Pick<Deps, "db">,
  site: PasskeySite,
  { name, response }: GivenPasskey,
  boundTo: string,
): Promise<MadePasskey> {
  const { host, origin } = requirePasskeySite(site);
  const { clientDataJSON, transports = [] } = response.response;
  const challenge = await takeChallenge(deps, clientDataJSON, boundTo);
  const credential = challenge && (await credentialIn(response, { challenge, host, origin }));
  if (!credential) throw refusal();
  return { name, host, transports, credential };
}

/** Stores a passkey of an admin. @throws CrmError CONFLICT if it is known */
export async function insertPasskey(
  tx: Db,
  userId: number,
  { name, host, transports, credential }: MadePasskey,
): Promise<void> {
  const key = Buffer.from(credential.publicKey).toString("base64url");
  const { id, counter } = credential;
  const at = new Date().toISOString();
  try {
    await passkeys.insertPasskey(tx, [
      [id, userId, name, key, counter, transports.join(","), host, at],
    ]);
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new CrmError("CONFLICT", "This passkey is already registered.", { cause: error });
  }
  await noteFactor(tx, userId, "admins.addPasskey", { name });
}

/** @returns undefined if the answer is not to be trusted; no sentence of the library reaches the caller */
async function credentialIn(
  response: Registration,
  expected: { challenge: string; host: string; origin: string },
) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential.id === response.id
      ? registrationInfo.credential
      : undefined;
  } catch {
    return undefined;
  }
}

/** Identifies an admin to authenticators, without their email (W3C WebAuthn Level 3, §14.6.1). */
export function userHandle(userId: number): string {
  return `admin:${userId}`;
}

function sessionBinding({ sessionId }: PasskeyOwner): string {
  return `session:${sessionId}`;
}

function refuseTooMany(known: readonly unknown[]): void {
  if (known.length < MAX_PASSKEYS) return;
  throw new CrmError("CONFLICT", `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
}

function noPasskey(): CrmError {
  return new CrmError("NOT_FOUND", "You have no such passkey.");
}

function refusal(): CrmError {
  return new CrmError("INVALID_INPUT", "The passkey was not accepted. Try to add it again.");
}

/** @throws CrmError NOT_FOUND */
export async function renamePasskey(
  { db }: Pick<Deps, "db">,
  admin: { readonly id: number },
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const renamed = await passkeys.renamePasskey.first(tx, { user: admin.id, id, name });
    if (renamed === undefined) throw noPasskey();
    await noteFactor(tx, admin.id, "admins.renamePasskey", { name });
  });
}

/**
 * Removes a passkey. The caller has checked the admin's password.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it is the last second factor and owners require one
 */
export async function removePasskey(
  { db }: Pick<Deps, "db">,
  admin: { readonly id: number },
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFactors(tx, admin.id);
    const removed = await passkeys.deletePasskey.first(tx, { user: admin.id, id });
    if (removed === undefined) throw noPasskey();
    await noteFactor(tx, admin.id, "admins.removePasskey", { name: removed.name });
    if (await hasFactor(tx, admin.id)) return;
    await refuseWhileRequired(tx);
    await secondFactors.deleteRecoveryCodes.all(tx, { user: admin.id });
  });
}
