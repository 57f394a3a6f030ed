import { RESPONSE_BOUNDS_MS } from "../../src/columns.ts";

/** A contact in the middle of the rows of `fill`, and its company. */
const CONTACT = 10_006;
const COMPANY = 10_001;
const START = "2026-01-01T00:00:00.000Z";
/** When the contact was created. */
const THEN = "2026-01-07T22:46:00.000Z";

/** Rows per page. */
export const LIMIT = 50;

type Args = Readonly<Record<string, unknown>>;

const COMMON: Args = {
  project: 1,
  tenant: 1,
  endpoint: 7,
  user: 7,
  template: 50,
  type: "contact",
  id: CONTACT,
  record: CONTACT,
  event: CONTACT,
  delivery: CONTACT,
  one: CONTACT,
  from: CONTACT,
  other: COMPANY,
  to: COMPANY,
  toType: "company",
  merged: CONTACT,
  primary: CONTACT - 6,
  limit: LIMIT,
  after: CONTACT,
  above: CONTACT,
  below: 2 * CONTACT,
  before: CONTACT,
  property: "email",
  value: `e${CONTACT}`,
  lowValue: "e4",
  highValue: "e6",
  lowTime: START,
  highTime: THEN,
  lowId: 0,
  highId: 0,
  pipeline: "p",
  stage: "s",
  status: null,
  attempts: 0,
  eventType: null,
  surface: null,
  subject: null,
  part: null,
  category: null,
  language: null,
  actor: null,
  actors: "%",
  words: " e1 common",
  word: " common",
  query: "1.contact.e10006:*",
  name: "x",
  key: `k${CONTACT}`,
  hash: "h7",
  client: "c7",
  email: "u7",
  issuer: "i",
  keep: "h7%",
  lease: "l",
  at: THEN,
  now: THEN,
  until: THEN,
  expiresAt: THEN,
  scopes: "[]",
  prefix: "p",
  since: START,
  nextAt: THEN,
  finishedAt: THEN,
  disabledAt: THEN,
  properties: "{}",
  changes: "{}",
  definition: "{}",
  settings: "{}",
  progress: "{}",
  data: "x",
  length: 1,
  kind: "import",
  state: "done",
  failure: null,
  undo: "system:import_undo:1",
  raised: "[]",
  numbered: "[]",
  number: 30,
  types: '["contact.created"]',
  subjects: '["contact"]',
  action: "updated",
  admin: "user:7",
  content: "[]",
  schemaVersion: 1,
  pages: 1,
  pass: 1,
  step: "words",
  version: 1,
  message: "m",
  payload: "{}",
  label: "x",
  position: 1,
  default: 0,
  closed: 0,
  enabled: 1,
  role: "owner",
  url: "u",
  eventTypes: "[]",
  secret: "s",
  reason: "r",
  waba: "w",
  token: "t",
  languageKey: "en",
  spans: '[{"type":"contact","starts":"2026-01-07T22:00:00Z","ends":"2026-01-07T23:00:00Z"}]',
  targets: `[${COMPANY}]`,
  ids: `[${CONTACT},${CONTACT + 2},${CONTACT + 3}]`,
  clients: '["c7"]',
  keys: "[7]",
  users: "[7]",
};

const OLD: Args = { before: "2026-01-01T00:30:00.000Z" };
const PERIOD: Args = { from: START, to: THEN };
const API_USAGE = JSON.stringify([
  {
    project_id: 1,
    hour: THEN,
    credential: "client:c7",
    ...Object.fromEntries(
      [
        "requests",
        "client_errors",
        "server_errors",
        "throttled",
        "peak_percent",
        ...RESPONSE_BOUNDS_MS.map((ms) => `ms_${ms}`),
        "ms_more",
      ].map((column) => [column, 1]),
    ),
  },
]);
const TEMPLATE_CHANGES: Args = {
  actor: "sync",
  changes: '[{"id":1,"old_status":"a","status":"b","old_category":"a","category":"b"}]',
};

/** Values that differ from the common ones, by the start of the statement's name. */
const OWN: readonly (readonly [RegExp, Args])[] = [
  [/^health_backup_note$/, { file: "/backup.db" }],
  [/^(client|api_key|user|tenant|project|pipeline|stage|endpoint)_/, { id: 7 }],
  [/^client_/, { id: "c7" }],
  [/^passkey/, { user: 7, id: "p7", counter: 1, hash: "h", boundTo: "b" }],
  [/^second_factor|^recovery_code/, { user: 7, step: 7, failures: 1 }],
  [/^job_/, { id: 7, actor: "user:1", kinds: '["import"]' }],
  [
    /^live_revision/,
    {
      subject: "jobs",
      rows: JSON.stringify([{ project_id: 7, subject: "usage", changed_at: THEN }]),
    },
  ],
  [/^import_changes_/, { actor: "system:import:1" }],
  [
    /^change_undo_/,
    {
      actor: "system:change:1",
      rows: `[{"from_id":${CONTACT},"to_type":"company","to_id":${COMPANY},"created_at":"${THEN}"}]`,
    },
  ],
  [/^files_expired|^import_drafts_ended|^jobs_ended/, OLD],
  [/^(file|files)_/, { id: "f7", start: 0, type: "company" }],
  // A pipeline without stages.
  [/^pipeline_delete/, { id: 0 }],
  [/_touch$|_old(_records)?$|_delete$|overdue|take_due|mark_working|purge_(find|lock)/, OLD],
  [/^(audit_list|history_(list|keys)|deliveries_newest)/, PERIOD],
  [/^history_list__type_action/, { action: "created" }],
  [/^attempts_list/, { to: CONTACT + 100 }],
  [/^merge_.*_to$/, { merged: COMPANY, primary: COMPANY + 100, id: COMPANY }],
  // Merges without notes.
  [/^merge_note_from$/, { merged: CONTACT + 20_000 }],
  [/^merge_note_to$/, { merged: COMPANY + 20_000 }],
  [/^merges_list/, { after: 0 }],
  [/^duplicate_/, { record: CONTACT + 1, other: CONTACT }],
  [/^duplicate_key_holders/, { keys: `["email:${CONTACT}"]` }],
  [/^duplicate_keys_drop/, { rows: `[{"key":"email:${CONTACT}","record_id":${CONTACT}}]` }],
  [/^duplicate_pairs_remove/, { rows: `[{"record_id":${CONTACT + 1},"other_id":${CONTACT}}]` }],
  [/^duplicate_pairs_find/, { pairs: `[{"low":${CONTACT + 1},"high":${CONTACT}}]` }],
  [/^duplicate_pairs_open/, { high: 2 * CONTACT, low: 0 }],
  [/^feed_changed/, { below: CONTACT + 50 }],
  [/^duplicate_feed/, { below: CONTACT + 50 }],
  [/^merges_kept|^merge_forget/, { before: "2026-01-08T00:00:00.000Z" }],
  [/^associated$/, { records: `[${CONTACT}]`, before: '["deal"]', after: '["company"]' }],
  [/^activity_list/, { record: COMPANY }],
  [/^associated_.*_from/, { id: COMPANY }],
  [/^associated_.*_to/, { type: "company" }],
  [/^associated_list/, { after: 0 }],
  [/^associated_(with|any)_/, { other: "company", least: COMPANY, greatest: COMPANY }],
  [
    /^associated_(with|any)_to/,
    {
      other: "contact",
      targets: `[${CONTACT}]`,
      least: CONTACT,
      greatest: CONTACT,
      ids: `[${COMPANY}]`,
    },
  ],
  [/^associated_ids_from/, { other: COMPANY, above: 0 }],
  [/^associated_ids_to/, { type: "company", other: CONTACT, above: 0 }],
  [/^idempotency_erase/, { records: `[${CONTACT}]` }],
  [/^import_draft_keys/, { draft: "d1", digests: '["d1"]', digest: "d1001", limit: 3 }],
  [
    /^reports_place/,
    {
      ...{ type: "deal", from: "2026", until: "2027" },
      ...{ low: "p|s|110002", high: "p|s|110120", skipped: 3 },
      spans: '[{"span":0,"low":"p|s|110002","high":"p|s|110120","skip":12}]',
    },
  ],
  [/^reports_moves/, { type: "deal", from: START, until: THEN }],
  [
    /^reports_deliveries$/,
    {
      spans:
        '[{"span":0,"status":"failed","starts":"2026-01-07T22:00:00Z","ends":"2026-01-08T22:00:00Z"}]',
    },
  ],
  [/^api_usage_/, { since: THEN, rows: API_USAGE, ...OLD }],
  [/^request_log_/, { id: `req_${CONTACT}`, from: START, until: OLD.before, ...OLD }],
  [/^upsert_keys_drop/, { digests: '["d"]' }],
  [/^records_draw_ids/, { count: 3 }],
  [
    /^record_(index|unique)_delete_many/,
    { rows: `[{"property":"email","value":"e${CONTACT}","record_id":${CONTACT}}]` },
  ],
  [
    /^record_sums_(find|delete)/,
    { keys: `[{"type":"contact","kind":"hour","key":"2026-01-01T00"}]` },
  ],
  [
    /^record_sums_(add_up|count)/,
    {
      spans: `[{"span":0,"skip":1,"type":"contact","kind":"hour","low":"2026-01-01T110006","high":"2026-01-01T110020"}]`,
    },
  ],
  [
    /^quota_save/,
    { ...{ records: 10, file_bytes: 0, projects: 1, endpoints: 1 }, requests_per_day: 0 },
  ],
  [/^tenant_requests_add/, { day: "2026-01-07", requests: 3 }],
  [/^undone_merge/, { names: '["email"]', first: 1, last: 2 }],
  [/^sum_changes_delete_up_to/, { last: 100 }],
  [/^sum_changes_delete$/, { rows: `[{"id":${CONTACT}},{"id":${CONTACT + 2}}]` }],
  [/^sum_changes_after/, { skipped: 100 }],
  [/^record_unique_holders/, { keys: `[{"property":"email","value":"e${CONTACT}"}]` }],
  [/^record_index_by_values/, { values: `["e${CONTACT}","e${CONTACT + 2}"]` }],
  [/^record_words_remove_many/, { records: `[${CONTACT},${CONTACT + 2}]` }],
  [/^record_keys_among/, { keys: `["e${CONTACT}","e${CONTACT + 2}"]` }],
  [/^record_history_insert/, { actor: "user:1" }],
  [/^record_history_(page|filtered|nth)/, { before: 2 * CONTACT, scan: 100, skip: 0 }],
  [/^record_history_filtered/, { action0: "created", action1: "updated", action2: "merged" }],
  [/^export_merged/, { after: 0 }],
  [/^export_events/, { before: 2 * CONTACT }],
  [/^export_events_other/, { record: COMPANY }],
  [/^sealed_save/, { key: 7 }],
  [/^sealed_save_signing/, { key: "k" }],
  [/^template_(insert|save)/, { language: "en", status: "APPROVED", category: "UTILITY" }],
  [/^templates_/, TEMPLATE_CHANGES],
  [/^records_page_associated_from/, { other: COMPANY, above: 0 }],
  [/^records_page_associated_to/, { type: "company", other: CONTACT, above: 0 }],
];

/** Returns a value for each parameter of a statement. Numbered parameters share one value. */
export function argsOf(name: string): Args {
  const own = OWN.filter(([pattern]) => pattern.test(name)).map(([, args]) => args);
  const args: Args = Object.assign({}, COMMON, ...own);
  return new Proxy(args, {
    get: (known, key: string) => known[key] ?? known[key.replace(/\d+$/, "")] ?? null,
  });
}
