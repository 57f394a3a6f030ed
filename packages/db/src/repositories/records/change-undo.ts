import { sql } from "kysely";
import { deleteEqual, isAmong } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonRows, jsonValues } from "../../dialect/json.ts";
import type { PropertyChanges } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

/** An association that a bulk change made, as the history of its record has it. */
export interface MadeAssociation {
  readonly record_id: number;
  readonly at: string;
  /** The type of the other record, with its id as the new value. */
  readonly changes: PropertyChanges;
}

/** Lists the associations of records, at most 1,000, that a bulk change made. */
export function listAssociations(
  db: Db,
  { projectId }: Scope,
  ids: readonly number[],
  actor: string,
): Promise<readonly MadeAssociation[]> {
  return list.all(db, { project: projectId, ids: JSON.stringify(ids), actor });
}

// As in import_changes_list, the actor must not choose an index.
const list = sqlStatement<{ project: number; ids: string; actor: string }, MadeAssociation>(
  "change_undo_associations",
  (param, dialect) => sql`
    select record_id, at, changes from record_history
    where project_id = ${param("project")}
      and ${isAmong(dialect, sql`record_id`, jsonValues(dialect, param("ids"), "bigint"))}
      and coalesce(actor, '') = ${param("actor")} and action = 'associated'`,
);

/** A pair of associated records in the stored order of their types, and when it was associated. */
export interface MadePair {
  readonly from_id: number;
  readonly to_type: string;
  readonly to_id: number;
  /** ISO 8601. An association that was removed and made again has another time. */
  readonly created_at: string;
}

/** Removes associations that are still those of the given times. Returns those that were. */
export function removePairs(
  tx: Db,
  { projectId }: Scope,
  pairs: readonly MadePair[],
): Promise<readonly Pick<MadePair, "from_id" | "to_id">[]> {
  if (pairs.length === 0) return Promise.resolve([]);
  return remove.all(tx, { project: projectId, rows: JSON.stringify(pairs) });
}

const remove = sqlStatement<{ project: number; rows: string }, { from_id: number; to_id: number }>(
  "change_undo_remove_pairs",
  (param, dialect) => sql`
    ${deleteEqual(
      dialect,
      "associations",
      { project: param("project") },
      ["from_id", "to_type", "to_id", "created_at"],
      jsonRows(dialect, param("rows"), "r", {
        from_id: "bigint",
        to_type: "text",
        to_id: "bigint",
        created_at: "timestamptz",
      }),
    )} returning from_id, to_id`,
);
