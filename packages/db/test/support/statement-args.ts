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
  since: START,
  nextAt: THEN,
  finishedAt: THEN,
  disabledAt: THEN,
  properties: "{}",
  changes: "{}",
  definition: "{}",
  raised: "[]",
  numbered: "[]",
  number: 30,
  types: '["contact.created"]',
  subjects: '["contact"]',
  action: "updated",
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
const TEMPLATE_CHANGES: Args = {
  actor: "sync",
  changes: '[{"id":1,"old_status":"a","status":"b","old_category":"a","category":"b"}]',
};

/** Values that differ from the common ones, by the start of the statement's name. */
const OWN: readonly (readonly [RegExp, Args])[] = [
  [/^(client|api_key|user|tenant|project|pipeline|stage|endpoint)_/, { id: 7 }],
  [/^client_/, { id: "c7" }],
  // A pipeline without stages.
  [/^pipeline_delete/, { id: 0 }],
  [/_touch$|_old(_records)?$|_delete$|overdue|take_due|mark_working|purge_find/, OLD],
  [/^(audit_list|history_list|deliveries_newest)/, PERIOD],
  [/^attempts_list/, { to: CONTACT + 100 }],
  [/^merge_.*_to$/, { merged: COMPANY, primary: COMPANY + 100, id: COMPANY }],
  // Merges without notes.
  [/^merge_note_from$/, { merged: CONTACT + 20_000 }],
  [/^merge_note_to$/, { merged: COMPANY + 20_000 }],
  [/^merges_list/, { after: 0 }],
  [/^merges_kept|^merge_forget/, { before: "2026-01-08T00:00:00.000Z" }],
  [/^associated$/, { records: `[${CONTACT}]`, before: '["deal"]', after: '["company"]' }],
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
  [/^upsert_keys_drop/, { digests: '["d"]' }],
  [/^records_draw_ids/, { count: 3 }],
  [
    /^record_(index|unique)_delete_many/,
    { rows: `[{"property":"email","value":"e${CONTACT}","record_id":${CONTACT}}]` },
  ],
  [/^record_unique_holders/, { keys: `[{"property":"email","value":"e${CONTACT}"}]` }],
  [/^record_index_by_values/, { values: `["e${CONTACT}","e${CONTACT + 2}"]` }],
  [/^record_words_remove_many/, { records: `[${CONTACT},${CONTACT + 2}]` }],
  [/^record_keys_among/, { keys: `["e${CONTACT}","e${CONTACT + 2}"]` }],
  [/^record_history_insert/, { actor: "user:1" }],
  [/^record_history_(page|filtered|nth)/, { before: 2 * CONTACT, scan: 100, skip: 0 }],
  [/^record_history_filtered/, { action0: "created", action1: "updated", action2: "merged" }],
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
