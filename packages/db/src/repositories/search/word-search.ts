import { type RawBuilder, sql } from "kysely";
import { isInGroup, joinOne } from "../../dialect/access-path.ts";
import type { Db, DialectName } from "../../dialect/dialect.ts";
import { joinedText, positionInText } from "../../dialect/expressions.ts";
import { jsonValues } from "../../dialect/json.ts";
import { type Beginnings, TOO_MANY, wordMatches, wordQuery } from "../../dialect/word-index.ts";
import type { Scope } from "../../scope.ts";
import { type Param, type Statement, sqlStatement } from "../../statement.ts";

export type { Beginnings };

type Direction = "asc" | "desc";

interface RangeArgs {
  project: number;
  type: string;
  above: number;
  below: number;
  limit: number;
}

export interface WordsPage {
  readonly above: number;
  readonly below: number;
  readonly direction: Direction;
  readonly limit: number;
}

/** Words that `compareWords` compares, and the beginnings of each. */
const WORDS_COMPARED = 4;
const BEGINNINGS_COMPARED = 4;

/** What was found among the next records of a type. */
export interface Compared {
  /** Ids, in the page's order, of records that have all the wanted words. */
  readonly ids: readonly number[];
  /** How many records there were. */
  readonly compared: number;
  /** Bytes of their words. */
  readonly bytes: number;
  /** The lowest and the highest id of them; 0 if there was none. */
  readonly lowest: number;
  readonly highest: number;
  /** For each wanted word, how many of the records have it. */
  readonly held: readonly number[];
  /** Whether every record of the type has its words. */
  readonly isComplete: boolean;
}

/**
 * Compares the words of the next records of a type, at most `page.limit`. Compares the first four wanted
 * words, so it may find more records.
 */
export async function compareWords(
  db: Db,
  scope: Scope,
  type: string,
  { wanted, page }: { readonly wanted: Beginnings; readonly page: WordsPage },
): Promise<Compared> {
  const { direction, ...range } = page;
  const args = { project: scope.projectId, type, ...range, ...wordArgs(wanted) };
  const row = (await COMPARE[direction].first(db, args)) as ComparedRow;
  const ids = row.ids === null ? [] : row.ids.split(",").map(Number);
  const sign = direction === "asc" ? 1 : -1;
  return {
    ids: ids.toSorted((a, b) => sign * (a - b)),
    compared: row.count,
    bytes: row.bytes ?? 0,
    lowest: row.lowest ?? 0,
    highest: row.highest ?? 0,
    held: wanted.slice(0, WORDS_COMPARED).map((_, i) => row[`held${i}`] ?? 0),
    isComplete: row.after_id === null,
  };
}

/** Returns those of some records of a type that have the first four wanted words, in the order of `ids`. */
export async function haveWords(
  db: Db,
  scope: Scope,
  type: string,
  { wanted, ids }: { readonly wanted: Beginnings; readonly ids: readonly number[] },
): Promise<readonly number[]> {
  const args = { project: scope.projectId, type, ids: JSON.stringify(ids), ...wordArgs(wanted) };
  const having = new Set((await AMONG.all(db, args)).map(({ id }) => id));
  return ids.filter((id) => having.has(id));
}

type Args = Record<string, string | number | null>;

function wordArgs(wanted: Beginnings): Args {
  const args: Args = {};
  for (let i = 0; i < WORDS_COMPARED; i++) {
    // Every list of words has a space.
    const either = wanted[i] ?? [""];
    for (let j = 0; j < BEGINNINGS_COMPARED; j++) {
      const beginning = either[j];
      args[`word${i}${j}`] = beginning === undefined ? null : ` ${beginning}`;
    }
  }
  return args;
}

const AMONG: Statement<Args, { id: number }> = sqlStatement(
  "record_words_among",
  (param, dialect) => sql`
    select w.record_id as id from (${jsonValues(dialect, param("ids"), "bigint")}) as given
    ${joinOne(
      dialect,
      "record_words",
      "w",
      sql`w.project_id = ${param("project")} and w.type = ${param("type")}
        and w.record_id = given.value`,
    )}
    where ${sql.join(
      Array.from({ length: WORDS_COMPARED }, (_, i) => sql`(${hasWord(dialect, param, i)})`),
      sql` and `,
    )}`,
);

type ComparedRow = {
  readonly count: number;
  readonly bytes: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly ids: string | null;
  /** Of `record_words_missing`, or null. */
  readonly after_id: number | null;
} & Readonly<Record<`held${number}`, number | null>>;

const COMPARE = { asc: compareStatement("asc"), desc: compareStatement("desc") };

function compareStatement(direction: Direction): Statement<Args, ComparedRow> {
  const order = sql.raw(direction);
  const words = Array.from({ length: WORDS_COMPARED }, (_, i) => i);
  const has = (i: number) => sql.ref(`has${i}`);
  return sqlStatement(
    `record_words_compare_${direction}`,
    (param, dialect) => sql`
      select count(*) as count, sum(bytes) as bytes, min(record_id) as lowest, max(record_id) as highest,
        ${sql.join(words.map((i) => sql`sum(${has(i)}) as ${sql.ref(`held${i}`)}`))},
        ${joinedText(
          dialect,
          sql`case when ${sql.join(
            words.map((i) => sql`${has(i)} = 1`),
            sql` and `,
          )} then record_id end`,
        )} as ids,
        (select after_id from record_words_missing m
          where m.project_id = ${param("project")} and m.type = ${param("type")}) as after_id
      from (
        select record_id, octet_length(words) as bytes, ${sql.join(
          words.map(
            (i) => sql`case when ${hasWord(dialect, param, i)} then 1 else 0 end as ${has(i)}`,
          ),
        )}
        from (
          select record_id, words from record_words
          where project_id = ${param("project")} and ${isInGroup(
            dialect,
            { column: sql`type`, value: param("type") },
            sql`record_id`,
            { above: param("above"), below: param("below") },
          )}
          order by type ${order}, record_id ${order} limit ${param("limit")}) as page) as compared`,
  );
}

/** A position is null for a beginning that is null. */
function hasWord(dialect: DialectName, param: Param<Args>, i: number): RawBuilder<boolean> {
  const found = Array.from(
    { length: BEGINNINGS_COMPARED },
    (_, j) => sql`${positionInText(dialect, sql`words`, param(`word${i}${j}`))} > 0`,
  );
  return sql`${sql.join(found, sql` or `)} or words = ${sql.lit(` ${TOO_MANY}`)}`;
}

/**
 * Lists the first records of a range of ids that have all of some words, from the index of words. It reads
 * every posting of every word that starts with one of the beginnings, so it is for words that few records
 * have.
 */
export async function findByWords(
  db: Db,
  scope: Scope,
  type: string,
  { wanted, page }: { readonly wanted: Beginnings; readonly page: WordsPage },
): Promise<readonly number[]> {
  const { direction, ...range } = page;
  const query = wordQuery(db.dialect, { project: scope.projectId, type }, wanted);
  const rows = await FIND[direction].all(db, { project: scope.projectId, query, ...range });
  return rows.map(({ id }) => id);
}

type FindArgs = Omit<RangeArgs, "type"> & { query: string };

const FIND = { asc: findStatement("asc"), desc: findStatement("desc") };

function findStatement(direction: Direction): Statement<FindArgs, { id: number }> {
  return sqlStatement(`record_words_find_${direction}`, (param: Param<FindArgs>, dialect) =>
    wordMatches(dialect, direction, {
      query: param("query"),
      project: param("project"),
      above: param("above"),
      below: param("below"),
      limit: param("limit"),
    }),
  );
}
