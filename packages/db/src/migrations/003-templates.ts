import type { ColumnTypes } from "./column-types.ts";

/** Message templates with their history, and the messaging accounts that they come from. */
export const statements = (t: ColumnTypes): readonly string[] => [
  `create table templates (
    id ${t.id}, tenant_id ${t.int} not null references tenants (id), name ${t.text} not null,
    language text not null, language_key ${t.text} not null, status text not null,
    category text not null, components ${t.json}, created_at ${t.time} not null,
    updated_at ${t.time} not null, unique (tenant_id, name, language_key))`,
  `create table template_history (
    id ${t.id}, tenant_id ${t.int} not null, template_id ${t.int} not null, old_status text not null,
    new_status text not null, old_category text not null, new_category text not null,
    actor text not null, at ${t.time} not null)`,
  "create index template_history_by_template on template_history (tenant_id, template_id, id)",
  `create table messaging_accounts (
    tenant_id ${t.int} primary key references tenants (id), waba_id text not null,
    access_token text not null, token_invalid_at ${t.time}, updated_at ${t.time} not null,
    lease text, lease_until ${t.time}, scheduled_at ${t.time}, synced_at ${t.time})`,
];
