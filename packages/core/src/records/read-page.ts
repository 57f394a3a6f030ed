import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { type NamedRecord, namedRecord } from "./names.ts";
import { readRecord } from "./read.ts";
import type { Properties } from "./ruled-change.ts";

export interface RecordPage extends Omit<NamedRecord, "type"> {
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly properties: Properties;
}

/**
 * Reads a live record for its page in the admin app. The id of a merged record reads the one that it was merged
 * into. For associated records see `listAssociated`.
 *
 * @throws CrmError NOT_FOUND
 */
export async function readRecordPage(
  deps: Pick<Deps, "db" | "schemas">,
  principal: Principal,
  object: ObjectSchema,
  id: number,
): Promise<RecordPage> {
  const record = await readRecord(deps, principal, object, id, {});
  const { createdAt, updatedAt, version, properties } = record;
  const { name, detail } = namedRecord(object, record);
  return { id: record.id, name, detail, version, createdAt, updatedAt, properties };
}
