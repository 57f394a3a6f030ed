import { recordsById } from "@rapport/db";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { distinctIds, readAssociated } from "../associations/associated.ts";
import { missingRecord, missingRecords } from "../missing-records.ts";
import { type NamedRecord, namedRecord } from "../names.ts";
import type { Properties } from "../record.ts";

/** A record as the preview of a merge shows it. */
export interface MergePreviewRecord extends Omit<NamedRecord, "type"> {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly properties: Properties;
  /** Number of associated records, counted up to 1,000 per type. */
  readonly associated: number;
}

/**
 * Reads the records of one type that an admin may merge, in the order of their ids.
 *
 * @throws CrmError NOT_FOUND or MERGED if one of them is not live
 */
export async function previewMerge(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  object: ObjectSchema,
  ids: readonly number[],
): Promise<readonly MergePreviewRecord[]> {
  const { db } = deps;
  const found = await recordsById.findMany(db, principal, ids);
  const missing = [];
  for (const [i, id] of ids.entries()) {
    if (found.get(id)?.type === object.name) continue;
    missing.push(await missingRecord(db, principal, { type: object.name, id }, `ids.${i}`));
  }
  if (missing.length > 0) throw missingRecords(missing);
  const others = object.schema.types.map(({ name }) => name);
  const associated = await readAssociated(db, principal, object, { ids, types: others });
  return [...found.values()]
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const { name, detail } = namedRecord(object, row);
      const lists = Object.values(associated.get(row.id)?.associations ?? {});
      return {
        ...{ id: row.id, name, detail, properties: row.properties },
        ...{ createdAt: row.created_at, updatedAt: row.updated_at, version: row.version },
        associated: lists.reduce((sum, list) => sum + distinctIds(list).length, 0),
      };
    });
}
