import type { ColumnTypes } from "./column-types.ts";

/** Older forms of API keys that were rotated. They work until they expire. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table rotated_keys (
    hash text primary key, key_id ${t.int} not null references api_keys (id),
    prefix text not null, expires_at ${t.time} not null)`,
  "create index rotated_keys_by_key on rotated_keys (key_id)",
];
