import { setImmediate as nextTurn } from "node:timers/promises";
import type Sqlite from "better-sqlite3";

/** Pages that are merged at once: about 1 ms. */
const MERGED_PAGES = 8;
/**
 * What a commit adds to the pages to merge: pages of hardly any words until they are full, and then a sixtieth of a page
 * for each record at each of five levels.
 */
const PAGES_PER_COMMIT = 0.5;
const PAGES_PER_RECORD = 0.08;

/**
 * Returns a function that merges the index of words in small steps, in proportion to the records whose words a
 * transaction has written. It lets others read between two steps. FTS5's automatic merges take 64 pages per level at
 * once. With a million records they blocked every query for up to 190 ms, so migration 025 turns them off.
 */
export function wordMerges(writer: Sqlite.Database): (records: number) => Promise<void> {
  const changes = writer.prepare("select total_changes()").pluck();
  // Prepared when it is needed, because a migration makes the index.
  let merge: Sqlite.Statement | undefined;
  let pages = 0;

  return async (records) => {
    pages += PAGES_PER_COMMIT + records * PAGES_PER_RECORD;
    while (pages >= MERGED_PAGES) {
      merge ??= writer.prepare(
        "insert into record_word_index (record_word_index, rank) values ('merge', ?)",
      );
      const before = changes.get() as number;
      merge.run(MERGED_PAGES);
      // A merge that has nothing to do counts as one change (https://www.sqlite.org/fts5.html#the_merge_command).
      const isDone = (changes.get() as number) - before <= 1;
      pages = isDone ? 0 : pages - MERGED_PAGES;
      await nextTurn();
    }
  };
}
