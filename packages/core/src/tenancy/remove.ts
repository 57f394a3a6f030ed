import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { accountLinks, type Db, leaving, projectSchema, removal, tenancy } from "@rapport/db";
import { endAdminSessions } from "../access/admins/session-list.ts";
import { dropFactors } from "../access/factors/factor-reset.ts";
import { revokeProjectTokens } from "../access/tokens/revocations.ts";
import { actorSurface, BY_HAND } from "../audit/actors.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { mergeFiles } from "../records/erase/finish.ts";
import { removedBefore } from "../retention.ts";

type RemovalDeps = Pick<Deps, "db" | "fileParts">;

/** Milliseconds after which every process has noticed that a tenant or project is to be removed at once. */
const NOTICE_MS = 3_000;
/** How long what is removed is looked at again, because a request of before may have written late. */
const AGAIN_MS = 60 * 60 * 1000;
/** Entries of the audit log that one transaction looks at. */
const LOG_PAGE = 500;

/** Work that yields after each transaction, so that others' goes on between. */
type Portions = AsyncGenerator<void>;

/**
 * Removes tenants and projects that were deleted 30 days ago, or are to be removed at once, in portions. They take turns. Any
 * number of processes may do it at once; after a crash, another one goes on with what is left.
 *
 * @param signal ends the work after the current transaction
 * @param onError receives a failure; the removal of others continues
 */
export async function removeDue(
  deps: RemovalDeps,
  signal: AbortSignal,
  onError: (error: unknown) => void,
  now = new Date(),
): Promise<void> {
  const due = {
    deletedBefore: removedBefore(now),
    saidBefore: new Date(now.getTime() - NOTICE_MS).toISOString(),
  };
  const [tenants, projects] = [
    await leaving.listDueTenants.all(deps.db, due),
    await leaving.listDueProjects.all(deps.db, due),
  ];
  let running: readonly Portions[] = [
    ...tenants.map(({ id }) => removeTenant(deps, id, signal)),
    ...projects.map(({ id }) => removeProject(deps, id, signal)),
    removeLate(deps, new Date(now.getTime() - AGAIN_MS).toISOString()),
  ];
  while (running.length > 0 && !signal.aborted) {
    const left: Portions[] = [];
    for (const one of running) {
      if (signal.aborted) return;
      const ended = await one.next().catch((error: unknown) => {
        onError(error);
        return { done: true };
      });
      if (!ended.done) left.push(one);
      // Let requests go first.
      await nextTurn();
    }
    running = left;
  }
}

/**
 * Removes a tenant or project now that was deleted with `isFinal`.
 *
 * @param onPortion called after each transaction
 */
export async function removeNow(
  deps: RemovalDeps,
  what: "tenant" | "project",
  id: number,
  onPortion: () => void,
): Promise<void> {
  // Requests that other processes have taken on end meanwhile.
  await sleep(NOTICE_MS);
  const { signal } = new AbortController();
  const remove = what === "tenant" ? removeTenant : removeProject;
  for await (const _ of remove(deps, id, signal)) onPortion();
}

async function* removeProject(deps: RemovalDeps, id: number, signal: AbortSignal): Portions {
  const project = await deps.db.transaction((tx) => beginProject(tx, id));
  if (project === null) return;
  yield* removeParts(deps, id, signal);
  await deps.db.transaction(async (tx) => {
    if (!(await endProject(tx, id))) return;
    const { tenant_id: tenantId, deleted_by: by } = project;
    await note(tx, by, "project", { id, tenantId, details: { tenantId, projects: [id] } });
  });
}

/** @returns null if it was restored, or is gone */
async function beginProject(tx: Db, id: number) {
  const project = await leaving.lockAnyProject.first(tx, { id });
  if (project === undefined || project.deleted_at === null) return null;
  const { deleted_at: deletedAt, deleted_by: deletedBy } = project;
  const removingSince = project.removing_since ?? new Date().toISOString();
  await leaving.saveProjectEnd.all(tx, { id, deletedAt, deletedBy, removingSince });
  return project;
}

/** Removes all rows and files of a project but its own row. */
async function* removeParts(deps: RemovalDeps, id: number, signal: AbortSignal): Portions {
  await deps.fileParts.removeAll({ projectId: id });
  for (const step of removal.OF_PROJECT) {
    let removed: number;
    do {
      removed = await inPortion(deps, (tx) => step.run(tx, id));
      yield;
    } while (removed === step.limit);
  }
  for (let above: number | null = 0; above !== null; ) {
    const from: number = above;
    above = await inPortion(deps, (tx) => removal.removeOldEvents(tx, id, from));
    yield;
  }
  await deps.fileParts.removeAll({ projectId: id });
  await mergeFiles(deps, signal);
}

function inPortion<T>({ db }: RemovalDeps, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work, { hasOwnCommit: true });
}

/** Removes a project's row, with what was written since its parts were removed. @returns false if it was gone */
async function endProject(tx: Db, id: number): Promise<boolean> {
  // Waits for record changes that run. Later ones fail, because they do not find the project.
  await projectSchema.lockSchema.all(tx, { project: id });
  await removeRest(tx, removal.OF_PROJECT, id);
  // Without the project, nothing else says that its tokens are void.
  await revokeProjectTokens(tx, id);
  return removal.removeProject.any(tx, { id });
}

/** Removes what is left, which is little. */
async function removeRest(tx: Db, steps: readonly removal.Step[], id: number): Promise<void> {
  for (const step of steps) {
    while ((await step.run(tx, id)) === step.limit);
  }
}

async function* removeTenant(deps: RemovalDeps, id: number, signal: AbortSignal): Portions {
  const tenant = await deps.db.transaction(async (tx) => {
    const row = await leaving.lockAnyTenant.first(tx, { id });
    if (row === undefined || row.deleted_at === null) return null;
    const { deleted_at: deletedAt, deleted_by: deletedBy } = row;
    const removingSince = row.removing_since ?? new Date().toISOString();
    await leaving.saveTenantEnd.all(tx, { id, deletedAt, deletedBy, removingSince });
    return row;
  });
  if (tenant === null) return;
  const projects = await leaving.listProjectIds(deps.db, id);
  for (const project of projects) {
    yield* removeParts(deps, project, signal);
    await deps.db.transaction((tx) => endProject(tx, project));
  }
  const accounts = await removal.listOwnAccounts.all(deps.db, { tenant: id });
  yield* removeEntries(deps, tenant, new Set(accounts.map((one) => one.id)));
  for (const step of removal.OF_TENANT) {
    let removed: number;
    do {
      removed = await inPortion(deps, (tx) => step.run(tx, id));
      yield;
    } while (removed === step.limit);
  }
  await deps.db.transaction(async (tx) => {
    for (const account of accounts) await removeAccount(tx, account.id);
    await removal.endManagementBy.all(tx, { tenant: id });
    await removeRest(tx, removal.OF_TENANT, id);
    const removed = await removal.removeTenant.first(tx, { id });
    if (removed === undefined) return;
    await note(tx, tenant.deleted_by, "tenant", { id, details: { projects } });
  });
}

/** Removes an account that the owners of the tenant made, and that has no role elsewhere. */
async function removeAccount(tx: Db, id: number): Promise<void> {
  await dropFactors(tx, id);
  await endAdminSessions(tx, id);
  await accountLinks.deleteAdminLinks.all(tx, { user: id });
  await removal.removeAccount.first(tx, { id });
}

/**
 * Removes the entries of the log of the installation that name a tenant or an account that goes with it. Those that name the
 * tenant by its name alone stay if another tenant has the same.
 */
async function* removeEntries(
  deps: RemovalDeps,
  tenant: leaving.TenantEnd,
  accounts: ReadonlySet<number>,
): Portions {
  const tenants = await leaving.listAllTenants.all(deps.db, {});
  const isOnly = tenants.filter(({ name }) => name === tenant.name).length === 1;
  const names = new Set([...accounts].flatMap((id) => [`user:${id}`, `admin:${id}`]));
  const isNamed = ({ subject, actor, action, details }: removal.InstallationEntry) => {
    const { tenantId, name } = details as { tenantId?: unknown; name?: unknown };
    const isMade = action === "tenants.create" && tenantId === undefined;
    return (
      subject === `tenant:${tenant.id}` ||
      tenantId === tenant.id ||
      (isMade && isOnly && name === tenant.name) ||
      names.has(subject) ||
      names.has(actor)
    );
  };
  for (let after = 0; ; ) {
    const page = await removal.listEntries.all(deps.db, { after, limit: LOG_PAGE });
    const own = page.filter((entry) => entry.owner === null && isNamed(entry));
    if (own.length > 0) {
      await inPortion(deps, async (tx) => {
        for (const { id } of own) await removal.removeEntry.all(tx, { id });
      });
    }
    yield;
    const last = page.at(-1);
    if (last === undefined || page.length < LOG_PAGE) return;
    after = last.id;
  }
}

async function note(
  tx: Db,
  by: string | null,
  what: "tenant" | "project",
  entry: { id: number; tenantId?: number; details: Readonly<Record<string, unknown>> },
): Promise<void> {
  const actor = by ?? BY_HAND;
  const { id, tenantId, details } = entry;
  await recordAudit(tx, {
    ...{ projectId: null, tenantId, actor, surface: actorSurface(actor), details },
    action: `${what}s.remove`,
    subject: `${what}:${id}`,
  });
}

/** Removes what requests of before wrote into projects that were just removed. */
async function* removeLate(deps: RemovalDeps, since: string): Portions {
  for (const { details } of await removal.listRemoved.all(deps.db, { since })) {
    const { projects = [] } = details as { projects?: readonly number[] };
    for (const id of projects) {
      if (await tenancy.findAnyProject.any(deps.db, { id })) continue;
      for (const step of removal.OF_PROJECT) {
        await inPortion(deps, (tx) => step.run(tx, id));
        yield;
      }
      await deps.fileParts.removeAll({ projectId: id });
    }
  }
}
