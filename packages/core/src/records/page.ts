import { recordScan } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { notFound } from "./errors.ts";
import { type NamedRecord, namedRecord } from "./names.ts";
import { readRecord } from "./read.ts";
import type { Properties } from "./rules.ts";

export interface RecordPage extends Omit<NamedRecord, "type"> {
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Properties;
}

/**
 * Reads a live record for its page in the admin app. For associated records see `listAssociated`.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readRecordPage(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  type: ObjectType,
  id: number,
): Promise<RecordPage> {
  const { properties } = await readRecord(deps, principal, type, id, {});
  const row = (await recordScan.findMany(deps.db, principal, [id])).get(id);
  if (row === undefined) throw notFound(type, id);
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const { name, detail } = namedRecord(type, id, properties, schema);
  return {
    id,
    name,
    detail,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    properties,
  };
}
