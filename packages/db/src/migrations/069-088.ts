import type { ColumnTypes } from "./column-types.ts";

/**
 * Phone numbers are compared by their digits, so that each has one key, however it is spelled; see `phoneKey` of the package
 * core. Of records that now have the same value of a unique property, the first one holds it. Words of Arabic and Hebrew
 * letters are left to the worker again, because marks and forms of letters no longer count.
 */
const addressKeys = ({ dialect }: ColumnTypes): readonly string[] => [
  ...["record_index", "record_unique"].flatMap((table) => [
    `insert into ${table} (project_id, type, property, value, record_id)
      select project_id, type, property, ${withPlus("whole")} || extension, record_id
      from (
        select project_id, type, property, record_id, extension,
          case when ${isInternational("without_trunk")} then without_trunk else dialled end as whole
        from (
          select project_id, type, property, record_id,
            ${dialled("replace(number, '(0)', '')")} as without_trunk, ${dialled("number")} as dialled,
            case when extension = '' then '' else ';ext=' || ${dialled("extension")} end as extension
          from (
            select project_id, type, property, record_id,
              ${PARTS[dialect].number} as number, ${PARTS[dialect].extension} as extension
            from (
              select project_id, type, property, record_id, ${withShortSign("value")} as value
              from ${table} where ${isOtherSpelling(table)}
              ) as spelled) as parts) as numbers) as wholes
      where true
      order by project_id, type, property, record_id
      on conflict do nothing`,
    `delete from ${table} where ${isOtherSpelling(table)}`,
  ]),
  ...["record_words_missing", "duplicate_backfills"].map(
    (table) => `insert into ${table} (project_id, type, after_id)
      select distinct project_id, type, 0 from record_words where ${HAS_FOLDED_LETTERS[dialect]}
      on conflict (project_id, type) do update set after_id = 0`,
  ),
  ...(dialect === "sqlite"
    ? [
        `delete from record_word_index where rowid in (
          select record_id from record_words where ${HAS_FOLDED_LETTERS.sqlite})`,
      ]
    : []),
  `delete from record_words where ${HAS_FOLDED_LETTERS[dialect]}`,
];

const PUNCTUATION = [" ", "(", ")", ".", "/", "-"];
const SIGNS = ["extension", "ext", "#"];
/** Blocks Hebrew and Arabic. */
const HAS_FOLDED_LETTERS = {
  sqlite: "words glob '*[\u0590-\u06ff]*'",
  postgres: "words ~ '[\u0590-\u06ff]'",
};

const PARTS = {
  sqlite: {
    number: "substr(value, 1, instr(value || 'x', 'x') - 1)",
    extension: "substr(value, instr(value || 'x', 'x') + 1)",
  },
  postgres: { number: "split_part(value, 'x', 1)", extension: "split_part(value, 'x', 2)" },
};

function without(texts: readonly string[], from: string, by = ""): string {
  return texts.reduce((text, one) => `replace(${text}, '${one}', '${by}')`, from);
}

function withShortSign(value: string): string {
  return without(SIGNS, value, "x");
}

function dialled(number: string): string {
  return without(PUNCTUATION, number);
}

function isInternational(number: string): string {
  return `${number} like '+%' or ${number} like '00%'`;
}

function withPlus(number: string): string {
  const digits = without(["+"], number);
  return `case when ${number} like '+%' then '+' || ${digits}
    when ${number} like '00%' then '+' || substr(${digits}, 3) else ${digits} end`;
}

/** Whether a value is a phone number that is not spelled as its key. */
function isOtherSpelling(table: string): string {
  const rest = without([..."0123456789+x", ...PUNCTUATION], withShortSign("value"));
  const marks = [...PUNCTUATION, "x", "#"].map((one) => `value like '%${one}%'`);
  return `${rest} = '' and (${marks.join(" or ")} or value like '00%' or value like '_%+%')
    and (property = 'phone' and type in ('contact', 'company') or exists (
      select 1 from property_definitions d
      where d.project_id = ${table}.project_id and d.object_type = ${table}.type
        and d.name = ${table}.property and d.definition ->> 'type' = 'phone'))`;
}

/**
 * Records that were merged before are found by their emails and domains too; see `mergedRows` of the package core. Only
 * values that SQL compares as the program does: short ones in ASCII.
 */
const mergedKeys = ({ dialect }: ColumnTypes): readonly string[] =>
  [
    ["contact", "email"],
    ["company", "domain"],
  ].map(
    ([type, property]) => `insert into record_index (project_id, type, property, value, record_id)
      select project_id, type, '~merged:${property}', lower(properties ->> '${property}'), id
      from records
      where merged_into is not null and erased_at is null and type = '${type}'
        and length(properties ->> '${property}') < 60
        and ${isAscii(`properties ->> '${property}'`)[dialect]}
      on conflict do nothing`,
  );

function isAscii(text: string) {
  return {
    sqlite: `(${text}) not glob '*[^ -~]*'`,
    postgres: `(${text}) ~ '^[ -~]+$'`,
  };
}

/** Keys that encrypt cursors, so that cursors outlive the secret key, which encrypts these keys. */
const cursorKeys = (t: ColumnTypes): readonly string[] => [
  `create table cursor_keys (
    id text primary key, key text not null, created_at ${t.time} not null, seals_from ${t.time} not null)`,
];

/**
 * When a tenant or a project was deleted and by whom, and since when it is being removed. Until then, it can be restored.
 * Versions before this migration ignore a deletion.
 */
const leaving = (t: ColumnTypes): readonly string[] =>
  ["tenants", "projects"].flatMap((table) => [
    `alter table ${table} add column deleted_at ${t.time}`,
    `alter table ${table} add column deleted_by text`,
    `alter table ${table} add column removing_since ${t.time}`,
  ]);

/**
 * How much of each thing a tenant may have, 0 for no limit; a tenant without a row has no quota. And the requests of the
 * last day that tenants with such a quota sent.
 */
const quotas = (t: ColumnTypes): readonly string[] => [
  `create table tenant_quotas (
    tenant_id ${t.int} primary key references tenants (id) on delete cascade,
    records ${t.int} not null, file_bytes ${t.int} not null, projects ${t.int} not null,
    endpoints ${t.int} not null, requests_per_day ${t.int} not null)`,
  `create table tenant_requests (
    tenant_id ${t.int} primary key references tenants (id) on delete cascade,
    day ${t.text} not null, requests ${t.int} not null)`,
  "insert into state_versions (name, version) values ('quotas', 1)",
];

/** How far the old history of each project was removed, by time and id of the last entry (setting HISTORY_DAYS). */
const historyRemoval = (t: ColumnTypes): readonly string[] => [
  `create table history_removals (
    project_id ${t.int} primary key, at ${t.time} not null, entry_id ${t.int} not null)`,
];

/**
 * A project's own object types, and its changes of how the built-in ones are shown. A removed type keeps its row until
 * its deleted records are purged.
 */
const objectTypes = (t: ColumnTypes): readonly string[] => [
  `create table object_types (
    project_id ${t.int} not null references projects (id), name ${t.text} not null,
    plural ${t.text} not null, rank ${t.int} not null, has_pipeline ${t.int} not null,
    definition ${t.json} not null, created_at ${t.time} not null, removed_at ${t.time},
    primary key (project_id, name))`,
  "create unique index object_types_plural on object_types (project_id, plural)",
  "create index object_types_removed on object_types (project_id, name) where removed_at is not null",
];

/**
 * Labels of associations. An association with a label has a further row, whose types have the label's key:
 * `company:decision_maker`. `merge_labels` has those that a primary record took from a merged one, as
 * `merge_associations` has the associations.
 */
const associationLabels = (t: ColumnTypes): readonly string[] => [
  `create table association_labels (
    project_id ${t.int} not null references projects (id), type text not null, to_type text not null,
    key text not null, definition ${t.json} not null, created_at ${t.time} not null,
    primary key (project_id, type, to_type, key))`,
  `create table merge_labels (
    project_id ${t.int} not null, merged_id ${t.int} not null, type text not null, other_id ${t.int} not null,
    created_at ${t.time} not null, primary key (project_id, merged_id, type, other_id)) ${t.clustered}`,
  `create index associations_labelled on associations (project_id, to_type, from_id)
    where ${t.dialect === "sqlite" ? "instr" : "strpos"}(to_type, ':') > 0`,
  ...(t.dialect === "sqlite" ? LABEL_STATISTICS : []),
];

const LABEL_STATISTICS: readonly string[] = [
  `insert into sqlite_stat1 (tbl, idx, stat) values
    ('merge_labels', 'merge_labels', '100000 10000 2 2 1'),
    ('associations', 'associations_labelled', '100000 10000 1000 2')`,
  "analyze sqlite_schema",
];

/** The colour that an admin chose for a stage. Options have theirs in the definition of the property. */
const stageColors = (): readonly string[] => ["alter table stages add column color text"];

/**
 * The currency in which a project adds up amounts, and the rates into it. Rates into earlier currencies stay, so they are
 * there if the project returns to one.
 */
const currencyRates = (t: ColumnTypes): readonly string[] => [
  `create table reporting_currencies (
    project_id ${t.int} primary key references projects (id), currency text not null)`,
  `create table currency_rates (
    project_id ${t.int} not null references projects (id), base ${t.text} not null, currency ${t.text} not null,
    starts_on ${t.text} not null, rate text not null,
    primary key (project_id, base, currency, starts_on)) ${t.clustered}`,
];

/**
 * Links with which an admin sets a first or another password. A link outlives its account, because it then says that it
 * was revoked.
 */
const accountLinks = (t: ColumnTypes): readonly string[] => [
  `create table account_links (
    id ${t.id}, hash text not null unique, user_id ${t.int} not null, made_by text not null,
    made_at ${t.time} not null, expires_at ${t.time} not null, used_at ${t.time},
    revoked_at ${t.time}, tried_at ${t.time})`,
  "create index account_links_by_user on account_links (user_id)",
  `alter table users add column invited_at ${t.time}`,
];

/**
 * Files that are attached to records. Their ids begin with `kept.`, and their parts are in `file_parts` on both databases,
 * so that backups and copies have them.
 */
const attachments = (t: ColumnTypes): readonly string[] => [
  `alter table files add column record_id ${t.int}`,
  `alter table files add column name ${t.text}`,
  `alter table files add column actor ${t.text}`,
  "create index files_of_record on files (project_id, record_id, id) where record_id is not null",
];

/** When each admin last saw on Home who mentions them in a project. */
const mentionsSeen = (t: ColumnTypes): readonly string[] => [
  `create table mentions_seen (
    project_id ${t.int} not null, admin ${t.text} not null, seen_at ${t.time} not null,
    primary key (project_id, admin)) ${t.clustered}`,
];

/** See `recordOfSchema` in `dialect/locks.ts`. */
const recordOfSchema = (t: ColumnTypes): readonly string[] =>
  t.dialect === "sqlite"
    ? []
    : [
        `create function record_of_schema(record bigint, project bigint, version integer)
          returns bigint language plpgsql as $$ begin
            return case when (select schema_version from projects where id = project) = version then record end;
          end $$`,
      ];

/** The migrations of this file, by name. */
export const MIGRATIONS = {
  "069-address-keys": addressKeys,
  "070-merged-keys": mergedKeys,
  "071-cursor-keys": cursorKeys,
  "074-leaving": leaving,
  "076-quotas": quotas,
  "078-history-removal": historyRemoval,
  "080-object-types": objectTypes,
  "081-association-labels": associationLabels,
  "082-stage-colors": stageColors,
  "084-currency-rates": currencyRates,
  "085-account-links": accountLinks,
  "086-attachments": attachments,
  "087-mentions-seen": mentionsSeen,
  "088-record-of-schema": recordOfSchema,
};
