import { jobs as jobRows } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { fileLength } from "../files/files.ts";
import { readFile } from "../files/read-file.ts";
import type { Principal } from "../principal.ts";
import { findChange } from "./changes.ts";
import { REFUSED_HEAD } from "./refused.ts";
import { progressOf, settingsOf } from "./settings.ts";
import type { UndoSettings } from "./undo-settings.ts";

/**
 * Reads the refused records of a bulk change so far, as CSV with a column that says why.
 *
 * @param of `refused` for those of the change, `left` for those that its undoing has left
 * @throws CrmError NOT_FOUND; EXPIRED if they are not kept any more
 */
export async function readRefusedRecords(
  deps: Deps,
  principal: Principal,
  id: number,
  of: "refused" | "left",
): Promise<AsyncGenerator<Buffer>> {
  const job = await findChange(deps.db, principal, id);
  const { undo } = progressOf(job);
  const undoing = undo === undefined ? undefined : await jobRows.findJob(deps.db, principal, undo);
  const name =
    of === "refused"
      ? settingsOf(job).refusedFile
      : (undoing?.settings as UndoSettings | undefined)?.leftFile;
  if (name === undefined) return lines(undefined);
  const file = { projectId: principal.projectId, id: name };
  const to = await fileLength(deps.db, file);
  if (to === undefined) {
    const message =
      "The refused records are kept for 7 days, or until a record of their type is erased. Backups and copies do not have them.";
    throw new CrmError("EXPIRED", message);
  }
  return lines(readFile(deps, file, { to }));
}

async function* lines(rows: AsyncGenerator<Buffer> | undefined): AsyncGenerator<Buffer> {
  yield Buffer.from(REFUSED_HEAD);
  if (rows !== undefined) yield* rows;
}
