import { type RawBuilder, sql } from "kysely";
import { isInGroup } from "../dialect/access-path.ts";
import type { DialectName } from "../dialect/dialect.ts";
import { positionInText, typed } from "../dialect/expressions.ts";
import { jsonRows } from "../dialect/json.ts";
import type { Row } from "../schema.ts";
import { type Param, selectRows, sqlStatement, statement } from "../statement.ts";

export type TemplateRow = Omit<Row<"templates">, "tenant_id">;

export type TemplateState = Pick<
  TemplateRow,
  "id" | "name" | "language_key" | "status" | "category"
>;

/** Lists every template of a tenant for a sync. On PostgreSQL the rows are locked. */
export const lockStates = selectRows(
  "templates_lock_states",
  "templates",
  ["id", "name", "language_key", "status", "category"],
  { where: { tenant_id: "tenant" }, isLocked: true },
);

/** Sets the status and category of many templates in one statement. `changes` is JSON. */
export const applyChanges = sqlStatement<{ tenant: number; changes: string; at: string }, never>(
  "templates_apply_changes",
  (param, dialect) => sql`
    ${changesIn(dialect, param("changes"))}
    update templates set status = c.status, category = c.category, updated_at = ${param("at")}
    from c where templates.tenant_id = ${param("tenant")} and templates.id = c.id`,
);

/** Adds the changes of `applyChanges` to the templates' history. */
export const recordChanges = sqlStatement<
  { tenant: number; changes: string; actor: string; at: string },
  never
>(
  "templates_record_changes",
  (param, dialect) => sql`
    ${changesIn(dialect, param("changes"))}
    insert into template_history
      (tenant_id, template_id, old_status, new_status, old_category, new_category, actor, at)
    select ${typed(dialect, param("tenant"), "bigint")}, c.id, c.old_status, c.status, c.old_category,
      c.category, ${typed(dialect, param("actor"), "text")}, ${typed(dialect, param("at"), "timestamptz")}
    from c`,
);

export type TemplateChangeRow = Omit<Row<"template_history">, "tenant_id" | "template_id">;

/** Lists one page of a template's changes by syncs, newest first. */
export const listChanges = statement<
  { tenant: number; template: number; before: number; limit: number },
  TemplateChangeRow
>("templates_list_changes", (query, param) =>
  query
    .selectFrom("template_history")
    .select(["id", "old_status", "new_status", "old_category", "new_category", "actor", "at"])
    .where("tenant_id", "=", param("tenant"))
    .where("template_id", "=", param("template"))
    .where("id", "<", param("before"))
    .orderBy("id", "desc")
    .limit(param("limit")),
);

/** Returns a clause that reads the JSON once, as the table `c`. */
function changesIn(dialect: DialectName, json: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with c as materialized (select * from ${jsonRows(dialect, json, "r", {
    id: "bigint",
    old_status: "text",
    status: "text",
    old_category: "text",
    category: "text",
  })})`;
}

/** Lists one page of a tenant's templates by id. A filter that is null is ignored; `part` ignores case. */
export const listPage = sqlStatement<
  {
    tenant: number;
    name: string | null;
    /** Part of the name. */
    part: string | null;
    status: string | null;
    category: string | null;
    language: string | null;
    after: number;
    limit: number;
  },
  TemplateRow
>(
  "templates_page",
  (param, dialect) => sql`
    select id, name, language, language_key, status, category, components, created_at, updated_at
    from templates
    where ${isInGroup(dialect, { column: sql`tenant_id`, value: param("tenant") }, sql`id`, {
      above: param("after"),
    })}
      and name = coalesce(${param("name")}, name) and status = coalesce(${param("status")}, status)
      and category = coalesce(${param("category")}, category)
      and language_key = coalesce(${param("language")}, language_key)
      and ${positionInText(dialect, sql`lower(name)`, sql`lower(coalesce(${param("part")}, ''))`)} > 0
    order by tenant_id, id limit ${param("limit")}`,
);

const COLUMNS = [
  "id",
  "name",
  "language",
  "language_key",
  "status",
  "category",
  "components",
  "created_at",
  "updated_at",
] as const;

export const findTemplate = selectRows("template_find", "templates", COLUMNS, {
  where: { tenant_id: "tenant", id: "id" },
});

/** Lists the languages, statuses and categories of a tenant's templates. */
export const listTraits = sqlStatement<
  { tenant: number },
  { trait: "language" | "status" | "category"; value: string }
>(
  "templates_traits",
  (param) => sql`
    select distinct 'language' as trait, language as value from templates
      where tenant_id = ${param("tenant")}
    union all
    select distinct 'status', status from templates where tenant_id = ${param("tenant")}
    union all
    select distinct 'category', category from templates where tenant_id = ${param("tenant")}`,
);

interface NewTemplate {
  readonly tenant: number;
  readonly name: string;
  readonly language: string;
  readonly languageKey: string;
  readonly status: string;
  readonly category: string;
  readonly components: string | null;
  readonly at: string;
}

/** Inserts a template; returns no row if its name and language are taken. */
export const insertTemplate = sqlStatement<NewTemplate, { id: number }>(
  "template_insert",
  (param) => sql`
    ${insertion(param)} on conflict (tenant_id, name, language_key) do nothing returning id`,
);

/** Inserts a template, or replaces the one with the same name and language. */
export const saveTemplate = sqlStatement<NewTemplate, { id: number }>(
  "template_save",
  (param) => sql`
    ${insertion(param)}
    on conflict (tenant_id, name, language_key) do update set
      language = excluded.language, status = excluded.status, category = excluded.category,
      components = excluded.components, updated_at = excluded.updated_at
    returning id`,
);

function insertion(param: Param<NewTemplate>) {
  return sql`
    insert into templates
      (tenant_id, name, language, language_key, status, category, components, created_at, updated_at)
    values (${param("tenant")}, ${param("name")}, ${param("language")}, ${param("languageKey")},
      ${param("status")}, ${param("category")}, ${param("components")}, ${param("at")}, ${param("at")})`;
}
