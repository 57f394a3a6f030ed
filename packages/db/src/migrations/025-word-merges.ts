import type { ColumnTypes } from "./column-types.ts";

/** Leaves the merges of the index of words to `dialect/sqlite-commit-queue.ts`. */
export const statements = (t: ColumnTypes): readonly string[] =>
  t.dialect === "sqlite"
    ? [
        "insert into record_word_index (record_word_index, rank) values ('automerge', 0)",
        "insert into record_word_index (record_word_index, rank) values ('crisismerge', 128)",
      ]
    : [];
