import { openCursor, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { listJobs } from "../jobs/jobs.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import { type ImportView, viewOf } from "./import-view.ts";
import { maySee } from "./imports.ts";
import { IMPORT } from "./settings.ts";

export interface ImportPage {
  readonly results: readonly ImportView[];
  readonly nextCursor: string | null;
}

const LIST = { list: "imports", filter: {} } as const;

/**
 * Lists the imports of a project, newest first, one page at a time. A page is short if the credential may not know of
 * some of them.
 */
export async function listImports(
  deps: Pick<Deps, "db" | "cursors" | "schemas">,
  principal: Principal,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<ImportPage> {
  const { db } = deps;
  const before = openCursor(deps, principal, LIST, cursor) || undefined;
  const page = { limit: limit + 1, ...(before !== undefined && { before }) };
  const { shown, next } = cutPage(await listJobs(db, principal, IMPORT, page), limit);
  const results: ImportView[] = [];
  const schema = await deps.schemas.get(principal.projectId);
  for (const job of shown.filter(({ type }) => maySee(principal, schema, type))) {
    results.push(await viewOf(db, job));
  }
  return { results, nextCursor: sealCursor(deps, principal, LIST, next) };
}
