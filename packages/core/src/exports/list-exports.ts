import { isUnscoped } from "../access/require-scope.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { FileGone } from "../files/files.ts";
import { type Job, pageOfJobs } from "../jobs/jobs.ts";
import type { Total } from "../query/count-search.ts";
import { type SearchOfTable, tableOfSearch } from "../query/table-query.ts";
import { type ExportView, exportProgress, exportView } from "./export-state.ts";
import { KIND, scopesToRead } from "./exports.ts";
import { definitionOf } from "./run-export.ts";

interface Page {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Lists the exports of a project that a credential may read, newest first. */
export async function listExports(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  page: Page,
): Promise<{ readonly results: readonly ExportView[]; readonly nextCursor: string | null }> {
  const { jobs, nextCursor } = await pageOfJobs({ deps, principal }, [KIND], page);
  const results: ExportView[] = [];
  const schema = await deps.schemas.get(principal.projectId);
  for (const job of jobs) {
    const mayRead =
      isUnscoped(principal) ||
      scopesToRead(schema, job).every((scope) => principal.scopes.has(scope));
    if (!mayRead) continue;
    results.push(await exportView(deps.db, job));
  }
  return { results, nextCursor };
}

/** An export as the admin app lists it. */
export interface ListedExport extends ExportView {
  /** Who created it, in stored form. */
  readonly actor: string;
  /** How many records it will have; null if they were not counted. */
  readonly total: Total | null;
  /** Which records it has; null if a record of its type was erased since, because a filter may have its values. */
  readonly records: SearchOfTable | null;
}

/** Lists the exports of a project with what they have, newest first. */
export async function listExportsInFull(
  { deps, principal }: Call<Pick<Deps, "cursors" | "db" | "fileParts" | "secrets">>,
  page: Page,
): Promise<{ readonly results: readonly ListedExport[]; readonly nextCursor: string | null }> {
  const { jobs, nextCursor } = await pageOfJobs({ deps, principal }, [KIND], page);
  const results: ListedExport[] = [];
  for (const job of jobs) {
    results.push({
      ...(await exportView(deps.db, job)),
      actor: job.actor,
      total: exportProgress(job)?.total ?? null,
      records: await exportedSearch(deps, job),
    });
  }
  return { results, nextCursor };
}

async function exportedSearch(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  job: Job,
): Promise<SearchOfTable | null> {
  try {
    return tableOfSearch(await definitionOf(deps, job));
  } catch (error) {
    if (error instanceof FileGone) return null;
    throw error;
  }
}
