import { isUnscoped } from "../access/require-scope.ts";
import { openCursor, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { type Job, listJobs } from "../jobs/jobs.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import { type ExportView, viewOf } from "./export-view.ts";
import { KIND, scopesToRead } from "./exports.ts";

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Lists the exports of a project that a credential may read, newest first. */
export async function listExports(
  deps: Pick<Deps, "db" | "cursors" | "schemas">,
  principal: Principal,
  page: Page,
): Promise<{ readonly results: readonly ExportView[]; readonly nextCursor: string | null }> {
  const { jobs, nextCursor } = await pageOfExports(deps, principal, page);
  const results: ExportView[] = [];
  const schema = await deps.schemas.get(principal.projectId);
  for (const job of jobs) {
    const mayRead =
      isUnscoped(principal) ||
      scopesToRead(schema, job).every((scope) => principal.scopes.has(scope));
    if (!mayRead) continue;
    results.push(await viewOf(deps.db, job));
  }
  return { results, nextCursor };
}

/** Returns a page of the jobs of all exports of a project, newest first. */
export async function pageOfExports(
  deps: Pick<Deps, "db" | "cursors">,
  principal: Principal,
  { cursor, limit }: Page,
): Promise<{ readonly jobs: readonly Job[]; readonly nextCursor: string | null }> {
  const identity = { list: "exports", filter: {} };
  const before = openCursor(deps, principal, identity, cursor);
  const page = { ...(before > 0 && { before }), limit: limit + 1 };
  const { shown, next } = cutPage(await listJobs(deps.db, principal, KIND, page), limit);
  return { jobs: shown, nextCursor: sealCursor(deps, principal, identity, next) };
}
