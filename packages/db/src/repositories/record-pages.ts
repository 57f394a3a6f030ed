import { type RawBuilder, sql } from "kysely";
import { isFound, isInGroup, isInGroupSince, joinRecord } from "../dialect/access-path.ts";
import type { Db, DialectName } from "../dialect/dialect.ts";
import { type RecordRow, recordColumns } from "../record-row.ts";
import type { Scope } from "../scope.ts";
import { type Param, type Statement, sqlStatement } from "../statement.ts";

export interface PageFilter {
  /** Index keys that indexed properties must have. */
  readonly indexed: readonly { readonly property: string; readonly value: string }[];
  /** A record that must be associated, as the later side; for example a deal's company. */
  readonly associatedWith?: number | undefined;
}

type Args = Record<string, string | number>;

/**
 * Lists one page of a project's live records of a type, by id. A page reads only its own rows of the index,
 * wherever it is in the list.
 *
 * @param page.after last id of the previous page, or 0 for the first page
 */
export function listPage(
  db: Db,
  scope: Scope,
  page: { type: string; filter: PageFilter; after: number; limit: number },
): Promise<readonly RecordRow[]> {
  const { indexed, associatedWith } = page.filter;
  const args: Args = {
    project: scope.projectId,
    type: page.type,
    after: page.after,
    limit: page.limit,
  };
  for (const [i, { property, value }] of indexed.entries()) {
    args[`property${i}`] = property;
    args[`value${i}`] = value;
  }
  if (associatedWith !== undefined) args.other = associatedWith;
  return shaped(indexed.length, associatedWith !== undefined).all(db, args);
}

/** Compiled statements: two for each number of filters. A list has fewer than ten parameters. */
const statements = new Map<string, Statement<Args, RecordRow>>();

function shaped(indexed: number, associated: boolean): Statement<Args, RecordRow> {
  const name = `records_page_${indexed}${associated ? "_associated" : ""}`;
  let statement = statements.get(name);
  if (statement === undefined) {
    statement = sqlStatement<Args, RecordRow>(name, (param, dialect) =>
      pageSql(param, indexed, associated, dialect),
    );
    statements.set(name, statement);
  }
  return statement;
}

function pageSql(
  param: Param<Args>,
  indexed: number,
  associated: boolean,
  dialect: DialectName,
): RawBuilder<RecordRow> {
  const filters = Array.from({ length: indexed }, (_, i) => i);
  const own = sql`r.type = ${param("type")} and r.deleted_at is null`;
  const has = (i: number) =>
    isFound(sql`
      select x.record_id from record_index x
      where x.project_id = ${param("project")} and x.type = ${param("type")}
        and x.property = ${param(`property${i}`)} and x.value = ${param(`value${i}`)} and x.record_id = r.id`);
  const also = (rest: readonly number[]) => sql.join([sql``, ...rest.map(has)], sql` and `);

  if (associated) {
    return sql`
      select ${recordColumns("r")} from associations a
      ${joinRecord(dialect, sql`a.project_id`, sql`a.from_id`)}
      where a.project_id = ${param("project")} and a.to_id = ${param("other")}
        and a.from_type = ${param("type")} and a.from_id > ${param("after")} and ${own} ${also(filters)}
      order by a.from_id limit ${param("limit")}`;
  }
  if (indexed > 0) {
    return sql`
      select ${recordColumns("r")} from record_index i
      ${joinRecord(dialect, sql`i.project_id`, sql`i.record_id`)}
      where i.project_id = ${param("project")} and i.type = ${param("type")}
        and i.property = ${param("property0")} and i.value = ${param("value0")}
        and i.record_id > ${param("after")} and ${own} ${also(filters.slice(1))}
      order by i.record_id limit ${param("limit")}`;
  }
  return sql`
    select ${recordColumns("r")} from records r
    where r.project_id = ${param("project")} and r.deleted_at is null and ${isInGroup(
      dialect,
      { column: sql`r.type`, value: param("type") },
      sql`r.id`,
      { above: param("after") },
    )}
    order by r.type, r.id limit ${param("limit")}`;
}

/**
 * Lists one page of a project's deleted records of a type, by id.
 *
 * @param page.after last id of the previous page, or 0 for the first page
 */
export function listDeleted(
  db: Db,
  scope: Scope,
  page: { type: string; after: number; limit: number },
): Promise<readonly RecordRow[]> {
  return deleted.all(db, { project: scope.projectId, ...page });
}

const deleted = sqlStatement<
  { project: number; type: string; after: number; limit: number },
  RecordRow
>(
  "records_page_deleted",
  (param, dialect) => sql`
    select ${recordColumns("r")} from records r
    where r.project_id = ${param("project")} and r.deleted_at is not null
      and r.erased_at is null and r.version > 0 and ${isInGroup(
        dialect,
        { column: sql`r.type`, value: param("type") },
        sql`r.id`,
        { above: param("after") },
      )}
    order by r.type, r.id limit ${param("limit")}`,
);

export interface ChangedRecord extends RecordRow {
  readonly erased_at: string | null;
}

/**
 * Lists one page of a project's records of a type, deleted ones too, by the time of their last change, then by
 * id.
 *
 * @param page.after place of the last record of the previous page
 */
export function listUpdated(
  db: Db,
  scope: Scope,
  page: { type: string; after: readonly [updatedAt: string, id: number]; limit: number },
): Promise<readonly ChangedRecord[]> {
  const { type, limit } = page;
  const [since, id] = page.after;
  return updated.all(db, { project: scope.projectId, type, since, id, limit });
}

const updated = sqlStatement<
  { project: number; type: string; since: string; id: number; limit: number },
  ChangedRecord
>(
  "records_page_updated",
  (param, dialect) => sql`
    select ${recordColumns("r")}, r.erased_at from records r
    where r.project_id = ${param("project")} and r.updated_at >= ${param("since")} and ${isInGroupSince(
      dialect,
      { column: sql`r.type`, value: param("type") },
      sql`r.updated_at`,
      sql`r.id`,
      [param("since"), param("id")],
    )}
    order by r.type, r.updated_at, r.id limit ${param("limit")}`,
);
