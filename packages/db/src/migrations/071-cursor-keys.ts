import type { ColumnTypes } from "./column-types.ts";

/** Keys that encrypt cursors, so that cursors outlive the secret key, which encrypts these keys. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table cursor_keys (
    id text primary key, key text not null, created_at ${t.time} not null, seals_from ${t.time} not null)`,
];
