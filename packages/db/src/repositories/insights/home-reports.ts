import type { Db } from "../../dialect/dialect.ts";
import type { Scope } from "../../scope.ts";
import { insertRow, selectRows } from "../../statement.ts";

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

const save = insertRow("home_reports_save", "home_reports", {
  values: { project_id: "project", admin: "admin", content: "content", updated_at: "at" },
  key: ["project_id", "admin"],
  replace: ["content", "updated_at"],
});
