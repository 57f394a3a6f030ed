import { access, type Db, jobQueue, leaving, stateVersions, tenancy } from "@rapport/db";
import { actorSurface } from "../audit/actors.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { removedAt } from "../retention.ts";
import { takeInProject } from "./tenants.ts";

/*
 * The end of tenants and projects, for the admin app and the command line. Each change has its entry in the audit log. An
 * entry is one of the tenant, so that it says what became of a project that is removed.
 */

/** How a tenant or project is deleted. */
export interface Deletion {
  /** Its name, which shows that the right one is meant. */
  readonly confirm: string;
  /** True if it is removed now, and cannot be restored. */
  readonly isFinal?: boolean;
}

interface Subject {
  readonly what: "tenant" | "project";
  readonly id: number;
}

interface DeletedAt {
  /** When it is removed, ISO 8601. */
  readonly removedAt: string;
}

/**
 * Deletes a tenant. From the commit on, nobody can use it: every process refuses its credentials within five seconds, and
 * its jobs, deliveries and template syncs stop. It can be restored for 30 days.
 *
 * @param actor in stored form, such as `user:7`
 * @throws CrmError NOT_FOUND; INVALID_INPUT if `confirm` is not its name; CONFLICT if it was deleted already
 */
export function deleteTenant(
  deps: Pick<Deps, "db">,
  actor: string,
  id: number,
  deletion: Deletion,
): Promise<DeletedAt> {
  return deps.db.transaction(async (tx) => {
    const subject = { what: "tenant", id } as const;
    const tenant = requireFound(subject, await leaving.lockAnyTenant.first(tx, { id }));
    const end = newEnd(subject, tenant, deletion);
    await leaving.saveTenantEnd.all(tx, { id, ...end, deletedBy: actor });
    for (const projectId of await leaving.listProjectIds(tx, id)) await stopWork(tx, projectId);
    await note(tx, actor, "delete", { subject, tenantId: id, details: { tenantId: id } });
    return { removedAt: end.removingSince ?? removedAt(end.deletedAt) };
  });
}

/** Like `deleteTenant`, for a project. */
export function deleteProject(
  deps: Pick<Deps, "db">,
  actor: string,
  id: number,
  deletion: Deletion,
): Promise<DeletedAt> {
  return deps.db.transaction(async (tx) => {
    const subject = { what: "project", id } as const;
    const project = requireFound(subject, await leaving.lockAnyProject.first(tx, { id }));
    const end = newEnd(subject, project, deletion);
    await leaving.saveProjectEnd.all(tx, { id, ...end, deletedBy: actor });
    await stopWork(tx, id);
    const { tenant_id: tenantId, name } = project;
    await note(tx, actor, "delete", { subject, tenantId, details: { tenantId, name } });
    return { removedAt: end.removingSince ?? removedAt(end.deletedAt) };
  });
}

function newEnd(
  subject: Subject,
  found: leaving.TenantEnd,
  { confirm, isFinal = false }: Deletion,
) {
  const { what, id } = subject;
  if (found.name.trim() !== confirm.trim()) {
    const message = `The ${what} ${id} has another name. Give the name of the ${what} that is to be deleted.`;
    throw CrmError.ofIssue("INVALID_INPUT", { path: "confirm", code: "name_differs", message });
  }
  if (found.removing_since !== null) throw beingRemoved(subject);
  if (found.deleted_at !== null && !isFinal) {
    throw new CrmError(
      "CONFLICT",
      `The ${what} ${id} was deleted already. Restore it, or wait until it is removed.`,
    );
  }
  const at = new Date().toISOString();
  return { deletedAt: found.deleted_at ?? at, removingSince: isFinal ? at : null };
}

interface Entry {
  readonly subject: Subject;
  readonly tenantId: number;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Writes the entry of the audit log, and lets every process notice the change. */
async function note(tx: Db, actor: string, verb: string, entry: Entry): Promise<void> {
  const { subject, tenantId, details } = entry;
  await recordAudit(tx, {
    ...{ projectId: null, tenantId, actor, surface: actorSurface(actor), details },
    action: `${subject.what}s.${verb}`,
    subject: `${subject.what}:${subject.id}`,
  });
  await stateVersions.bumpVersion.all(tx, { name: "access" });
}

/** A job that runs commits nothing more. It goes on if the project is restored. */
async function stopWork(tx: Db, projectId: number): Promise<void> {
  await jobQueue.endLease.all(tx, { projectId }, { now: new Date().toISOString() });
}

const LIVE = { deletedAt: null, deletedBy: null, removingSince: null };

/**
 * Restores a deleted tenant. Its projects and credentials work as before, except projects that were deleted themselves.
 *
 * @throws CrmError NOT_FOUND; CONFLICT if it was not deleted, or is being removed
 */
export async function restoreTenant(
  deps: Pick<Deps, "db">,
  actor: string,
  id: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const subject = { what: "tenant", id } as const;
    requireRestorable(subject, await leaving.lockAnyTenant.first(tx, { id }));
    await leaving.saveTenantEnd.all(tx, { id, ...LIVE });
    await note(tx, actor, "restore", { subject, tenantId: id, details: { tenantId: id } });
  });
}

/**
 * Restores a deleted project.
 *
 * @throws CrmError NOT_FOUND; CONFLICT as `restoreTenant`, or if its tenant was deleted; QUOTA if its tenant may
 *   not have as much
 */
export async function restoreProject(
  deps: Pick<Deps, "db">,
  actor: string,
  id: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const subject = { what: "project", id } as const;
    const project = requireRestorable(subject, await leaving.lockAnyProject.first(tx, { id }));
    const { tenant_id: tenantId, name } = project;
    const tenant = await leaving.lockAnyTenant.first(tx, { id: tenantId });
    if (tenant?.deleted_at !== null) {
      throw new CrmError(
        "CONFLICT",
        `Its tenant was deleted too. Restore tenant ${tenantId} first.`,
      );
    }
    await takeInProject(tx, tenantId, id);
    await leaving.saveProjectEnd.all(tx, { id, ...LIVE });
    await note(tx, actor, "restore", { subject, tenantId, details: { tenantId, name } });
  });
}

function requireRestorable<End extends Pick<leaving.TenantEnd, "deleted_at" | "removing_since">>(
  subject: Subject,
  row: End | undefined,
): End {
  const found = requireFound(subject, row);
  if (found.removing_since !== null) throw beingRemoved(subject);
  if (found.deleted_at !== null) return found;
  throw new CrmError("CONFLICT", `The ${subject.what} ${subject.id} was not deleted.`);
}

/**
 * Gives a project to another tenant, with its records, history, jobs, views, webhooks, clients and keys. Access tokens from
 * before are void, because they name the tenant; clients get new ones.
 *
 * @returns the tenant that had it
 * @throws CrmError NOT_FOUND if the project or the tenant does not exist or was deleted; CONFLICT if it has the project;
 *   QUOTA if the tenant may not have as much
 */
export async function moveProject(
  deps: Pick<Deps, "db">,
  actor: string,
  id: number,
  tenantId: number,
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const subject = { what: "project", id } as const;
    const project = await leaving.lockAnyProject.first(tx, { id });
    if (project === undefined || project.deleted_at !== null) {
      throw notFound(subject);
    }
    const { tenant_id: from, name } = project;
    if (from === tenantId) {
      throw new CrmError("CONFLICT", `The project ${id} belongs to tenant ${tenantId} already.`);
    }
    // In the order of their ids, so that two moves never wait for each other.
    for (const tenant of [from, tenantId].toSorted((a, b) => a - b)) {
      if (tenant === tenantId) await takeInProject(tx, tenant, id);
      else if (!(await tenancy.lockTenant.any(tx, { id: from }))) {
        throw notFound(subject);
      }
    }
    await leaving.saveProjectTenant.all(tx, { id, tenant: tenantId });
    await stopWork(tx, id);
    const details = { name, from, to: tenantId };
    for (const tenant of [from, tenantId]) {
      await note(tx, actor, "move", { subject, tenantId: tenant, details });
    }
    // The notes have waited for other changes. A client may have got tokens meanwhile, so take the time after them.
    await access.voidClientTokens.all(tx, { project: id, at: new Date().toISOString() });
    return from;
  });
}

function requireFound<Row>(subject: Subject, row: Row | undefined): Row {
  if (row === undefined) throw notFound(subject);
  return row;
}

function notFound({ what, id }: Subject): CrmError {
  return new CrmError("NOT_FOUND", `There is no ${what} with id ${id}.`);
}

function beingRemoved({ what, id }: Subject): CrmError {
  return new CrmError(
    "CONFLICT",
    `The ${what} ${id} is being removed and cannot be restored. A backup may still have it.`,
  );
}
