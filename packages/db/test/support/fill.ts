import { sql } from "kysely";
import { RESPONSE_BOUNDS_MS } from "../../src/columns.ts";
import type { Database, DialectName } from "../../src/dialect/dialect.ts";

/** Rows of tables that grow with every record change. */
const ROWS = 100_000;
/** Rows of tables that grow more slowly. */
const FEWER_ROWS = 20_000;
/** Rows of tables that depend on the size of the installation. */
const FEW_ROWS = 100;

/**
 * Fills a migrated database: one project with nine tenths of the records, most of them contacts, and every
 * state that a statement distinguishes.
 *
 * @param most the most rows of a table
 */
export async function fill({ kysely, dialect }: Database, most = ROWS): Promise<void> {
  for (const [into, columns, wanted] of TABLES) {
    const rows = Math.min(wanted, most);
    const values = Object.values(columns).map((value) => sql.raw(inDialect(value, dialect)));
    const names = Object.keys(columns).map((column) => sql.ref(column));
    await sql`
      insert into ${sql.table(into)} (${sql.join(names)})
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(rows)})
      select ${sql.join(values)} from numbers`.execute(kysely);
  }
}

/** `{time}` is another minute for each row; `{now}` is later than all of them. */
function inDialect(value: string, dialect: DialectName): string {
  return value
    .replaceAll("{time}", TIME[dialect])
    .replaceAll("{null time}", dialect === "postgres" ? "null::timestamptz" : "null")
    .replaceAll("{json}", dialect === "postgres" ? "::jsonb" : "");
}

const TIME: Record<DialectName, string> = {
  sqlite: "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || i || ' minutes')",
  postgres: "(timestamptz '2026-01-01 00:00:00Z' + i * interval '1 minute')",
};

const PROJECT = "case when i % 10 = 0 then 2 + (i / 10) % 9 else 1 end";
const TYPE =
  "case when i % 100 = 1 then 'company' when i % 100 in (2, 3, 4) then 'deal' when i % 1000 = 5 then 'ticket' else 'contact' end";
const COUNTED = "i % 20 + 1";

const TABLES: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ["tenants", { name: "'t' || i", created_at: "{time}" }, FEW_ROWS],
  ["projects", { tenant_id: COUNTED, name: "'p' || i", created_at: "{time}" }, FEW_ROWS],
  [
    "oauth_clients",
    {
      id: "'c' || i",
      project_id: COUNTED,
      name: "'c' || i",
      scopes: "'[]'{json}",
      created_at: "{time}",
    },
    FEW_ROWS,
  ],
  ["client_secrets", { client_id: "'c' || i", hash: "'h' || i", created_at: "{time}" }, FEW_ROWS],
  [
    "api_keys",
    {
      project_id: COUNTED,
      name: "'k' || i",
      prefix: "'k'",
      hash: "'h' || i",
      scopes: "'[]'{json}",
      created_at: "{time}",
    },
    FEW_ROWS,
  ],
  [
    "users",
    { email: "'u' || i", password_hash: "'h'", role: "'owner'", created_at: "{time}" },
    FEW_ROWS,
  ],
  [
    "pipelines",
    {
      project_id: COUNTED,
      object_type: "'deal'",
      key: "'p' || i",
      label: "'p'",
      position: "i",
      is_default: "0",
    },
    FEW_ROWS,
  ],
  [
    "stages",
    {
      project_id: COUNTED,
      pipeline_id: "i",
      key: "'s'",
      label: "'s'",
      position: "1",
      closed: "0",
    },
    FEW_ROWS,
  ],
  [
    "webhook_endpoints",
    {
      project_id: COUNTED,
      url: "'https://x.example'",
      event_types: "'[]'{json}",
      secret: "'s'",
      enabled: "1",
      created_at: "{time}",
      updated_at: "{time}",
    },
    FEW_ROWS,
  ],
  [
    "records",
    {
      project_id: PROJECT,
      type: TYPE,
      properties: `('{"email": "e' || i || '", "pipeline": "p", "stage": "s", "amount": "1.5"}'){json}`,
      version: "1",
      created_at: "{time}",
      updated_at: "{time}",
      deleted_at: "case when i % 500 = 7 then {time} else {null time} end",
    },
    ROWS,
  ],
  [
    "record_index",
    {
      project_id: PROJECT,
      type: TYPE,
      property: "'email'",
      value: "'e' || i",
      record_id: "i",
    },
    ROWS,
  ],
  [
    "record_index",
    { project_id: PROJECT, type: TYPE, property: "'stage'", value: "'s'", record_id: "i" },
    FEWER_ROWS,
  ],
  [
    "record_index",
    { project_id: PROJECT, type: TYPE, property: "'pipeline'", value: "'p'", record_id: "i" },
    FEWER_ROWS,
  ],
  [
    "record_index",
    {
      project_id: PROJECT,
      type: TYPE,
      property: "'~place'",
      value: "'p|s|' || (100000 + i) || '|2026-01-01T00:00:00.000Z|---|1.5|o'",
      record_id: "i",
    },
    FEWER_ROWS,
  ],
  [
    "record_sums",
    {
      project_id: PROJECT,
      type: TYPE,
      kind: "'hour'",
      key: "'2026-01-01T' || (100000 + i)",
      count: "1",
      valued: "1",
      amount: "'1.5'",
    },
    ROWS,
  ],
  [
    "record_unique",
    {
      project_id: PROJECT,
      type: TYPE,
      property: "'email'",
      value: "'e' || i",
      record_id: "i",
    },
    ROWS,
  ],
  [
    "record_words",
    {
      project_id: PROJECT,
      type: TYPE,
      words: "' e' || i || ' common'",
      record_id: "i",
    },
    ROWS,
  ],
  [
    "associations",
    {
      project_id: PROJECT,
      from_id: "i",
      from_type: TYPE,
      to_id: "i - i % 100 + 1",
      to_type: "'company'",
      created_at: "{time}",
    },
    ROWS,
  ],
  [
    "record_merges",
    {
      project_id: PROJECT,
      merged_id: "i",
      primary_id: "i - i % 100",
      number: "i % 100 + 1",
      height: "1",
      changes: "'{}'{json}",
      at: "{time}",
      is_kept: "case when i > 10000 then 1 else 0 end",
    },
    FEWER_ROWS,
  ],
  [
    "merge_associations",
    { project_id: PROJECT, merged_id: "i", other_id: "i - i % 100 + 1", created_at: "{time}" },
    FEWER_ROWS,
  ],
  [
    "merge_labels",
    {
      project_id: PROJECT,
      merged_id: "i",
      type: "'company:key'",
      other_id: "i - i % 100 + 1",
      created_at: "{time}",
    },
    FEWER_ROWS,
  ],
  [
    "duplicate_keys",
    { project_id: PROJECT, type: TYPE, key: "'email:' || i", record_id: "i" },
    ROWS,
  ],
  [
    "duplicate_records",
    { project_id: PROJECT, record_id: "i", type: TYPE, keys: "'email:' || i" },
    ROWS,
  ],
  [
    "duplicate_pairs",
    {
      project_id: PROJECT,
      record_id: "i + 1",
      other_id: "i",
      type: TYPE,
      keys: "'email:' || i",
      found_at: "{time}",
      dismissed_at: "case when i % 3 = 0 then {time} else {null time} end",
    },
    FEWER_ROWS,
  ],
  [
    "record_history",
    {
      project_id: PROJECT,
      record_id: "i",
      action: "'created'",
      changes: `(case when i % 50 = 2 then '{"stage": ["a", "s"]}' else '{}' end){json}`,
      actor: "'client:c' || (i % 20)",
      at: "{time}",
      version: "1",
    },
    ROWS,
  ],
  [
    "events",
    {
      project_id: PROJECT,
      message_id: "'m' || i",
      type: "'contact.created'",
      subject: "'contact'",
      payload: "'{}'",
      created_at: "{time}",
      pending: `case when i > ${ROWS - 500} then 1 else 0 end`,
      record_id: "i",
      other_id: "case when i % 5 = 0 then i - i % 100 + 1 else null end",
    },
    ROWS,
  ],
  [
    "erasures",
    {
      project_id: PROJECT,
      record_id: "i",
      type: TYPE,
      record_created_at: "{time}",
      version: "2",
      actor: "'client:c1'",
      at: "{time}",
      step: "case when i % 500 = 6 then 'history' when i % 500 = 7 then 'words' else null end",
      after_id: "0",
    },
    FEWER_ROWS,
  ],
  [
    "import_draft_keys",
    { project_id: PROJECT, draft_id: "'d' || (i % 20)", digest: "'d' || i", row_number: "i" },
    FEWER_ROWS,
  ],
  [
    "api_usage",
    {
      project_id: PROJECT,
      hour: "{time}",
      credential: "'client:c' || (i % 20)",
      ...Object.fromEntries(
        [
          "requests",
          "client_errors",
          "server_errors",
          "throttled",
          "peak_percent",
          ...RESPONSE_BOUNDS_MS.map((ms) => `ms_${ms}`),
          "ms_more",
        ].map((column) => [column, "1"]),
      ),
    },
    FEWER_ROWS,
  ],
  [
    "request_log",
    {
      project_id: PROJECT,
      at: "{time}",
      id: "'req_' || i",
      method: "'GET'",
      route: "'/api'",
      status: "200",
      microseconds: "1",
      credential: "'client:c' || (i % 20)",
    },
    FEWER_ROWS,
  ],
  [
    "feed",
    {
      project_id: PROJECT,
      number: "i",
      event_id: "i",
      type: "'contact.created'",
      subject: "'contact'",
    },
    ROWS,
  ],
  [
    "project_feeds",
    { project_id: "i", last_number: `${ROWS}`, purged_number: "0", compared_number: `${ROWS}` },
    FEW_ROWS,
  ],
  [
    "deliveries",
    {
      project_id: COUNTED,
      endpoint_id: COUNTED,
      event_id: "i",
      event_type: "'contact.created'",
      status: `case when i > ${ROWS - 2_000} then 'pending' when i % 50 < 3 then 'failed' else 'delivered' end`,
      attempt_count: "1",
      next_at: "{time}",
      created_at: "{time}",
      finished_at: "{time}",
      lease: `case when i % 1000 = 10 then 'l' else null end`,
    },
    ROWS,
  ],
  ["delivery_queue", { project_id: "i", due_at: "{time}" }, FEW_ROWS],
  ["attempts", { project_id: COUNTED, delivery_id: "i", at: "{time}", duration_ms: "1" }, ROWS],
  [
    "idempotency_keys",
    {
      project_id: PROJECT,
      key: "'k' || i",
      request_hash: "'h'",
      response: "'r'",
      created_at: "{time}",
    },
    FEWER_ROWS,
  ],
  [
    "idempotency_records",
    { project_id: PROJECT, record_id: "i", key: "'k' || i", created_at: "{time}" },
    FEWER_ROWS,
  ],
  ["revoked_tokens", { jti: "'j' || i", expires_at: "{time}" }, FEWER_ROWS],
  [
    "sessions",
    {
      hash: "'h' || i",
      user_id: "i % 100 + 1",
      created_at: "{time}",
      last_seen_at: "{time}",
      expires_at: "{time}",
      address: "''",
      user_agent: "''",
    },
    FEWER_ROWS,
  ],
  [
    "audit_log",
    {
      project_id: COUNTED,
      tenant_id: COUNTED,
      actor: "'user:' || (i % 20)",
      surface: "'admin'",
      action: "'a'",
      subject: "'s'",
      details: "'{}'{json}",
      at: "{time}",
    },
    FEWER_ROWS,
  ],
  [
    "templates",
    {
      tenant_id: COUNTED,
      name: "'n' || i",
      language: "'en'",
      language_key: "'en'",
      status: "'APPROVED'",
      category: "'UTILITY'",
      created_at: "{time}",
      updated_at: "{time}",
    },
    FEWER_ROWS,
  ],
  [
    "template_history",
    {
      tenant_id: COUNTED,
      template_id: "i",
      old_status: "'PENDING'",
      new_status: "'APPROVED'",
      old_category: "'UTILITY'",
      new_category: "'UTILITY'",
      actor: "'sync'",
      at: "{time}",
    },
    FEWER_ROWS,
  ],
  [
    "jobs",
    {
      project_id: PROJECT,
      kind: "case when i % 3 = 0 then 'export' else 'import' end",
      type: "'contact'",
      state: `case when i % ${FEWER_ROWS / 10} = 7 then 'running' else 'done' end`,
      settings: "'{}'{json}",
      progress: "'{}'{json}",
      actor: "'user:1'",
      failures: "0",
      created_at: "{time}",
    },
    FEWER_ROWS,
  ],
  ["job_queue", { project_id: "i", until: "{time}" }, FEW_ROWS],
  [
    "files",
    {
      project_id: PROJECT,
      id: "'f' || i",
      type: "case when i % 100 = 1 then 'company' else 'contact' end",
      key: "'k'",
      length: "1",
      created_at: "{time}",
      expires_at: "{time}",
    },
    FEW_ROWS,
  ],
];
