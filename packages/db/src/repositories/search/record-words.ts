import { sql } from "kysely";
import { deleteEqual } from "../../dialect/access-path.ts";
import type { Db } from "../../dialect/dialect.ts";
import { jsonRows } from "../../dialect/json.ts";
import {
  followsItsTable,
  indexedWords,
  indexRecord,
  storedWords,
  unindexRecord,
} from "../../dialect/word-index.ts";
import { insertMany } from "../../inserts.ts";
import type { Scope } from "../../scope.ts";
import { sqlStatement } from "../../statement.ts";
import { runWrites, type Write } from "../../writes.ts";

export interface WordsKey {
  readonly projectId: number;
  readonly type: string;
  readonly id: number;
}

interface Key {
  project: number;
  type: string;
  record: number;
}

/** Returns the writes that replace the words of a record. */
export function saveWords(key: WordsKey, words: ReadonlySet<string>): readonly Write[] {
  const stored = storedWords(wordsKey(key), words);
  return stored === null
    ? removeWords(key)
    : [save.write({ ...wordsKey(key), words: stored }), indexWords(key, stored)];
}

/** Adds the words of a record that has none yet. */
export async function addWords(tx: Db, key: WordsKey, words: ReadonlySet<string>): Promise<void> {
  const stored = storedWords(wordsKey(key), words);
  if (stored === null) return;
  const added = await add.first(tx, { ...wordsKey(key), words: stored });
  if (added !== undefined) await runWrites(tx, [indexWords(key, stored)]);
}

/** Returns the writes that remove the words of a record. */
export function removeWords(key: WordsKey): readonly Write[] {
  return [remove.write(wordsKey(key)), ofIndex(unindex.write({ record: key.id }))];
}

export interface RecordWords {
  readonly id: number;
  readonly words: ReadonlySet<string>;
}

/** Replaces the words of many records of one type. */
export async function saveManyWords(
  tx: Db,
  scope: Scope & { readonly type: string },
  records: readonly RecordWords[],
): Promise<void> {
  const empty: number[] = [];
  const rows: [number, string, number, string][] = [];
  for (const { id, words } of records) {
    const stored = storedWords({ project: scope.projectId, type: scope.type }, words);
    if (stored === null) empty.push(id);
    else rows.push([scope.projectId, scope.type, id, stored]);
  }
  await putWords(tx, rows);
  await runWrites(
    tx,
    rows.map(([, , id, stored]) => indexWords({ ...scope, id }, stored)),
  );
  if (empty.length === 0) return;
  const args = {
    project: scope.projectId,
    type: scope.type,
    records: JSON.stringify(empty.map((id) => ({ record_id: id }))),
  };
  const removed = await removeMany.all(tx, args);
  if (followsItsTable(tx.dialect)) return;
  for (const { record_id: record } of removed) await unindex.all(tx, { record });
}

const putWords = insertMany(
  "record_words",
  { project_id: "bigint", type: "text", record_id: "bigint", words: "text" },
  {
    onConflict: {
      key: {
        sqlite: ["project_id", "type", "record_id"],
        postgres: ["project_id", "type", "record_id"],
      },
      replace: ["words"],
    },
  },
);

function indexWords(key: WordsKey, stored: string): Write {
  return ofIndex(index.write({ record: key.id, words: indexedWords(wordsKey(key), stored) }));
}

/** Leaves out a write of the index where the index follows its table. */
function ofIndex({ callIn }: Write): Write {
  return { callIn: (dialect) => (followsItsTable(dialect) ? null : callIn(dialect)) };
}

function wordsKey({ projectId, type, id }: WordsKey): Key {
  return { project: projectId, type, record: id };
}

const save = sqlStatement<Key & { words: string }, never>(
  "record_words_save",
  (param) => sql`
    insert into record_words (project_id, type, record_id, words)
    values (${param("project")}, ${param("type")}, ${param("record")}, ${param("words")})
    on conflict (project_id, type, record_id) do update set words = excluded.words`,
);

const add = sqlStatement<Key & { words: string }, { record_id: number }>(
  "record_words_add",
  (param) => sql`
    insert into record_words (project_id, type, record_id, words)
    values (${param("project")}, ${param("type")}, ${param("record")}, ${param("words")})
    on conflict (project_id, type, record_id) do nothing returning record_id`,
);

const remove = sqlStatement<Key, never>(
  "record_words_remove",
  (param) => sql`
    delete from record_words
    where project_id = ${param("project")} and type = ${param("type")} and record_id = ${param("record")}`,
);

const removeMany = sqlStatement<
  { project: number; type: string; records: string },
  { record_id: number }
>(
  "record_words_remove_many",
  (param, dialect) => sql`
    ${deleteEqual(
      dialect,
      "record_words",
      { project: param("project"), condition: sql`type = ${param("type")}` },
      {
        columns: ["record_id"],
        rows: jsonRows(dialect, param("records"), "r", { record_id: "bigint" }),
      },
    )} returning record_id`,
);

const index = sqlStatement<{ record: number; words: string }, never>(
  "record_word_index_save",
  (param, dialect) => indexRecord(dialect, param("record"), param("words")),
  { isDeferred: true },
);

const unindex = sqlStatement<{ record: number }, never>(
  "record_word_index_remove",
  (param, dialect) => unindexRecord(dialect, param("record")),
  { isDeferred: true },
);

/** A range of ids, both ends exclusive, and how many of it to look at, from one end. */
