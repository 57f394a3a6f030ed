import type { Schema } from "../schema.ts";

/**
 * Where the rows of each table are if the installation has several nodes. `project` tables are distributed: all rows of
 * a project are on one node. `everywhere` tables have a copy on each node, because statements join them with the rows of
 * projects, or keys refer to them. `coordinator` tables are only on the node that clients connect to.
 */
export const PLACES: Readonly<Record<keyof Schema, "project" | "everywhere" | "coordinator">> = {
  account_links: "coordinator",
  admin_tenants: "everywhere",
  api_keys: "everywhere",
  api_usage: "project",
  associations: "project",
  attempts: "project",
  audit_log: "coordinator",
  client_secrets: "everywhere",
  currency_rates: "everywhere",
  cursor_keys: "everywhere",
  deliveries: "project",
  delivery_queue: "project",
  duplicate_backfills: "project",
  duplicate_keys: "project",
  duplicate_locks: "project",
  duplicate_pairs: "project",
  duplicate_records: "project",
  erasures: "project",
  events: "project",
  feed: "project",
  feed_epoch: "everywhere",
  file_parts: "project",
  files: "project",
  history_removals: "project",
  home_reports: "project",
  hubspot_imports: "coordinator",
  idempotency_keys: "project",
  idempotency_records: "project",
  import_draft_keys: "project",
  import_drafts: "project",
  installation_settings: "coordinator",
  job_queue: "project",
  jobs: "project",
  live_revisions: "project",
  merge_associations: "project",
  merge_labels: "project",
  messaging_accounts: "coordinator",
  oauth_clients: "everywhere",
  object_types: "everywhere",
  passkey_challenges: "coordinator",
  passkeys: "coordinator",
  pipelines: "everywhere",
  project_feeds: "project",
  project_imports: "everywhere",
  projects: "everywhere",
  property_definitions: "everywhere",
  association_labels: "everywhere",
  record_history: "project",
  record_index: "project",
  record_merges: "project",
  record_sums: "project",
  record_unique: "project",
  record_words: "project",
  record_words_missing: "project",
  records: "project",
  recovery_codes: "coordinator",
  reporting_currencies: "everywhere",
  request_log: "project",
  revoked_tokens: "everywhere",
  rotated_keys: "everywhere",
  second_factors: "coordinator",
  sessions: "coordinator",
  signing_keys: "everywhere",
  stages: "everywhere",
  state_versions: "everywhere",
  template_history: "coordinator",
  sum_changes: "project",
  sum_locks: "project",
  templates: "coordinator",
  tenant_quotas: "everywhere",
  tenant_requests: "everywhere",
  tenants: "everywhere",
  upsert_keys: "project",
  users: "everywhere",
  views: "project",
  webhook_endpoints: "everywhere",
};

/** Tables that others of their place follow, or that keys with `on delete` refer to. Citus wants them first. */
const FIRST: readonly string[] = ["records", "tenants", "users"];

/** Returns the tables of a place in the order in which Citus takes them. */
export function tablesOf(place: (typeof PLACES)[keyof Schema]): readonly string[] {
  const tables = Object.keys(PLACES).filter((name) => PLACES[name as keyof Schema] === place);
  return tables.toSorted((a, b) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)));
}
