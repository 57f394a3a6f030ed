import type { ColumnTypes } from "./column-types.ts";

/**
 * The rule that admins need a second factor, how each session was opened, and the secret of an authenticator app that
 * is about to replace another. Sessions from before have the way that the rule applies to.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table installation_settings (
    name text primary key, value text not null, changed_at ${t.time} not null)`,
  "alter table sessions add column opened_by text not null default 'password'",
  "alter table second_factors add column next_secret text",
];
