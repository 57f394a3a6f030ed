import { setImmediate } from "node:timers/promises";
import type { Db } from "@rapport/db";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { Associated } from "../records/associations/associated.ts";
import { readNamed } from "../records/names.ts";
import type { RecordNames } from "./columns.ts";

/** Records whose names one statement reads. */
const CHUNK = 200;

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
    const found = await readNamed(db, scope, schema, all.slice(start, start + CHUNK));
    for (const { id, name } of found.values()) names.set(id, name);
  }
  return names;
}
