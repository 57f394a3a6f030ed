import type { ColumnTypes } from "./column-types.ts";

/**
 * The index for searches that are sorted by the time of creation, then by the id. On SQLite every index ends
 * with the id already.
 */
export const statements = (t: ColumnTypes): readonly string[] =>
  t.dialect === "postgres"
    ? [
        "drop index records_by_created",
        `create index records_by_created on records (project_id, type, created_at, id)
          where deleted_at is null and created_at is not null`,
      ]
    : [];
