import { type RawBuilder, sql } from "kysely";
import { isAmong, joinEach } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";
import { dropped, type FileKey } from "./files.ts";

export interface AttachmentRow extends Pick<Row<"files">, "id" | "length" | "created_at"> {
  /** The record that was asked for. */
  readonly record: number;
  readonly name: string;
  readonly actor: string;
}

/** The given records, and those that were merged into them, directly or through others. */
function withMerged(
  dialect: DialectName,
  project: RawBuilder<unknown>,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    with recursive family (record, id) as (
      select value, value from (${jsonValues(dialect, ids, "bigint")}) as given
      union all
      select f.record, m.merged_id from family f ${joinEach(
        dialect,
        { table: "record_merges", alias: "m" },
        ["merged_id"],
        sql`m.project_id = ${project} and m.primary_id = f.id`,
      )})`;
}

/** Lists the files of records, and of those that were merged into them, in the order in which they were attached. */
export async function listOf(
  db: Db,
  { projectId }: Scope,
  records: readonly number[],
): Promise<readonly AttachmentRow[]> {
  if (records.length === 0) return [];
  return list.all(db, { project: projectId, ids: JSON.stringify(records) });
}

const list = sqlStatement<{ project: number; ids: string }, AttachmentRow>(
  "attachments_list",
  (param, dialect) => sql`
    ${withMerged(dialect, param("project"), param("ids"))}
    select f.record, a.id, a.name, a.length, a.actor, a.created_at from family f ${joinEach(
      dialect,
      { table: "files", alias: "a" },
      ["id", "name", "length", "actor", "created_at"],
      sql`a.project_id = ${param("project")} and a.record_id = f.id`,
    )}
    order by a.created_at, a.id`,
);

/** Attaches a whole file to a record. The caller must hold the lock of the record. */
export const attach = sqlStatement<
  { project: number; id: string; record: number; name: string; actor: string },
  never
>(
  "attachment_attach",
  (param) => sql`
    update files set record_id = ${param("record")}, name = ${param("name")}, actor = ${param("actor")}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

/** Finds the record that a file is attached to, with the file's name; undefined if there is no such file. */
export function findAttachment(
  db: Db,
  { projectId, id }: FileKey,
): Promise<{ record_id: number; type: string; name: string } | undefined> {
  return find.first(db, { project: projectId, id });
}

const find = sqlStatement<
  { project: number; id: string },
  { record_id: number; type: string; name: string }
>(
  "attachment_find",
  (param) => sql`
    select a.record_id, r.type, a.name from files a
    join records r on r.project_id = ${param("project")} and r.id = a.record_id
    where a.project_id = ${param("project")} and a.id = ${param("id")}`,
);

/**
 * Deletes the files of a record, and of those that were merged into it, as `deleteFile` does: without their keys nothing
 * reads them again.
 */
export async function deleteOf(
  tx: Db,
  { projectId }: Scope,
  record: number,
  at: string,
): Promise<void> {
  await drop.all(tx, { project: projectId, ids: JSON.stringify([record]), at });
}

const drop = sqlStatement<{ project: number; ids: string; at: string }, never>(
  "attachments_delete",
  (param, dialect) => sql`
    ${withMerged(dialect, param("project"), param("ids"))}
    update files set ${dropped(param("at"))}
    where project_id = ${param("project")} and ${isAmong(dialect, sql`record_id`, sql`select id from family`)}`,
);

/** An attachment with the record that it was attached to, which may be merged or deleted. */
export type StoredAttachment = Omit<AttachmentRow, "record"> & { readonly record_id: number };

/** Lists a project's attachments by record and id. */
export const listAll = sqlStatement<
  { project: number; record: number; after: string; limit: number },
  StoredAttachment
>(
  "attachments_of_project",
  (param) => sql`
    select id, record_id, name, length, actor, created_at from files
    where project_id = ${param("project")} and record_id is not null
      and (record_id, id) > (${param("record")}, ${param("after")})
    order by record_id, id limit ${param("limit")}`,
);
