import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { insertRow } from "../../inserts.ts";
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

const save = insertRow("home_reports_save", "home_reports", {
  values: { project_id: "project", admin: "admin", content: "content", updated_at: "at" },
  key: ["project_id", "admin"],
  replace: ["content", "updated_at"],
});

/** Returns until when an admin has seen who mentions them in a project; undefined if they never did. */
export async function findMentionsSeen(
  db: Db,
  { projectId }: Scope,
  admin: string,
): Promise<string | undefined> {
  return (await findSeen.first(db, { project: projectId, admin }))?.seen_at;
}

const findSeen = selectRows("mentions_seen_find", "mentions_seen", ["seen_at"], {
  where: { project_id: "project", admin: "admin" },
});

/** Notes until when an admin has seen who mentions them in a project, unless they have seen later ones. */
export async function saveMentionsSeen(
  tx: Db,
  { projectId }: Scope,
  { admin, at }: { admin: string; at: string },
): Promise<void> {
  await saveSeen.all(tx, { project: projectId, admin, at });
}

const saveSeen = sqlStatement<{ project: number; admin: string; at: string }, never>(
  "mentions_seen_save",
  (param) => sql`
    insert into mentions_seen (project_id, admin, seen_at)
    values (${param("project")}, ${param("admin")}, ${param("at")})
    on conflict (project_id, admin) do update set seen_at = excluded.seen_at
      where mentions_seen.seen_at < excluded.seen_at`,
);
