import { DIALECTS } from "@rapport/testing";
import { expect, onTestFinished, test } from "vitest";
import { addMissingWords } from "../../src/record-index/add-missing-words.ts";
import { openTestDeps } from "../support/deps.ts";

const AT = "2026-01-31T12:34:56.789Z";
const CONTACTS = 24;

test.each(DIALECTS)(
  "adds the words of large records in transactions of few records, on %s",
  async (dialect) => {
    const store = await openTestDeps(dialect);
    onTestFinished(() => store[Symbol.asyncDispose]());
    const { db, deps } = store;
    const { projectId } = store.principal;
    const key = { project_id: projectId, type: "contact" };
    for (let i = 0; i < CONTACTS; i++) {
      // A text of a single word, which is fast to split.
      const properties = JSON.stringify({ firstname: "Ada", lastname: "x".repeat(1_000_000) });
      const times = { created_at: AT, updated_at: AT };
      const row = { ...key, ...times, version: 1, deleted_at: null, properties };
      await db.kysely
        .insertInto("records")
        .values(row as never)
        .execute();
    }
    await db.kysely
      .insertInto("record_words_missing")
      .values({ ...key, after_id: 0 } as never)
      .execute();

    let transactions = 0;
    const counted = new Proxy(db, {
      get(target, name, receiver) {
        if (name === "transaction") transactions++;
        return Reflect.get(target, name, receiver);
      },
    });
    await addMissingWords({ ...deps, db: counted }, new AbortController().signal);
    // Each takes up to 8 MiB of values. The last one finds that nothing is left.
    expect(transactions).toBe(4);
    const left = await db.kysely.selectFrom("record_words_missing").selectAll().execute();
    expect(left).toEqual([]);
  },
);
