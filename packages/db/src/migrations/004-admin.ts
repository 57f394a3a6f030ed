import type { ColumnTypes } from "./column-types.ts";

/** What the admin app needs: sessions of admins, and the audit log of what they do. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `alter table users add column disabled_at ${t.time}`,
  `alter table users add column last_sign_in_at ${t.time}`,
  `create table sessions (
    hash text primary key, user_id ${t.int} not null references users (id),
    created_at ${t.time} not null, last_seen_at ${t.time} not null, expires_at ${t.time} not null,
    address text not null, user_agent text not null)`,
  "create index sessions_by_user on sessions (user_id)",
  `create table audit_log (
    id ${t.id}, project_id ${t.int}, actor text not null, surface text not null,
    action text not null, subject text not null, details ${t.json} not null, at ${t.time} not null)`,
  "create index audit_log_by_project on audit_log (project_id, id)",
  "create index audit_log_by_actor on audit_log (actor, id)",
];
