import { recordsById } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { namingProperties, recordName } from "../records/names.ts";
import type { LogSubject } from "./log-entry.ts";

/** Returns a record whose name was not looked up. */
export function unnamedRecord(type: string, id: number): LogSubject {
  return { kind: type, id: String(id), label: `#${id}`, isDeleted: false };
}

/**
 * Looks up the names of records.
 *
 * @returns a function that returns a record with its name, or undefined if it was erased or removed for good
 */
export async function nameRecords(
  deps: Pick<Deps, "db" | "schemas">,
  scope: { projectId: number },
  records: readonly LogSubject[],
): Promise<(record: LogSubject) => LogSubject | undefined> {
  const ids = new Set(records.map(({ id }) => Number(id)));
  const schema = await deps.schemas.get(scope.projectId);
  const names = namingProperties(schema);
  const kept = await recordsById.findKept(deps.db, scope, [...ids], names);
  return (record) => {
    const row = kept.get(Number(record.id));
    return (
      row && {
        ...record,
        label: recordName(schema.object(row.type), row),
        isDeleted: row.deleted_at !== null && row.merged_into === null,
      }
    );
  };
}

/** Returns the other record of an action, if it has no name any more. */
export function lostOther(other: LogSubject, action: string): LogSubject {
  // The page of a merged record leads to the one that it was merged into.
  return { ...other, isDeleted: !/merged/.test(action) };
}
