import { sql } from "kysely";
import { joinRecord } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonValues } from "../../dialect/json.ts";
import type { StoredProperties } from "../../schema.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";

export interface DeletedRow {
  readonly id: number;
  readonly type: string;
  readonly deleted_at: string;
}

/**
 * Lists deleted records that can be restored, the most recently deleted first, without their properties.
 *
 * @param page.since only records deleted after this time, ISO 8601
 * @param page.before the last record of the previous page
 */
export function listDeleted(
  db: Db,
  scope: Scope,
  page: { since: string; before: readonly [at: string, id: number]; limit: number },
): Promise<readonly DeletedRow[]> {
  const [at, id] = page.before;
  return deleted.all(db, {
    project: scope.projectId,
    since: page.since,
    at,
    id,
    limit: page.limit,
  });
}

const deleted = sqlStatement<
  { project: number; since: string; at: string; id: number; limit: number },
  DeletedRow
>(
  "records_deleted",
  (param) => sql`
    select id, type, deleted_at from records
    where project_id = ${param("project")} and deleted_at is not null and merged_into is null
      and erased_at is null and deleted_at > ${param("since")}
      and (deleted_at, id) < (${param("at")}, ${param("id")})
    order by deleted_at desc, id desc limit ${param("limit")}`,
);

export interface DeletedRecord extends DeletedRow {
  readonly properties: StoredProperties;
}

/** Returns those of the given records that are deleted and can be restored, by id. */
export async function findDeleted(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DeletedRecord>> {
  const rows = await deletedMany.all(db, { project: scope.projectId, ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

const deletedMany = sqlStatement<{ project: number; ids: string }, DeletedRecord>(
  "records_deleted_many",
  (param, dialect) => sql`
    select r.id, r.type, r.properties, r.deleted_at
    from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
    ${joinRecord(dialect, param("project"), sql`wanted.value`)}
    where r.deleted_at is not null and r.merged_into is null and r.erased_at is null`,
);
