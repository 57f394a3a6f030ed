import type { ColumnTypes } from "./column-types.ts";

/** How far the old history of each project was removed, by time and id of the last entry (setting HISTORY_DAYS). */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table history_removals (
    project_id ${t.int} primary key, at ${t.time} not null, entry_id ${t.int} not null)`,
];
