import { migrate, openDatabase, recordWords, wordSearch } from "@rapport/db";
import { DIALECTS, testDatabase } from "@rapport/testing";
import { expect, onTestFinished, test } from "vitest";
import { addMissingWords } from "../../src/record-index/index-words.ts";
import { schemaCache } from "../../src/schema/project-schema.ts";
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

test.each(DIALECTS)(
  "writes Arabic and Hebrew words of an older database again, and no others, on %s",
  async (dialect) => {
    const database = await testDatabase(dialect);
    onTestFinished(() => database.drop());
    const db = openDatabase(database.url);
    onTestFinished(() => db.close());
    await migrate(db, { to: "061-tenant-log" });
    const { kysely } = db;
    await kysely.insertInto("tenants").values({ name: "T", created_at: AT }).execute();
    const project = { tenant_id: 1, name: "P", created_at: AT };
    await kysely.insertInto("projects").values(project).execute();
    const scope = { projectId: 1 };
    for (const [type, name] of [
      ["contact", "مُحَمَّد"],
      ["contact", "ada"],
      ["company", "שָׁלוֹם"],
      ["lead", "łodz"],
    ] as const) {
      const times = { created_at: AT, updated_at: AT, version: 1, deleted_at: null };
      const properties = JSON.stringify({ [type === "contact" ? "lastname" : "name"]: name });
      const { id } = await kysely
        .insertInto("records")
        .values({ project_id: 1, type, ...times, properties } as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.transaction((tx) =>
        recordWords.addWords(tx, { ...scope, type, id }, new Set([name])),
      );
    }
    const found = async (type: string, word: string) =>
      wordSearch.findByWords(db, scope, type, {
        wanted: [[word]],
        page: {
          ...{ above: 0, below: 1_000, direction: "asc", limit: 10 },
        },
      });
    await migrate(db);
    const missing = await kysely.selectFrom("record_words_missing").selectAll().execute();
    expect(missing.map(({ type, after_id }) => [type, after_id]).toSorted()).toEqual([
      ["company", 0],
      ["contact", 0],
    ]);
    expect([await found("contact", "ada"), await found("lead", "łodz")]).toEqual([[2], [4]]);

    await addMissingWords({ db, schemas: schemaCache(db) }, new AbortController().signal);
    expect(await found("contact", "محمد")).toEqual([1]);
    expect(await found("contact", "مُحَمَّد")).toEqual([]);
    expect(await found("contact", "ada")).toEqual([2]);
    expect(await found("company", "שלומ")).toEqual([3]);
    expect(await kysely.selectFrom("record_words_missing").selectAll().execute()).toEqual([]);
  },
);
