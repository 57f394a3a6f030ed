import { type RawBuilder, sql } from "kysely";
import type { DialectName } from "./dialect.ts";
import { castTo } from "./expressions.ts";

/*
 * The words of a record as `{project}.{type}.{word}`, in an inverted index: FTS5 on SQLite, GIN on
 * PostgreSQL. Core splits texts into words, so neither database's own parsers and dictionaries take part, and
 * both databases find the same records.
 */

/** Beginnings of words: one of each inner list is wanted. */
export type Beginnings = readonly (readonly string[])[];

/** The only word of a record that has too many for the index. Every search finds it. */
export const TOO_MANY = "~~";

/** PostgreSQL's limit is 1 MiB for a record's words in the index. */
const MAX_BYTES = 1_000_000;

export interface WordScope {
  readonly project: number;
  readonly type: string;
}

/** Returns the words of a record as `record_words` stores them, or null if it has none. */
export function storedWords(scope: WordScope, words: ReadonlySet<string>): string | null {
  if (words.size === 0) return null;
  const stored = ` ${[...words].join(" ")}`;
  // A UTF-16 unit has at most three bytes.
  const mostBytes = 3 * stored.length + words.size * scopePrefix(scope).length;
  return mostBytes > MAX_BYTES ? ` ${TOO_MANY}` : stored;
}

/** Returns stored words as FTS5 indexes them. */
export function indexedWords(scope: WordScope, stored: string): string {
  return stored.replaceAll(" ", ` ${scopePrefix(scope)}`);
}

/** Returns whether the index follows `record_words` by itself, as PostgreSQL's does. */
export function followsItsTable(dialect: DialectName): boolean {
  return dialect === "postgres";
}

/** Returns the SQL that puts a record's words into the index, which does nothing if the index follows its table. */
export function indexRecord(
  dialect: DialectName,
  record: RawBuilder<unknown>,
  words: RawBuilder<unknown>,
): RawBuilder<never> {
  return followsItsTable(dialect)
    ? sql`select null`
    : sql`insert or replace into record_word_index (rowid, words) values (${record}, ${words})`;
}

/** Returns the SQL that takes a record out of the index; see `indexRecord`. */
export function unindexRecord(
  dialect: DialectName,
  record: RawBuilder<unknown>,
): RawBuilder<never> {
  return followsItsTable(dialect)
    ? sql`select null`
    : sql`delete from record_word_index where rowid = ${record}`;
}

/**
 * Returns the SQL that merges pages of the index, which does nothing if the index follows its table. A negative number
 * begins to merge all parts of the index.
 */
export function mergeIndex(dialect: DialectName, pages: RawBuilder<number>): RawBuilder<never> {
  return followsItsTable(dialect)
    ? sql`select ${castTo(pages, "bigint")}`
    : sql`insert into record_word_index (record_word_index, rank) values ('merge', ${pages})`;
}

/** Returns a select of the changes that the connection has made, as `count`, to see whether a merge did anything. */
export function countChanges(dialect: DialectName): RawBuilder<{ count: number }> {
  return followsItsTable(dialect) ? sql`select 0 as count` : sql`select total_changes() as count`;
}

/** Returns a select of the pages of the database, as `count`, of which the index is a part. */
export function countPages(dialect: DialectName): RawBuilder<{ count: number }> {
  return followsItsTable(dialect)
    ? sql`select 0 as count`
    : sql`select page_count as count from pragma_page_count`;
}

/** Returns the query of the index that finds the records with all of some words. */
export function wordQuery(dialect: DialectName, scope: WordScope, wanted: Beginnings): string {
  const prefix = scopePrefix(scope);
  const beginning =
    dialect === "postgres"
      ? (word: string) => `'${prefix}${word}':*`
      : (word: string) => `"${prefix}${word}"*`;
  const [and, or, quote] = dialect === "postgres" ? [" & ", " | ", "'"] : [" AND ", " OR ", '"'];
  const each = wanted.map((either) => `(${either.map(beginning).join(or)})`);
  return `(${each.join(and)})${or}${quote}${prefix}${TOO_MANY}${quote}`;
}

/** Returns a select of the ids, as `id`, of the records that the index finds, in order. */
export function wordMatches(
  dialect: DialectName,
  direction: "asc" | "desc",
  { query, project, above, below, limit }: Record<WordParameter, RawBuilder<unknown>>,
): RawBuilder<{ id: number }> {
  if (dialect === "postgres") {
    return sql`
      select id from find_record_words(cast(${query} as tsquery), ${project}, ${above}, ${below},
        ${sql.lit(direction === "desc")}, ${limit}) as found (id)`;
  }
  return sql`
    select rowid as id from record_word_index
    where record_word_index match ${query} and rowid > ${above} and rowid < ${below}
    order by rowid ${sql.raw(direction)} limit ${limit}`;
}

type WordParameter = "query" | "project" | "above" | "below" | "limit";

function scopePrefix({ project, type }: WordScope): string {
  return `${project}.${type}.`;
}
