import { sql } from "kysely";
import type { Db } from "../../dialect/dialect.ts";
import { countChanges, countPages, followsItsTable, mergeIndex } from "../../dialect/word-index.ts";
import { sqlStatement } from "../../statement.ts";

/*
 * What erased values leave in SQLite's files. The index of words keeps the words of a removed record until it
 * merges the parts that it consists of. One merge of all parts serves every erasure that waits for it. On
 * PostgreSQL none of this exists.
 */

/** Pages that one transaction merges: a few milliseconds of SQLite's only writer. */
const MERGED_PAGES = 100;

/** Returns whether an erasure waits for the index of words or for the log. */
export async function hasWork(db: Db): Promise<boolean> {
  if (followsItsTable(db.dialect)) return false;
  return waiting.any(db, {});
}

const waiting = sqlStatement<object, { record_id: number }>(
  "erased_files_waiting",
  () => sql`
    select record_id from erasures where step is not null and step in ('words', 'merge')
    order by project_id, record_id limit 1`,
);

/**
 * Begins to merge all parts of the index of words, for the erasures that wait for it. From then on they belong to this
 * pass.
 *
 * @param pass identifies the pass, in case another process makes one too
 * @returns the number of calls of `mergeMore` after which the merge has ended at the latest
 */
export async function startMerge(tx: Db, pass: number): Promise<number> {
  await takeOver.all(tx, { pass });
  await merge.all(tx, { pages: -MERGED_PAGES });
  const all = await pages.first(tx, {});
  return Math.ceil((2 * (all?.count ?? 0)) / MERGED_PAGES);
}

const takeOver = sqlStatement<{ pass: number }, never>(
  "erased_files_take_over",
  (param) => sql`
    update erasures set step = 'merge', after_id = ${param("pass")}
    where step is not null and step in ('words', 'merge')`,
);

/** Merges a few more pages. Returns whether that changed anything. */
export async function mergeMore(tx: Db): Promise<boolean> {
  const before = await changes.first(tx, {});
  await merge.all(tx, { pages: MERGED_PAGES });
  const after = await changes.first(tx, {});
  // A merge that has nothing to do counts as one change (https://www.sqlite.org/fts5.html#the_merge_command).
  return (after?.count ?? 0) - (before?.count ?? 0) > 1;
}

/** Marks the erasures of a pass as finished. Call it after the merge, once the log is empty. */
export async function finishPass(tx: Db, pass: number): Promise<void> {
  await finish.all(tx, { pass });
}

const finish = sqlStatement<{ pass: number }, never>(
  "erased_files_finish",
  (param) => sql`
    update erasures set step = null, after_id = 0
    where step is not null and step = 'merge' and after_id = ${param("pass")}`,
);

const merge = sqlStatement<{ pages: number }, never>("record_word_index_merge", (param, dialect) =>
  mergeIndex(dialect, param("pages")),
);

const changes = sqlStatement<object, { count: number }>("database_changes", (_, dialect) =>
  countChanges(dialect),
);

const pages = sqlStatement<object, { count: number }>("database_pages", (_, dialect) =>
  countPages(dialect),
);
