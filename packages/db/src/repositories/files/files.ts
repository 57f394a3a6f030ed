import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { castTo } from "../../dialect/expressions.ts";
import { forShare } from "../../dialect/locks.ts";
import { insertRows } from "../../inserts.ts";
import { deletedColumns, KEPT } from "../../kept-files.ts";
import type { Scope } from "../../scope.ts";
import { selectRows, sqlStatement } from "../../statement.ts";

/** A file of one project. */
export interface FileKey extends Scope {
  readonly id: string;
}

export { KEPT };

export interface FileRow {
  /** Sealed. */
  readonly key: string;
  /** Bytes before encryption. */
  readonly length: number;
}

interface Args {
  project: number;
  id: string;
}

function fileArgs({ projectId, id }: FileKey): Args {
  return { project: projectId, id };
}

/** Adds an empty file. `type` is the object type whose values it will hold, `kind` what it is for. */
export async function insertFile(
  tx: Db,
  { projectId, id }: FileKey,
  {
    type,
    kind,
    key,
    at,
  }: {
    readonly type: string;
    readonly kind: string | null;
    readonly key: string;
    readonly at: string;
  },
): Promise<void> {
  await insert(tx, [[projectId, id, type, kind, key, 0, at]]);
}

const insert = insertRows("files", [
  "project_id",
  "id",
  "type",
  "kind",
  "key",
  "length",
  "created_at",
]);

/**
 * Lists the lengths of a project's files of a kind that have not expired.
 *
 * @param except id of a file to leave out
 */
export async function listLengths(
  db: Db,
  { projectId }: Scope,
  kind: string,
  { now, except = "" }: { readonly now: string; readonly except?: string },
): Promise<readonly number[]> {
  const rows = await lengths.all(db, { project: projectId, kind, now, except });
  return rows.map(({ length }) => length);
}

const lengths = sqlStatement<
  { project: number; kind: string; now: string; except: string },
  { length: number }
>(
  "files_lengths",
  (param) => sql`
    select length from files
    where project_id = ${param("project")} and kind = ${param("kind")} and kind is not null and key is not null
      and (expires_at is null or expires_at > ${param("now")}) and id <> ${param("except")}`,
);

/** Adds up the lengths of a project's files that have not expired. `except` is the id of a file to leave out. */
export const sumLengths = sqlStatement<
  { project: number; now: string; except: string },
  { bytes: number }
>(
  "files_sum_lengths",
  (param) => sql`
    select ${castTo(sql`coalesce(sum(length), 0)`, "bigint")} as bytes from files
    where project_id = ${param("project")} and key is not null
      and (expires_at is null or expires_at > ${param("now")}) and id <> ${param("except")}`,
);

/** Finds a file; undefined if it was deleted. */
export function findFile(db: Db, file: FileKey): Promise<FileRow | undefined> {
  return find.first(db, fileArgs(file));
}

const find = sqlStatement<Args, FileRow>(
  "file_find",
  (param) => sql`
    select key, length from files
    where project_id = ${param("project")} and id = ${param("id")} and key is not null`,
);

/** Like `findFile`; the file cannot be deleted until the transaction ends. */
export function holdFile(tx: Db, file: FileKey): Promise<FileRow | undefined> {
  return hold.first(tx, fileArgs(file));
}

const hold = sqlStatement<Args, FileRow>(
  "file_hold",
  (param, dialect) => sql`
    select key, length from files
    where project_id = ${param("project")} and id = ${param("id")} and key is not null
    ${forShare(dialect)}`,
);

/** @returns whether the file exists */
export async function setLength(tx: Db, file: FileKey, length: number): Promise<boolean> {
  return save.any(tx, { ...fileArgs(file), length });
}

const save = sqlStatement<Args & { length: number }, { id: string }>(
  "file_set_length",
  (param) => sql`
    update files set length = ${param("length")}
    where project_id = ${param("project")} and id = ${param("id")} and key is not null returning id`,
);

/** Sets when the worker removes a file; null to keep it. */
export async function setExpiry(tx: Db, file: FileKey, at: string | null): Promise<void> {
  await expire.all(tx, { ...fileArgs(file), at });
}

const expire = sqlStatement<Args & { at: string | null }, never>(
  "file_expire",
  (param) => sql`
    update files set expires_at = ${param("at")}
    where project_id = ${param("project")} and id = ${param("id")} and key is not null`,
);

/** Deletes a file by removing its key, without which its parts cannot be read. The worker removes the parts. */
export async function deleteFile(tx: Db, file: FileKey, at: string): Promise<void> {
  await drop.all(tx, { ...fileArgs(file), at });
}

const drop = sqlStatement<Args & { at: string }, never>(
  "file_delete",
  (param) => sql`
    update files set ${deletedColumns(param("at"))}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

/** Deletes every file that holds values of an object type, as `deleteFile` does. */
export const deleteTypeFiles = sqlStatement<{ project: number; type: string; at: string }, never>(
  "files_delete_of_type",
  (param) => sql`
    update files set ${deletedColumns(param("at"))}
    where project_id = ${param("project")} and type = ${param("type")}`,
);

/** Deletes every file of a database that is not in use, as `deleteFile` does, except for those that are kept. */
export async function deleteAllFiles(tx: Db, at: string): Promise<void> {
  await dropAll.all(tx, { at });
}

const dropAll = sqlStatement<{ at: string }, never>(
  "files_delete_all",
  (param) => sql`
    update files set key = null, length = 0, expires_at = ${param("at")}
    where id not like ${sql.lit(`${KEPT}%`)}`,
);

/** Lists files that expired before a time. */
export async function listExpired(
  db: Db,
  before: string,
  limit: number,
): Promise<readonly FileKey[]> {
  const rows = await expired.all(db, { before, limit });
  return rows.map(({ project_id: projectId, id }) => ({ projectId, id }));
}

const expired = sqlStatement<{ before: string; limit: number }, { project_id: number; id: string }>(
  "files_expired",
  (param) => sql`
    select project_id, id from files where expires_at is not null and expires_at <= ${param("before")}
    order by expires_at, project_id, id limit ${param("limit")}`,
);

/** Removes the row of a file that has no parts any more. */
export async function removeFile(tx: Db, file: FileKey): Promise<void> {
  await remove.all(tx, fileArgs(file));
}

const remove = sqlStatement<Args, never>(
  "file_remove",
  (param) => sql`
    delete from files
    where project_id = ${param("project")} and id = ${param("id")} and expires_at is not null`,
);

/** Returns whether a file has a row, deleted or not. */
export async function hasRow(db: Db, file: FileKey): Promise<boolean> {
  return row.any(db, fileArgs(file));
}

const row = selectRows("file_row", "files", ["id"], { where: { project_id: "project", id: "id" } });
