import type { Admin } from "../access/admins/sessions.ts";
import { type Deps, readingDeps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { countSearch } from "../query/count-search.ts";
import { SEARCH_LIMITS } from "../query/search-context.ts";
import type { ExportDefinition } from "./definition.ts";
import { type Download, openDownload } from "./download.ts";
import type { ExportView } from "./export-view.ts";
import { createExport } from "./exports.ts";
import { readDefinition } from "./write-export.ts";

/** Records that are examined to find out how many an export has. */
const MAX_EXAMINED = 50_000;
const MAX_BYTES = 5 * SEARCH_LIMITS.bytes;

/** A table that is sent at once, or that a worker writes. */
export type TableDownload =
  | { readonly download: Download; readonly created?: never }
  | { readonly created: ExportView; readonly download?: never };

/**
 * Exports a table for an admin. Up to 10,000 records are sent at once, because a browser keeps the whole file in memory
 * until it can save it, and a lost connection loses it. Of more, or if their number is not known from examining
 * `MAX_EXAMINED`, a worker writes the file.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if too many exports of the project are open
 */
export async function exportTable(
  deps: Deps,
  admin: Pick<Admin, "id">,
  principal: Principal,
  definition: ExportDefinition,
): Promise<TableDownload> {
  const { search } = readDefinition(await deps.schemas.get(principal.projectId), definition);
  const limits = { ...SEARCH_LIMITS, examined: MAX_EXAMINED, bytes: MAX_BYTES };
  const reading = await readingDeps(deps, principal);
  const { relation } = await countSearch(reading, principal, search, limits);
  return relation === "eq"
    ? { download: await openDownload(deps, reading, admin, principal, definition) }
    : { created: await createExport(deps, principal, definition, { isCounted: true }) };
}
