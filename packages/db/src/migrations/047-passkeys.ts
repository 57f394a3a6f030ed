import type { ColumnTypes } from "./column-types.ts";

/** Passkeys of admins (WebAuthn), and the challenges that are being answered with one. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table passkeys (
    id text primary key, user_id ${t.int} not null references users (id), name text not null,
    public_key text not null, counter ${t.int} not null, transports text not null, host text not null,
    created_at ${t.time} not null, last_used_at ${t.time})`,
  "create index passkeys_by_user on passkeys (user_id)",
  `create table passkey_challenges (
    hash text primary key, bound_to text not null, expires_at ${t.time} not null)`,
];
