import type { Deps } from "../deps.ts";
import { FileGone } from "../files/files.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Principal } from "../principal.ts";
import type { Total } from "../query/count-search.ts";
import { type SearchOfTable, tableOfSearch } from "../query/table-query.ts";
import { progressOf } from "./export-state.ts";
import { type ExportView, viewOf } from "./export-view.ts";
import { pageOfExports } from "./list-exports.ts";
import { definitionOf } from "./run-export.ts";

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
  deps: Pick<Deps, "cursors" | "db" | "fileParts" | "secrets">,
  principal: Principal,
  page: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly results: readonly ListedExport[]; readonly nextCursor: string | null }> {
  const { jobs, nextCursor } = await pageOfExports(deps, principal, page);
  const results: ListedExport[] = [];
  for (const job of jobs) {
    results.push({
      ...(await viewOf(deps.db, job)),
      actor: job.actor,
      total: progressOf(job)?.total ?? null,
      records: await recordsOf(deps, job),
    });
  }
  return { results, nextCursor };
}

async function recordsOf(
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
