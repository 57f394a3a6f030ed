import { accountLinks, type Db, secondFactors, tenantRoles, users } from "@rapport/db";
import { nameActors } from "../../audit/actors.ts";
import { recordAudit } from "../../audit/audit.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { hashCredential, newSessionToken } from "../credentials/credentials.ts";
import { hasFactor } from "../factors/factor-rule.ts";
import type { PasskeySite } from "../passkeys/passkey-site.ts";
import {
  checkRegistration,
  type GivenPasskey,
  insertPasskey,
  registrationOptions,
} from "../passkeys/passkeys.ts";
import { checkPassword, hashPassword } from "./passwords.ts";
import { type AdminRole, parseRole } from "./roles.ts";
import { endAdminSessions } from "./session-list.ts";

/*
 * Links with which an admin sets a first or another password, or a passkey instead (specification §41.5). The token is in
 * the fragment of the address, which browsers send to no server, and only its hash is stored.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time for which a link that has ended still says why. */
const KEPT_MS = 90 * DAY_MS;

/** How links are made. */
export interface LinkSettings {
  /** Origin of the admin app. */
  readonly origin: string;
  /** Days for which a link can be used. */
  readonly days: number;
}

/** A link that was just made. It cannot be read again. */
export interface MadeLink {
  readonly link: string;
  readonly expiresAt: string;
}

/**
 * Makes a link for an admin, and revokes the links made before.
 *
 * @param of.by the actor that makes it, such as `user:1`
 */
export async function makeLink(
  tx: Db,
  { origin, days }: LinkSettings,
  of: { readonly userId: number; readonly by: string },
): Promise<MadeLink> {
  const now = Date.now();
  const at = new Date(now).toISOString();
  const expiresAt = new Date(now + days * DAY_MS).toISOString();
  const token = newSessionToken();
  await accountLinks.deleteOldLinks.all(tx, { before: new Date(now - KEPT_MS).toISOString() });
  await accountLinks.revokeLinks.all(tx, { user: of.userId, now: at });
  await accountLinks.insertLink(tx, [[hashCredential(token), of.userId, of.by, at, expiresAt]]);
  return { link: `${origin}/welcome#${token}`, expiresAt };
}

/** What someone who opens a link sees. */
export interface LinkView {
  /** `invitation` if the admin has not joined yet; otherwise the link sets another password. */
  readonly kind: "invitation" | "password";
  readonly email: string;
  /** Who made the link: an admin's email, or null for the command line. */
  readonly by: string | null;
  /** The role in the installation; null if there is none. */
  readonly role: AdminRole | null;
  readonly tenants: readonly { readonly name: string; readonly role: AdminRole }[];
  readonly expiresAt: string;
  /** Whether owners require a second factor. */
  readonly needsFactor: boolean;
  /** Whether a passkey can be registered instead of a password. */
  readonly passkey: boolean;
}

/**
 * Returns what a link is for.
 *
 * @throws CrmError NOT_FOUND for an unknown link; EXPIRED with the issue `link_used`, `link_revoked` or `link_expired`
 */
export async function readLink(
  { db }: Pick<Deps, "db">,
  site: PasskeySite,
  token: string,
): Promise<LinkView> {
  const { row, user } = await openLink(db, token);
  const roles = await tenantRoles.listAdminRoles.all(db, { user: user.id });
  const tenants = await tenantRoles.listAdminTenants.all(db, { user: user.id });
  const maker = (await nameActors({ db }, [row.made_by]))(row.made_by);
  return {
    kind: user.invited_at === null ? "password" : "invitation",
    email: user.email,
    by: maker.kind === "admin" ? maker.label : null,
    role: parseRole(user.role),
    tenants: roles.flatMap(({ tenant_id: id, role }) => {
      const name = tenants.find((one) => one.id === id)?.name;
      return name === undefined ? [] : [{ name, role: parseRole(role) ?? "read-only" }];
    }),
    expiresAt: row.expires_at,
    needsFactor: await secondFactors.findRule.any(db, {}),
    passkey: site.refusal === null && !(await hasFactor(db, user.id)),
  };
}

/**
 * Begins to create a passkey instead of a password.
 *
 * @returns options for `navigator.credentials.create`, which whoever has the link can answer once within five minutes
 * @throws as `readLink`; CrmError CONFLICT if the site can have no passkeys, or the admin has a second factor
 */
export async function beginPasskeyByLink(
  { db }: Pick<Deps, "db">,
  site: PasskeySite,
  token: string,
) {
  const { row, user } = await openLink(db, token);
  await refuseSecond(db, user.id);
  return registrationOptions({ db }, site, user, boundTo(row));
}

/** What an admin chose with a link, to sign in with. */
export type Chosen =
  | { readonly password: string; readonly passkey?: never }
  | { readonly passkey: GivenPasskey; readonly password?: never };

/**
 * Sets the password of the admin that a link is for, or registers a passkey. The link then ends, and so do the admin's
 * sessions. Of two at once, one succeeds.
 *
 * @throws as `readLink`; CrmError INVALID_INPUT for a bad password or passkey; CONFLICT for a passkey as
 *   `beginPasskeyByLink`
 */
export async function useLink(
  { db }: Pick<Deps, "db">,
  site: PasskeySite,
  token: string,
  chosen: Chosen,
): Promise<{ readonly id: number; readonly email: string }> {
  if (chosen.password !== undefined) checkPassword(chosen.password);
  const { row } = await openLink(db, token);
  const save = await checkChosen({ db }, site, row, chosen);
  const done = await db.transaction(async (tx) => {
    const user = await users.lockUser.first(tx, { id: row.user_id });
    const now = new Date().toISOString();
    if (user === undefined || user.disabled_at !== null) return undefined;
    if (!(await accountLinks.useLink.any(tx, { hash: row.hash, now }))) return undefined;
    await save(tx, user.id);
    await endInvitation(tx, user.id);
    await endAdminSessions(tx, user.id);
    await noteUse(tx, user, user.invited_at === null ? "setByLink" : "join");
    return { id: user.id, email: user.email };
  });
  if (done !== undefined) return done;
  await openLink(db, token);
  throw new CrmError("CONFLICT", "The account has just changed. Open the link again.");
}

/**
 * Checks the chosen password or passkey. Call it before the transaction, because hashing a password is slow.
 *
 * @returns a function that stores the password or passkey
 */
async function checkChosen(
  deps: Pick<Deps, "db">,
  site: PasskeySite,
  row: accountLinks.AccountLinkRow,
  { password, passkey }: Chosen,
): Promise<(tx: Db, id: number) => Promise<unknown>> {
  if (passkey === undefined) {
    const hash = await hashPassword(password);
    return (tx, id) => users.setPassword.first(tx, { id, hash });
  }
  const made = await checkRegistration(deps, site, passkey, boundTo(row));
  return async (tx, id) => {
    await refuseSecond(tx, id);
    await insertPasskey(tx, id, made);
  };
}

/** @throws CrmError CONFLICT if the admin has a second factor, because a passkey would sign in without it */
async function refuseSecond(db: Db, userId: number): Promise<void> {
  if (!(await hasFactor(db, userId))) return;
  throw new CrmError(
    "CONFLICT",
    "Your account has a second factor. Set a password, or ask an owner to reset the second factor.",
  );
}

function boundTo({ hash }: accountLinks.AccountLinkRow): string {
  return `link:${hash}`;
}

/**
 * Notes that an invited admin has joined in another way, by single sign-on. Their link then ends.
 *
 * @param tx a transaction that has locked the admin
 */
export async function joinWithoutLink(tx: Db, user: users.UserRow): Promise<void> {
  if (user.invited_at === null) return;
  await endInvitation(tx, user.id);
  await noteUse(tx, user, "join");
}

/** Revokes an admin's links, and says that they have joined. */
export async function endInvitation(tx: Db, id: number): Promise<void> {
  await accountLinks.revokeLinks.all(tx, { user: id, now: new Date().toISOString() });
  await users.endInvitation.all(tx, { id });
}

async function noteUse(tx: Db, user: users.UserRow, action: string): Promise<void> {
  await recordAudit(tx, {
    ...ownEntry(user.id, `admins.${action}`),
    tenantId: user.managed_by ?? undefined,
    details: { email: user.email },
  });
}

const ownEntry = (id: number, action: string) => ({
  projectId: null,
  actor: `user:${id}`,
  surface: "admin",
  action,
  subject: `admin:${id}`,
});

/** @throws as `readLink`. The first try of a link after its end is in the audit log. */
async function openLink(db: Deps["db"], token: string) {
  const row = await accountLinks.findLink.first(db, { hash: hashCredential(token) });
  if (row === undefined) {
    throw new CrmError(
      "NOT_FOUND",
      `This link is not complete, or is more than 90 days old. ${ASK}`,
    );
  }
  const user = await users.findUser.first(db, { id: row.user_id });
  const now = new Date().toISOString();
  const end = linkEnd(row, user, now);
  if (end === undefined && user !== undefined) return { row, user };
  await db.transaction(async (tx) => {
    if (!(await accountLinks.noteTry.any(tx, { id: row.id, now }))) return;
    const tenantId = user?.managed_by ?? undefined;
    const entry = ownEntry(row.user_id, "admins.endedLink");
    await recordAudit(tx, { ...entry, tenantId, details: { end: end ?? "revoked" } });
  });
  const message = ENDS[end ?? "revoked"];
  throw CrmError.ofIssue("EXPIRED", { path: "", code: `link_${end ?? "revoked"}`, message });
}

const ASK = "Ask the person who sent it for a new one.";

const ENDS = {
  used: "This link was already used. Sign in with the password or the passkey that was set.",
  revoked: `This link was revoked, or a newer one replaced it. ${ASK}`,
  expired: `This link has expired. ${ASK}`,
  disabled: "This account is disabled. Ask an owner to enable it.",
} as const;

/** Returns how a link has ended; undefined if it can be used. */
function linkEnd(
  row: accountLinks.AccountLinkRow,
  user: users.UserRow | undefined,
  now: string,
): keyof typeof ENDS | undefined {
  if (row.used_at !== null) return "used";
  if (row.revoked_at !== null || user === undefined) return "revoked";
  if (row.expires_at <= now) return "expired";
  return user.disabled_at === null ? undefined : "disabled";
}

/** A link of an admin that can still be used, or has expired. */
export interface OpenLink {
  /** Whether the admin has not joined yet. */
  readonly isInvitation: boolean;
  readonly expiresAt: string;
}

/** Returns a function from an admin to their open link; null if there is none. */
export async function openLinks(
  db: Deps["db"],
): Promise<(user: Pick<users.UserRow, "id" | "invited_at">) => OpenLink | null> {
  const rows = await accountLinks.listOpenLinks.all(db, {});
  const ends = new Map(rows.map((row) => [row.user_id, row.expires_at]));
  return ({ id, invited_at: invitedAt }) => {
    const expiresAt = ends.get(id);
    return expiresAt === undefined ? null : { isInvitation: invitedAt !== null, expiresAt };
  };
}
