import { type Selectable, sql } from "kysely";
import type { Db } from "../dialect/dialect.ts";
import { forUpdate } from "../dialect/locks.ts";
import { insertRows } from "../inserts.ts";
import type { Schema } from "../schema.ts";
import type { Scope } from "../scope.ts";
import { deleteRows, sqlStatement } from "../statement.ts";

export type ViewRow = Omit<Selectable<Schema["views"]>, "project_id">;

const columns = sql`id, audience, type, name, content, version, maker, created_at, updated_at`;

/** Lists an audience's views of one type, in no order. */
export const listViews = sqlStatement<{ project: number; audience: string; type: string }, ViewRow>(
  "views_list",
  (param) => sql`
    select ${columns} from views
    where project_id = ${param("project")} and audience = ${param("audience")} and type = ${param("type")}`,
);

/** Counts the views of an audience. */
export async function countViews(db: Db, scope: Scope, audience: string): Promise<number> {
  const found = await count.first(db, { project: scope.projectId, audience });
  return found?.count ?? 0;
}

const count = sqlStatement<{ project: number; audience: string }, { count: number }>(
  "views_count",
  (param) => sql`
    select count(*) as count from views
    where project_id = ${param("project")} and audience = ${param("audience")}`,
);

/** Lists all views of a type and locks them until the transaction ends. */
export const lockViewsOfType = sqlStatement<{ project: number; type: string }, ViewRow>(
  "views_lock_of_type",
  (param, dialect) => sql`
    select ${columns} from views where project_id = ${param("project")} and type = ${param("type")}
    order by project_id, id ${forUpdate(dialect)}`,
);

/** Finds a view and locks it until the transaction ends. */
export const lockView = sqlStatement<{ project: number; id: string }, ViewRow>(
  "view_lock",
  (param, dialect) => sql`
    select ${columns} from views where project_id = ${param("project")} and id = ${param("id")}
    ${forUpdate(dialect)}`,
);

export async function insertView(tx: Db, scope: Scope, view: ViewRow): Promise<void> {
  const { id, audience, type, name, content, version, maker, created_at, updated_at } = view;
  const row = [id, audience, type, name, content, version, maker, created_at, updated_at];
  await insert(tx, [[scope.projectId, ...row]]);
}

const insert = insertRows("views", [
  "project_id",
  "id",
  "audience",
  "type",
  "name",
  "content",
  "version",
  "maker",
  "created_at",
  "updated_at",
]);

/** Saves what of a view can change. The caller must hold its lock. */
export async function saveView(tx: Db, scope: Scope, view: ViewRow): Promise<void> {
  const { id, audience, name, content, version, updated_at } = view;
  const changes = { audience, name, content, version, at: updated_at };
  await save.all(tx, { project: scope.projectId, id, ...changes });
}

const save = sqlStatement<
  { project: number; id: string; at: string } & Pick<
    ViewRow,
    "audience" | "name" | "content" | "version"
  >,
  never
>(
  "view_save",
  (param) => sql`
    update views set audience = ${param("audience")}, name = ${param("name")}, content = ${param("content")},
      version = ${param("version")}, updated_at = ${param("at")}
    where project_id = ${param("project")} and id = ${param("id")}`,
);

/** Deletes the views that a project shares. */
export const deleteShared = sqlStatement<{ project: number }, never>(
  "views_delete_shared",
  (param) => sql`
    delete from views where project_id = ${param("project")} and audience = 'project'`,
);

export const deleteView = deleteRows("view_delete", "views", { project_id: "project", id: "id" });
