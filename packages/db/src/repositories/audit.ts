import { type RawBuilder, sql } from "kysely";
import { isAmong, isInGroupByTime, joinOne, joinRecord } from "../dialect/access-path.ts";
import type { Db, DialectName } from "../dialect/dialect.ts";
import { hasMember, jsonValues } from "../dialect/json.ts";
import { insertRows } from "../inserts.ts";
import { erasedAt } from "../record-texts.ts";
import type { Row } from "../schema.ts";
import { type Param, type Statement, sqlStatement } from "../statement.ts";

export const insertAudit = insertRows("audit_log", [
  "project_id",
  "actor",
  "surface",
  "action",
  "subject",
  "details",
  "at",
  "tenant_id",
]);

export type AuditRow = Omit<Row<"audit_log">, "tenant_id">;

/** Filters of the audit log and the start of a page. A filter that is null is ignored. */
export interface LogPage {
  readonly project: number | null;
  readonly actor: string | null;
  /** LIKE pattern for the actor. */
  readonly actors: string;
  readonly from: string;
  readonly to: string;
  /** The page starts after the entry with this time and id. */
  readonly at: string;
  readonly before: number;
  readonly limit: number;
}

type AuditPage = LogPage & {
  /** Null lists those of a project or of all. */
  readonly tenant: number | null;
  readonly subject: string | null;
  readonly surface: string | null;
};

/** Lists one page of the audit log, newest first, of one tenant, of one project or of all. */
export function listAudit(db: Db, page: AuditPage): Promise<readonly AuditRow[]> {
  if (page.tenant !== null) return auditOfTenant.all(db, page);
  return (page.project === null ? auditOfAll : auditOfProject).all(db, page);
}

const auditOfAll = selectAudit("audit_list", null);
const auditOfProject = selectAudit("audit_list_project", "project");
const auditOfTenant = selectAudit("audit_list_tenant", "tenant");

function selectAudit(
  name: string,
  of: "project" | "tenant" | null,
): Statement<AuditPage, AuditRow> {
  return sqlStatement(
    name,
    (param, dialect) => sql`
      select id, project_id, actor, surface, action, subject, details, at from audit_log
      where ${of === null ? sql`(at, id) < (${param("at")}, ${param("before")})` : beforeIn(of, dialect, param)}
        and at >= ${param("from")} and at <= ${param("to")}
        and actor = coalesce(${param("actor")}, actor)
        and surface = coalesce(${param("surface")}, surface)
        and subject = coalesce(${param("subject")}, subject)
      order by ${of === null ? sql`` : sql`${sql.ref(`${of}_id`)} desc, `} at desc, id desc limit ${param("limit")}`,
  );
}

function beforeIn(
  of: "project" | "tenant",
  dialect: DialectName,
  param: Param<AuditPage>,
): RawBuilder<boolean> {
  const group = { column: sql.ref(`${of}_id`), value: param(of) };
  const below = [param("at"), param("before")] as const;
  return isInGroupByTime(
    dialect,
    group,
    { time: sql`at`, id: sql`id` },
    { below, from: param("from") },
  );
}

export type HistoryRow = Omit<Row<"record_history">, "project_id" | "version"> &
  Pick<Row<"records">, "type" | "erased_at">;

type HistoryPage = LogPage & {
  readonly type: string | null;
  readonly record: number | null;
  /** Only changes of this property, and the record's creation. Needs a record. */
  readonly property?: string | undefined;
  /** Only entries with this action. Needs a type. */
  readonly action?: string | undefined;
};

/** Lists one page of the changes of a project's records, newest first. */
export function listHistory(db: Db, page: HistoryPage): Promise<readonly HistoryRow[]> {
  if (page.property !== undefined) {
    return historyOfProperty.all(db, { ...page, property: page.property });
  }
  if (page.action !== undefined && page.record === null) {
    return historyOfAction.all(db, { ...page, action: page.action });
  }
  return HISTORY[page.record === null ? "all" : "record"][page.type === null ? "any" : "type"].all(
    db,
    page,
  );
}

const HISTORY = {
  all: { any: selectHistory("", ""), type: selectHistory("", "type") },
  record: { any: selectHistory("record", ""), type: selectHistory("record", "type") },
};

const historyOfProperty = selectHistory("record", "", "property");
const historyOfAction = selectHistory("", "type", "action");

function selectHistory(
  record: string,
  type: string,
  only: "" | "property" | "action" = "",
): Statement<HistoryPage, HistoryRow> {
  return sqlStatement(
    `history_list_${record}_${type}_${only}`,
    (param, dialect) => sql`
      select ${historyColumns(dialect, param("project"))} from (${pageOfHistory(param, dialect, { record, type, only })}) as page
      join record_history h on h.project_id = ${param("project")} and h.id = page.id
      ${joinRecord(dialect, param("project") as RawBuilder<unknown>, sql`h.record_id`)}
      order by h.at desc, h.id desc`,
  );
}

function historyColumns(dialect: DialectName, project: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    h.id, h.record_id, h.action, h.changes, h.actor, h.at, r.type,
    ${erasedAt(dialect, project)} as erased_at`;
}

/** Finds the page in the index alone, unless it is filtered by property or action. Reads only the page's own rows. */
function pageOfHistory(
  param: Param<HistoryPage>,
  dialect: DialectName,
  { record, type, only }: { record: string; type: string; only: "" | "property" | "action" },
): RawBuilder<unknown> {
  const conditions = {
    "": sql``,
    property: changesProperty(dialect, param("property")),
    action: sql`and k.action = ${param("action")}`,
  };
  return sql`
    select k.id from ${record === "" ? sql`record_history` : ofRecord(param)} k
    where k.project_id = ${param("project")}
      and (k.at, k.id) < (${param("at")}, ${param("before")})
      and k.at >= ${param("from")} and k.at <= ${param("to")}
      and k.actor = coalesce(${param("actor")}, k.actor) and k.actor like ${param("actors")}
      ${
        type === ""
          ? sql``
          : sql`and ${param("type")} = (select t.type from records t
              where t.project_id = ${param("project")} and t.id = k.record_id limit 1)`
      }
      ${conditions[only]}
    order by k.at desc, k.id desc limit ${param("limit")}`;
}

/** An entry of the history without values. */
export type HistoryKey = Pick<HistoryRow, "id" | "action" | "actor" | "at" | "type">;

/** Like `listHistory` for the records of a project, without values, so that pages may be long. */
export function listHistoryKeys(db: Db, page: HistoryPage): Promise<readonly HistoryKey[]> {
  return (page.type === null ? historyKeys : historyKeysOfType).all(db, page);
}

const historyKeys = selectKeys("");
const historyKeysOfType = selectKeys("type");

function selectKeys(type: string): Statement<HistoryPage, HistoryKey> {
  return sqlStatement(
    `history_keys_${type}`,
    (param, dialect) => sql`
      select h.id, h.action, h.actor, h.at, r.type
      from (${pageOfHistory(param, dialect, { record: "", type, only: "" })}) as page
      join record_history h on h.project_id = ${param("project")} and h.id = page.id
      ${joinRecord(dialect, param("project") as RawBuilder<unknown>, sql`h.record_id`)}
      order by h.at desc, h.id desc`,
  );
}

/** Returns entries of the history of a project by their ids, newest first. */
export const findHistory = sqlStatement<{ project: number; ids: string }, HistoryRow>(
  "history_find",
  (param, dialect) => sql`
    select ${historyColumns(dialect, param("project"))} from (${jsonValues(dialect, param("ids"), "bigint")}) as wanted
    ${joinOne(dialect, "record_history", "h", sql`h.id = wanted.value and h.project_id = ${param("project")}`)}
    ${joinRecord(dialect, param("project") as RawBuilder<unknown>, sql`h.record_id`)}
    order by h.at desc, h.id desc`,
);

/** Finds one record's history by the record: an index by time would read the whole project's. */
function ofRecord(param: Param<HistoryPage>): RawBuilder<unknown> {
  return sql`(
    select * from record_history
    where project_id = ${param("project")} and record_id = ${param("record")}
    order by record_id, id limit ${sql.raw("9223372036854775807")})`;
}

/** Excludes association entries: they name a type, and a property may have the same name. */
function changesProperty(dialect: DialectName, property: RawBuilder<unknown>): RawBuilder<unknown> {
  const isChanged = hasMember(dialect, sql`k.changes`, property);
  return sql`and (k.action = 'created'
    or k.action in ('updated', 'merged', 'unmerged') and ${isChanged})`;
}

interface ActorIds {
  /** JSON arrays: one of strings, one of numbers. */
  readonly clients: string;
  readonly keys: string;
  readonly users: string;
}

/** Returns the names of clients, API keys and admins. */
export const listActorNames = sqlStatement<ActorIds, { actor: string; label: string }>(
  "actor_names",
  (param, dialect) => sql`
    select 'client:' || id as actor, name as label from oauth_clients
      where ${isAmong(dialect, sql`id`, jsonValues(dialect, param("clients"), "text"))}
    union all select 'key:' || id, name from api_keys
      where ${isAmong(dialect, sql`id`, jsonValues(dialect, param("keys"), "bigint"))}
    union all select 'user:' || id, email from users
      where ${isAmong(dialect, sql`id`, jsonValues(dialect, param("users"), "bigint"))}`,
);
