import type { RawDatabase } from "./yardstick/raw-database.ts";

/** Where the seeded rows go. */
export interface SeedPlace {
  readonly projectId: number;
  readonly companyId: number;
  /** `client:` and the id of the client that is named in the history. */
  readonly actor: string;
  readonly count: number;
}

/** Contacts associated with the company. With more, the benchmark would measure the length of the list. */
const ASSOCIATED_CONTACTS = 10_000;
/** Contacts whose creation has an event in the feed. */
const EVENTS = 100_000;
/** Changes in the history of the first contact. */
const HISTORY_ENTRIES = 1_000;

const MS_PER_DAY = 86_400_000;

/** Contacts with the same last name, however many contacts there are. */
export const NAMESAKES = 10;

/** The values of contact `i` of `count` in SQL that both databases understand. */
const contactValues = (count: number) => ({
  firstname: "'First' || (i % 977)",
  lastname: `'Last' || (i % ${Math.ceil(count / NAMESAKES)})`,
  email: "'person' || i || '@example.com'",
  phone: "'+44207946' || substr(cast(10000000 + i as text), 2)",
  jobtitle: "'Buyer'",
  city: "'Leeds'",
  zip: "'Z' || (i % 20)",
  country: "'United Kingdom'",
  lifecyclestage: "case when i % 10 = 0 then 'customer' else 'lead' end",
});

const INDEXED = ["firstname", "lastname", "email", "phone", "lifecyclestage"] as const;

/** Words in the notes of the contacts: the share of contacts that have each depends on their number. */
export const WORDS = { few: "zebra", some: "heron", half: "sparrow" } as const;

/**
 * Returns how many contacts of `count` lie between two that have a word: 10 have the first, 10,000 the second
 * unless there are fewer than 20,000 contacts, and half the third.
 */
function wordSteps(count: number) {
  return {
    few: Math.max(1, Math.floor(count / 10)),
    some: Math.max(2, Math.floor(count / 10_000)),
    half: 2,
  };
}

/**
 * Adds contacts with their index rows, words, associations, history and events. The databases make the rows,
 * because a million contacts have ten million of them.
 */
export async function fillContacts(db: RawDatabase, place: SeedPlace): Promise<void> {
  for (const statement of seedStatements(db.dialect, place)) await db.run(statement);
}

function seedStatements(dialect: RawDatabase["dialect"], place: SeedPlace): readonly string[] {
  const { projectId, companyId, actor, count } = place;
  const first = companyId + 1;
  const isSqlite = dialect === "sqlite";
  const json = (text: string) => (isSqlite ? text : `cast(${text} as jsonb)`);
  const at = createdAt(dialect, Date.now() - MS_PER_DAY);
  const notes = contactNotes(count);
  const values = contactValues(count);
  const numbers = (below: number, from = 0) =>
    `with recursive n (i) as (select ${from} union all select i + 1 from n where i + 1 < ${below})`;
  const properties = `'{' || ${Object.entries({ ...values, notes })
    .map(([name, value]) => `'"${name}":"' || ${value} || '"'`)
    .join(" || ',' || ")} || '}'`;
  const events = Math.min(count, EVENTS);
  const phone = "substr(cast(10000000 + i as text), 2)";
  const words = `' first' || (i % 977) || ' last' || (i % ${Math.ceil(count / NAMESAKES)}) || ' person' || i
    || ' example com 44207946' || ${phone} || ' ~' || reverse('44207946' || ${phone})
    || ' buyer leeds z' || (i % 20) || ' united kingdom ' || ${notes}`;

  return [
    `insert into records (id, project_id, type, properties, version, created_at, updated_at)
      ${numbers(count)} select ${first} + i, ${projectId}, 'contact', ${json(properties)},
      case when i = 0 then ${HISTORY_ENTRIES} else 1 end, ${at}, ${at} from n`,
    ...(isSqlite
      ? []
      : [`select setval(pg_get_serial_sequence('records', 'id'), ${first + count - 1})`]),
    // In the order of the index, which is many times faster than in the order of the records.
    ...INDEXED.map(
      (name) => `insert into record_index (project_id, type, property, value, record_id)
      ${numbers(count)} select ${projectId}, 'contact', '${name}', lower(${values[name]}), ${first} + i
      from n order by lower(${values[name]})${isSqlite ? "" : ' collate "C"'}, i`,
    ),
    `insert into record_words (project_id, type, record_id, words)
      ${numbers(count)} select ${projectId}, 'contact', ${first} + i, ${words} from n`,
    ...(isSqlite
      ? [
          `insert into record_word_index (rowid, words)
            select record_id, replace(words, ' ', ' ${projectId}.contact.') from record_words
            where project_id = ${projectId} and type = 'contact' order by record_id`,
        ]
      : []),
    `insert into associations (project_id, from_id, from_type, to_id, to_type, created_at)
      ${numbers(Math.min(count, ASSOCIATED_CONTACTS))}
      select ${projectId}, ${first} + i, 'contact', ${companyId}, 'company', ${at} from n`,
    `insert into record_history (project_id, record_id, action, changes, actor, at, version)
      ${numbers(HISTORY_ENTRIES + 1, 1)} select ${projectId}, ${first}, 'updated',
      ${json(`'{"jobtitle":["Buyer ' || i || '","Buyer ' || (i + 1) || '"]}'`)}, '${actor}', ${at}, i
      from n`,
    `insert into events (id, project_id, message_id, type, subject, payload, created_at, pending)
      ${numbers(events)} select 1 + i, ${projectId}, 'msg_' || i, 'contact.created', 'contact',
      '{"object":"contact","id":' || (${first} + i) || ',"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z","version":1,"properties":'
        || ${properties} || ',"associations":null}', ${at}, 0 from n`,
    ...(isSqlite ? [] : [`select setval(pg_get_serial_sequence('events', 'id'), ${events})`]),
    `insert into feed (project_id, number, event_id, type, subject)
      ${numbers(events)} select ${projectId}, 1 + i, 1 + i, 'contact.created', 'contact' from n`,
    `insert into project_feeds (project_id, last_number, purged_number)
      values (${projectId}, ${events}, 0)`,
    ...(isSqlite ? ["pragma wal_checkpoint(truncate)"] : ["analyze"]),
  ];
}

function contactNotes(count: number): string {
  const step = wordSteps(count);
  const has = (word: keyof typeof WORDS) =>
    `case when i % ${step[word]} = 0 then ' ${WORDS[word]}' else '' end`;
  return `'plain' || ${has("half")} || ${has("some")} || ${has("few")}`;
}

/** Times one millisecond apart, so that lists by time have an order. */
function createdAt(dialect: RawDatabase["dialect"], start: number): string {
  return dialect === "sqlite"
    ? `strftime('%Y-%m-%dT%H:%M:%fZ', (${start} + i) / 1000.0, 'unixepoch')`
    : `timestamptz '${new Date(start).toISOString()}' + i * interval '1 millisecond'`;
}
