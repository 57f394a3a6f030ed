import type { Call, ObjectCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { findCurrent } from "./current.ts";
import { invalid, notLive } from "./errors.ts";
import { type NamedRecord, namedRecord } from "./names.ts";
import type { Properties, RecordDeps } from "./record.ts";
import { parseWholeSelection, type WholeSelectionInput } from "./selection.ts";
import { toWholeRecords, type WholeRecord } from "./whole-record.ts";

/**
 * Reads a live record (specification §2.6). The id of a merged record reads the one that it was merged into.
 *
 * @throws CrmError INVALID_INPUT for an unknown name or type; NOT_FOUND; ERASED
 */
export async function readRecord(
  { deps, principal, object }: ObjectCall<RecordDeps>,
  id: number,
  select: WholeSelectionInput,
): Promise<WholeRecord> {
  const { selection, issues } = parseWholeSelection({ principal, object }, select);
  if (issues.length > 0) throw invalid(issues);
  const row = await findCurrent(deps.db, principal, object.name, id);
  if (row === undefined) throw await notLive(deps.db, principal, object.name, id);
  const [record] = await toWholeRecords(deps.db, principal, object, { rows: [row], selection });
  return record as WholeRecord;
}

interface RecordPage extends Omit<NamedRecord, "type"> {
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
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  object: ObjectSchema,
  id: number,
): Promise<RecordPage> {
  const record = await readRecord({ deps, principal, object }, id, {});
  const { createdAt, updatedAt, version, properties } = record;
  const { name, detail } = namedRecord(object, record);
  return { id: record.id, name, detail, version, createdAt, updatedAt, properties };
}
