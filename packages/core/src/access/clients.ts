import { access, type Db, tenancy } from "@rapport/db";
import { PUBLIC_SCOPES } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { hashCredential, newClientId, newClientSecret, sameHash } from "./credentials.ts";
import { noteUse } from "./last-used.ts";

/** How long an older secret lives on beside a new one, in milliseconds. */
const OVERLAP = 24 * 60 * 60 * 1000;

/**
 * Creates an OAuth client of a project. The secret is known only now.
 *
 * @throws CrmError INVALID_INPUT for an unknown scope or none; NOT_FOUND when there is no such project
 */
export async function createClient(
  deps: Pick<Deps, "db">,
  input: { projectId: number; name: string; scopes: readonly string[] },
): Promise<{ clientId: string; clientSecret: string }> {
  checkName(input.name);
  checkScopes(input.scopes, PUBLIC_SCOPES);
  const [clientId, clientSecret] = [newClientId(), newClientSecret()];
  const at = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    await requireProject(tx, input.projectId);
    const scopes = JSON.stringify([...new Set(input.scopes)]);
    await access.insertClient(tx, [[clientId, input.projectId, input.name, scopes, at]]);
    await access.insertSecret(tx, [[clientId, hashCredential(clientSecret), at, null]]);
  });
  return { clientId, clientSecret };
}

/** @throws CrmError INVALID_INPUT when a name is empty or longer than 255 characters */
export function checkName(name: string): void {
  if (name.trim() === "" || name.length > 255) {
    throw new CrmError("INVALID_INPUT", "A name must have 1 to 255 characters.");
  }
}

/** @throws CrmError INVALID_INPUT naming what is not a scope */
export function checkScopes(scopes: readonly string[], known: ReadonlyMap<string, string>): void {
  const unknown = scopes.filter((scope) => !known.has(scope));
  if (unknown.length === 0 && scopes.length > 0) return;
  const fault =
    unknown.length > 0 ? `There is no scope ${unknown.join(" ")}.` : "A scope is needed.";
  throw new CrmError("INVALID_INPUT", `${fault} The scopes are ${[...known.keys()].join(" ")}.`);
}

/** @throws CrmError NOT_FOUND when there is no such project */
export async function requireProject(db: Db, projectId: number): Promise<void> {
  if ((await tenancy.findProject.first(db, { id: projectId })) === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
}

/** The clients of a project, oldest first. */
export function listClients(deps: Pick<Deps, "db">, projectId: number) {
  return access.listClients.all(deps.db, { project: projectId });
}

/** A client as admins see it, without its secrets. */
export interface ClientState {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly disabledAt: string | null;
  readonly lastUsedAt: string | null;
  /** Oldest first; the last is the one that stays. */
  readonly secrets: readonly { readonly createdAt: string; readonly expiresAt: string | null }[];
}

/** The clients of a project, oldest first, with when their secrets came and end. */
export async function listClientStates(
  deps: Pick<Deps, "db">,
  projectId: number,
): Promise<readonly ClientState[]> {
  const secrets = Map.groupBy(
    await access.listSecretTimes.all(deps.db, { project: projectId }),
    (secret) => secret.client_id,
  );
  return (await listClients(deps, projectId)).map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    lastUsedAt: row.last_used_at,
    secrets: (secrets.get(row.id) ?? []).map((secret) => ({
      createdAt: secret.created_at,
      expiresAt: secret.expires_at,
    })),
  }));
}

/**
 * @returns the project that a client belongs to
 * @throws CrmError NOT_FOUND
 */
export async function projectOfClient(deps: Pick<Deps, "db">, clientId: string): Promise<number> {
  const client = await access.findClient.first(deps.db, { id: clientId });
  if (client === undefined) throw noClient(clientId);
  return client.project_id;
}

/**
 * Disables a client: it gets no more tokens, and those it has are void on every process within
 * five seconds.
 *
 * @throws CrmError NOT_FOUND
 */
export async function disableClient(deps: Pick<Deps, "db">, clientId: string): Promise<void> {
  const at = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    if ((await access.disableClient.first(tx, { id: clientId, at })) === undefined) {
      throw noClient(clientId);
    }
    await tenancy.bumpVersion(tx, "access");
  });
}

/**
 * Gives a client another secret, known only now. The older ones end in 24 hours.
 *
 * @param options.endOthersNow ends the older ones at once
 * @throws CrmError NOT_FOUND
 */
export async function addSecret(
  deps: Pick<Deps, "db">,
  clientId: string,
  options: { endOthersNow?: boolean } = {},
): Promise<{ clientSecret: string }> {
  const clientSecret = newClientSecret();
  const hash = hashCredential(clientSecret);
  const now = Date.now();
  const end = new Date(options.endOthersNow ? now : now + OVERLAP).toISOString();
  await deps.db.transaction(async (tx) => {
    const client = await access.findClient.first(tx, { id: clientId });
    if (client === undefined) throw noClient(clientId);
    const at = new Date(now).toISOString();
    const live = await access.listSecrets.all(tx, { client: clientId, now: at });
    if (live.length > 1 && !options.endOthersNow) {
      throw new CrmError(
        "CONFLICT",
        "The client has two live secrets already; end the older ones at once, or wait until the oldest ends.",
      );
    }
    await access.endOtherSecrets.all(tx, { client: clientId, keep: hash, at: end });
    await access.insertSecret(tx, [[clientId, hash, at, null]]);
  });
  return { clientSecret };
}

/**
 * Ends at once every secret of a client but its newest, so that a rotation need not wait.
 *
 * @throws CrmError NOT_FOUND; CONFLICT when the client has one live secret only
 */
export async function endOlderSecrets(deps: Pick<Deps, "db">, clientId: string): Promise<void> {
  const at = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    if ((await access.findClient.first(tx, { id: clientId })) === undefined) {
      throw noClient(clientId);
    }
    const live = await access.listSecrets.all(tx, { client: clientId, now: at });
    const newest = live.at(-1);
    if (newest === undefined || live.length === 1) {
      throw new CrmError(
        "CONFLICT",
        "The client has no older secret; add one first, or disable the client.",
      );
    }
    await access.endOtherSecrets.all(tx, { client: clientId, keep: newest.hash, at });
  });
}

/**
 * Finds the client that an id and secret belong to (RFC 6749 §2.3.1).
 *
 * @returns null for an unknown or disabled client as for a wrong secret, at the same cost
 */
export async function authenticateClient(
  deps: Pick<Deps, "db">,
  clientId: string,
  secret: string,
): Promise<access.ClientRow | null> {
  const now = new Date().toISOString();
  const [client, secrets] = await Promise.all([
    access.findClient.first(deps.db, { id: clientId }),
    access.listSecrets.all(deps.db, { client: clientId, now }),
  ]);
  const given = hashCredential(secret);
  let matches = false;
  for (const { hash } of [...secrets, { hash: NO_SECRET }]) {
    if (sameHash(hash, given)) matches = true;
  }
  if (!matches || client === undefined || client.disabled_at !== null) return null;
  noteUse(client.last_used_at, (times) =>
    deps.db.transaction((tx) => access.touchClient.all(tx, { id: clientId, ...times })),
  );
  return client;
}

/** Compared in any case, so that a client without secrets costs what another does. */
const NO_SECRET = hashCredential(newClientSecret());

function noClient(clientId: string): CrmError {
  return new CrmError("NOT_FOUND", `There is no client with id ${clientId.slice(0, 80)}.`);
}
