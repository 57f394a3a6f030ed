import type { ColumnTypes } from "./column-types.ts";

/**
 * When a tenant or a project was deleted and by whom, and since when it is being removed. Until then, it can be restored.
 * Versions before this migration ignore a deletion.
 */
export const statements = (t: ColumnTypes): readonly string[] =>
  ["tenants", "projects"].flatMap((table) => [
    `alter table ${table} add column deleted_at ${t.time}`,
    `alter table ${table} add column deleted_by text`,
    `alter table ${table} add column removing_since ${t.time}`,
  ]);
