import type { ColumnTypes } from "./column-types.ts";

/** Second factors of admins: a secret for codes by time (RFC 6238), and codes for when the device is lost. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table second_factors (
    user_id ${t.int} primary key references users (id), secret text not null, last_step ${t.int} not null,
    created_at ${t.time} not null, confirmed_at ${t.time}, failures ${t.int} not null, blocked_until ${t.time})`,
  `create table recovery_codes (
    user_id ${t.int} not null references users (id), hash text not null, primary key (user_id, hash))`,
];
