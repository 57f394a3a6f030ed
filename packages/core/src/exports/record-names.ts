import { setImmediate } from "node:timers/promises";
import { type Db, recordScan } from "@rapport/db";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { Associated } from "../records/associations/associated.ts";
import { namedIn } from "../records/names.ts";
import type { RecordNames } from "./columns.ts";

/** Records that one statement reads. Each can have 1 MiB. */
const CHUNK = 100;

/**
 * Returns the names of the records that some records are associated with.
 *
 * @param associated the associations of those records
 */
export async function namesOfAssociated(
  db: Db,
  scope: Principal,
  schema: ProjectSchema,
  associated: Iterable<Associated>,
): Promise<RecordNames> {
  const ids = new Set<number>();
  for (const { associations } of associated) {
    for (const entries of Object.values(associations)) {
      for (const { id } of entries) ids.add(Number(id));
    }
  }
  const all = [...ids];
  const names = new Map<number, string>();
  for (let start = 0; start < all.length; start += CHUNK) {
    if (start > 0) await setImmediate();
    const found = await recordScan.findMany(db, scope, all.slice(start, start + CHUNK));
    for (const row of found.values()) names.set(row.id, namedIn(schema, row).name);
  }
  return names;
}
