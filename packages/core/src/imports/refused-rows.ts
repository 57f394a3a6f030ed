import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { fileLength } from "../files/files.ts";
import { readFile } from "../files/read-file.ts";
import type { Principal } from "../principal.ts";
import { findImport, requireAccess } from "./imports.ts";
import { refusedHeader } from "./refused-line.ts";
import { settingsOf } from "./settings.ts";

/**
 * Reads the refused rows of an import so far, as CSV with a column that says why. It can be imported again.
 *
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; EXPIRED if the rows are no longer kept
 */
export async function refusedRows(
  deps: Deps,
  principal: Principal,
  id: number,
): Promise<AsyncGenerator<Buffer>> {
  const job = await findImport(deps.db, principal, id);
  await requireAccess(deps, principal, job, "read");
  const { data } = settingsOf(job);
  if (data === null) return lines([], undefined);
  const file = { projectId: principal.projectId, id: data.refusedFile };
  const to = await fileLength(deps.db, file);
  if (to === undefined) {
    const message =
      "The refused rows are kept for 7 days, or until a record of their type is erased. Backups and copies do not have them.";
    throw new CrmError("EXPIRED", message);
  }
  return lines(data.columns, readFile(deps, file, { to }));
}

async function* lines(
  columns: readonly string[],
  rows: AsyncGenerator<Buffer> | undefined,
): AsyncGenerator<Buffer> {
  yield Buffer.from(refusedHeader(columns));
  if (rows !== undefined) yield* rows;
}
