import { insights } from "@rapport/db";
import { type LogActor, nameActors } from "../audit/actors.ts";
import { nameRecords, unnamedRecord } from "../audit/named-records.ts";
import type { Deps } from "../deps.ts";

export interface LatestChange {
  /** Id of the history entry. */
  readonly id: number;
  readonly recordId: number;
  readonly type: string;
  /** The record's name now. */
  readonly name: string;
  readonly action: string;
  /** True if the record is in the bin now. */
  readonly isDeleted: boolean;
  readonly actor: LogActor;
  readonly at: string;
  /** Number of properties that the change touched. */
  readonly changedProperties: number;
}

/** Lists the latest changes of a project's records, including deleted records, newest first. */
export async function latestChanges(
  deps: Pick<Deps, "db" | "schemas">,
  projectId: number,
  limit: number,
): Promise<readonly LatestChange[]> {
  const rows = await insights.listLatestChanges.all(deps.db, { project: projectId, limit });
  const actor = await nameActors(
    deps,
    rows.map((row) => row.actor),
  );
  const recordOf = ({ type, record_id }: (typeof rows)[number]) => unnamedRecord(type, record_id);
  const named = await nameRecords(deps, { projectId }, rows.map(recordOf));
  return rows.map((row) => {
    const record = recordOf(row);
    const { label, isDeleted } = named(record) ?? record;
    return {
      id: row.id,
      recordId: row.record_id,
      type: row.type,
      name: label,
      action: row.action,
      isDeleted,
      actor: actor(row.actor),
      at: row.at,
      changedProperties: Object.keys(row.changes).length,
    };
  });
}
