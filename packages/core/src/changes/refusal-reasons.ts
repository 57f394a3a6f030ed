import { parse } from "csv-parse/sync";
import type { Deps } from "../deps.ts";
import { fileLength } from "../files/files.ts";
import type { Principal } from "../principal.ts";
import { findChange } from "./changes.ts";
import { readAll } from "./files.ts";
import { frequent, type Reason } from "./refused.ts";
import { settingsOf } from "./settings.ts";

/** Bytes of the list of refused records that are read, enough for hundreds of them. */
const MAX_READ_BYTES = 64 * 1024;

/** Why a bulk change refused records. */
export interface RefusalReasons {
  /** The most frequent ones first. */
  readonly reasons: readonly Reason[];
  /** The first refused records, which were read; 0 if they are not kept any more. */
  readonly read: number;
}

/**
 * Returns why a bulk change has refused its first refused records.
 *
 * @throws CrmError NOT_FOUND
 */
export async function refusalReasons(
  deps: Deps,
  principal: Principal,
  id: number,
): Promise<RefusalReasons> {
  const job = await findChange(deps.db, principal, id);
  const file = { projectId: principal.projectId, id: settingsOf(job).refusedFile };
  const length = await fileLength(deps.db, file);
  if (length === undefined) return { reasons: [], read: 0 };
  const bytes = await readAll(deps, file, { to: Math.min(length, MAX_READ_BYTES) });
  const lines = bytes.subarray(0, bytes.lastIndexOf("\r\n") + 2);
  const rows: readonly string[][] = parse(lines, { skip_records_with_error: true });
  return { reasons: frequent(rows.map((row) => row[2] ?? "")), read: rows.length };
}
