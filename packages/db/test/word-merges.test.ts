import { migratedDatabase } from "@rapport/testing";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { openDatabase, recordWords, runWrites } from "../src/index.ts";

test("the index of words stays in few parts, however many commits add to it", async () => {
  const database = await migratedDatabase("sqlite");
  const db = openDatabase(database.url);
  try {
    for (let id = 1; id <= 300; id++) {
      const words = new Set([`w${id}`, "common"]);
      await db.transaction((tx) =>
        runWrites(tx, recordWords.saveWords({ projectId: 1, type: "contact", id }, words)),
      );
    }
    expect(partsOf(database.url)).toBeLessThan(40);
  } finally {
    await db.close();
    await database.drop();
  }
});

/** Counts the segments of the index: the upper bits of the ids of its pages (https://www.sqlite.org/fts5.html#the_segment_b_tree). */
function partsOf(url: string): number {
  const file = new Sqlite(url.replace(/^sqlite:/, ""), { readonly: true });
  try {
    return file
      .prepare("select count(distinct id >> 37) from record_word_index_data where id > 10")
      .pluck()
      .get() as number;
  } finally {
    file.close();
  }
}
