import { access, type Db, objectTypes, stateVersions, tenancy } from "@rapport/db";
import { hasControls, PUBLIC_SCOPES, scopesOfType } from "@rapport/model";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { NAME_CONTROLS } from "../../storable-text.ts";
import { hashCredential, newClientId, newClientSecret } from "./credentials.ts";

/** How long an older secret or key still works after a new one is added. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Creates an OAuth client of a project. The secret is returned only here.
 *
 * @throws CrmError INVALID_INPUT if a scope is unknown or no scope is given; NOT_FOUND for an unknown project
 */
export async function createClient(
  deps: Pick<Deps, "db">,
  input: { projectId: number; name: string; scopes: readonly string[] },
): Promise<{ clientId: string; clientSecret: string }> {
  checkName(input.name);
  await checkScopes(deps.db, input.projectId, input.scopes, PUBLIC_SCOPES);
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

/** @throws CrmError INVALID_INPUT if a name is empty, longer than 255 characters, or has control characters */
export function checkName(name: string): void {
  if (hasControls(name)) {
    throw CrmError.ofIssue("INVALID_INPUT", {
      path: "name",
      code: "control_characters",
      message: NAME_CONTROLS,
    });
  }
  if (name.trim() === "" || name.length > 255) {
    throw new CrmError("INVALID_INPUT", "A name must have 1 to 255 characters.");
  }
}

/**
 * Checks the scopes of a credential of a project, which may be those of the project's own types.
 *
 * @param always those that the credentials of every project can have
 * @throws CrmError INVALID_INPUT if no scope is given or one is unknown; the message names the unknown scopes
 */
export async function checkScopes(
  db: Db,
  projectId: number,
  scopes: readonly string[],
  always: ReadonlyMap<string, string>,
): Promise<void> {
  const isKnown = scopes.length > 0 && scopes.every((scope) => always.has(scope));
  const own = isKnown ? [] : await objectTypes.listTypes.all(db, { project: projectId });
  const known = new Set([
    ...always.keys(),
    ...own
      .filter((row) => row.removed_at === null)
      .flatMap(({ plural }) => scopesOfType(plural, plural).map(([scope]) => scope)),
  ]);
  const unknown = scopes.filter((scope) => !known.has(scope));
  if (unknown.length === 0 && scopes.length > 0) return;
  const fault =
    unknown.length > 0
      ? `There is no scope ${unknown.join(" ")}.`
      : "At least one scope is required.";
  const allowed = [...known];
  const message = `${fault} The scopes are ${allowed.join(" ")}.`;
  const code = unknown.length > 0 ? "scope_unknown" : "too_few";
  throw CrmError.ofIssue("INVALID_INPUT", { path: "scopes", code, message, allowed });
}

/** @throws CrmError NOT_FOUND if the project does not exist, or was deleted */
export async function requireProject(db: Db, projectId: number): Promise<tenancy.ProjectRow> {
  const project = await tenancy.findProject.first(db, { id: projectId });
  if (project !== undefined) return project;
  throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
}

/** Lists the clients of a project, oldest first. */
export function listClients(deps: Pick<Deps, "db">, projectId: number) {
  return access.listClients.all(deps.db, { project: projectId });
}

/**
 * Returns the id of the project that a client belongs to.
 * @throws CrmError NOT_FOUND
 */
export async function projectOfClient(deps: Pick<Deps, "db">, clientId: string): Promise<number> {
  const client = await access.findClient.first(deps.db, { id: clientId });
  if (client === undefined) throw noClient(clientId);
  return client.project_id;
}

/**
 * Disables a client. It gets no more tokens, and every process refuses its existing tokens within five seconds.
 *
 * @throws CrmError NOT_FOUND
 */
export async function disableClient(deps: Pick<Deps, "db">, clientId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Waits for other changes. The client may get tokens meanwhile, so take the time after it.
    await stateVersions.bumpVersion.all(tx, { name: "access" });
    const at = new Date().toISOString();
    if (!(await access.disableClient.any(tx, { id: clientId, at }))) {
      throw noClient(clientId);
    }
  });
}

/**
 * Adds a secret to a client. The secret is returned only here. Older secrets end in 24 hours.
 *
 * @param options.endOthersNow true to end older secrets at once
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
  const end = new Date(options.endOthersNow ? now : now + SECRET_OVERLAP_MS).toISOString();
  await deps.db.transaction(async (tx) => {
    await lockClient(tx, clientId);
    const at = new Date(now).toISOString();
    const live = await access.listSecrets.all(tx, { client: clientId, now: at });
    if (live.length > 1 && !options.endOthersNow) {
      throw new CrmError(
        "CONFLICT",
        "The client already has two live secrets. End the older one now, or wait until it ends.",
      );
    }
    await access.endOtherSecrets.all(tx, { client: clientId, keep: hash, at: end });
    await access.insertSecret(tx, [[clientId, hash, at, null]]);
  });
  return { clientSecret };
}

/**
 * Ends all secrets of a client except the newest, so that a rotation need not wait 24 hours.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if the client has only one live secret
 */
export async function endOlderSecrets(deps: Pick<Deps, "db">, clientId: string): Promise<void> {
  const at = new Date().toISOString();
  await deps.db.transaction(async (tx) => {
    await lockClient(tx, clientId);
    const live = await access.listSecrets.all(tx, { client: clientId, now: at });
    const newest = live.at(-1);
    if (newest === undefined || live.length === 1) {
      throw new CrmError(
        "CONFLICT",
        "The client has no older secret. Add a secret first, or disable the client.",
      );
    }
    await access.endOtherSecrets.all(tx, { client: clientId, keep: newest.hash, at });
  });
}

/** @throws CrmError NOT_FOUND */
async function lockClient(tx: Db, clientId: string): Promise<void> {
  if (!(await access.lockClient.any(tx, { id: clientId }))) {
    throw noClient(clientId);
  }
}

export function noClient(clientId: string): CrmError {
  return new CrmError("NOT_FOUND", `There is no client with id ${clientId.slice(0, 80)}.`);
}
