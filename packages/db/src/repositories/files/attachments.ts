import { sql } from "kysely";
import { joinEach } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { withMerged } from "../../kept-files.ts";
import type { Row } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

export interface AttachmentRow extends Pick<Row<"files">, "id" | "length" | "created_at"> {
  /** The record that was asked for. */
  readonly record: number;
  readonly name: string;
  readonly actor: string;
}

/** Lists the files of records, and of those that were merged into them, in the order in which they were attached. */
export async function listForRecords(
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

export { deleteRecordFiles } from "../../kept-files.ts";

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
  { projectId, id }: Scope & { readonly id: string },
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
