import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import type { Scope } from "../../scope.ts";
import { selectRows, sqlStatement } from "../../statement.ts";

/** Returns the reports that an admin has pinned in a project, as JSON text; undefined if they never chose any. */
export async function findReports(
  db: Db,
  { projectId }: Scope,
  admin: string,
): Promise<string | undefined> {
  return (await find.first(db, { project: projectId, admin }))?.content;
}

const find = selectRows("home_reports_find", "home_reports", ["content"], {
  where: { project_id: "project", admin: "admin" },
});

/** Saves the reports that an admin has pinned in a project, in place of those before. */
export async function saveReports(
  tx: Db,
  { projectId }: Scope,
  { admin, content, at }: { admin: string; content: string; at: string },
): Promise<void> {
  await save.all(tx, { project: projectId, admin, content, at });
}

const save = sqlStatement<{ project: number; admin: string; content: string; at: string }, never>(
  "home_reports_save",
  (param) => sql`
    insert into home_reports (project_id, admin, content, updated_at)
    values (${param("project")}, ${param("admin")}, ${param("content")}, ${param("at")})
    on conflict (project_id, admin) do update
      set content = excluded.content, updated_at = excluded.updated_at`,
);
