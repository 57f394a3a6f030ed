import type { Deps } from "@rapport/core";

/** Rows that one statement inserts; SQLite has a limit of parameters. */
const ROWS = 1_000;

/** Inserts contacts with the emails `c0@example.com`, `c1@…`, each created a second after the one before. */
export async function insertContacts(
  { deps, projectId }: { readonly deps: Deps; readonly projectId: number },
  count: number,
): Promise<void> {
  for (let start = 0; start < count; start += ROWS) {
    const rows = Array.from({ length: Math.min(ROWS, count - start) }, (_, i) => {
      const at = new Date(Date.UTC(2026, 0, 1) + (start + i) * 1_000).toISOString();
      const properties = JSON.stringify({ email: `c${start + i}@example.com`, firstname: "Ada" });
      return {
        ...{ project_id: projectId, type: "contact", properties, version: 1 },
        ...{ created_at: at, updated_at: at },
      };
    });
    await deps.db.kysely.insertInto("records").values(rows).execute();
  }
}
