import type { ColumnTypes } from "./column-types.ts";

/**
 * Links with which an admin sets a first or another password. A link outlives its account, because it then says that it
 * was revoked.
 */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table account_links (
    id ${t.id}, hash text not null unique, user_id ${t.int} not null, made_by text not null,
    made_at ${t.time} not null, expires_at ${t.time} not null, used_at ${t.time},
    revoked_at ${t.time}, tried_at ${t.time})`,
  "create index account_links_by_user on account_links (user_id)",
  `alter table users add column invited_at ${t.time}`,
];
