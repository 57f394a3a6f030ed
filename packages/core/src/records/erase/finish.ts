import { randomInt } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, erasedFiles, erasures, isLocal, tenancy } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { actorParts, type Principal } from "../../principal.ts";
import { eraseValues } from "./steps.ts";

/**
 * Does the rest of erasures whose records have many rows. Each transaction saves its progress, so any number of
 * processes may do it at once, and another one resumes after a crash.
 *
 * @param signal ends the work after the current transaction
 */
export async function finishErasures(
  deps: Pick<Deps, "db" | "schemas">,
  signal: AbortSignal,
): Promise<void> {
  let found = await erasures.findUnfinished.first(deps.db, { project: 0, record: 0 });
  while (found !== undefined && !signal.aborted) {
    const { project_id: project, record_id: record } = found;
    const isMore = await deps.db.transaction((tx) => eraseMore(deps, tx, project, record));
    if (!isMore) found = await erasures.findUnfinished.first(deps.db, { project, record });
    // Let requests go first.
    await nextTurn();
  }
}

/** @returns false if nothing is left, or another process does it */
async function eraseMore(
  { schemas }: Pick<Deps, "schemas">,
  tx: Db,
  projectId: number,
  record: number,
): Promise<boolean> {
  const erasure = await erasures.lockErasure.first(tx, { projectId }, { record });
  const project = await tenancy.findAnyProject.first(tx, { id: projectId });
  if (erasure === undefined || project === undefined) return false;
  const { kind, id } = actorParts(erasure.actor);
  const principal: Principal = {
    kind: kind as Principal["kind"],
    id,
    tenantId: project.tenant_id,
    projectId,
    scopes: new Set(),
  };
  const object = await schemas.within(tx).object(projectId, erasure.type);
  const target = { object, id: record, version: erasure.version };
  return eraseValues(tx, principal, target, { progress: erasure, at: new Date().toISOString() });
}

/**
 * Removes what erased values left in SQLite's files, unless nothing was erased; see `mergeFiles`.
 *
 * @param signal ends the work after the current transaction
 */
export async function cleanFiles(deps: Pick<Deps, "db">, signal: AbortSignal): Promise<void> {
  if (await erasedFiles.hasWork(deps.db)) await mergeFiles(deps, signal);
}

/**
 * Removes what is left of removed values in SQLite's files: in unused parts of the index of words, and in the write-ahead
 * log. Does nothing on PostgreSQL, which needs a VACUUM instead.
 *
 * @param signal ends the work after the current transaction
 */
export async function mergeFiles({ db }: Pick<Deps, "db">, signal: AbortSignal): Promise<void> {
  if (!isLocal(db)) return;
  const pass = randomInt(2 ** 47);
  let calls = await db.transaction((tx) => erasedFiles.startMerge(tx, pass));
  while (calls-- > 0 && (await db.transaction(erasedFiles.mergeMore))) {
    if (signal.aborted) return;
    await nextTurn();
  }
  if (await db.emptyLog()) await db.transaction((tx) => erasedFiles.finishPass(tx, pass));
}
