import { DIALECTS, type Dialect, migratedDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Database, listTables, openDatabase } from "../src/index.ts";

describe("the tables that a copy takes", () => {
  it.each(DIALECTS)(
    "are all tables of a migrated database on %s except the words, the challenges, the sums and the locks of upserts, each with its key",
    (dialect) =>
      withDatabase(dialect, async (db) => {
        const copied = await listTables(db);
        const all = await db.kysely.introspection.getTables({ withInternalKyselyTables: true });
        const names = new Set(copied.map((table) => table.name));
        const left = all.map((table) => table.name).filter((name) => !names.has(name));
        expect(left.filter((name) => !name.startsWith("record_word")).toSorted()).toEqual([
          "import_draft_keys",
          "import_drafts",
          "kysely_migration",
          "kysely_migration_lock",
          "live_revisions",
          "passkey_challenges",
          "record_sums",
          "sum_changes",
          "sum_locks",
          "upsert_keys",
        ]);
        expect(copied.filter((table) => table.key.length === 0)).toEqual([]);
      }),
  );

  it("have the same columns and sequences on both databases", async () => {
    const [sqlite, postgres] = await Promise.all(
      DIALECTS.map((dialect) =>
        withDatabase(dialect, async (db) =>
          (await listTables(db)).map(({ key, ...shape }) => shape),
        ),
      ),
    );
    expect(sqlite).toEqual(postgres);
  });

  it("declare the same JSON columns as PostgreSQL", () =>
    withDatabase("postgres", async (db) => {
      const known = (await listTables(db)).flatMap(({ name, json }) =>
        [...json].map((column) => `${name}.${column}`),
      );
      const { rows } = await sql<{ name: string }>`
        select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = current_schema() and data_type = 'jsonb'`.execute(db.kysely);
      expect(known.toSorted()).toEqual(rows.map((row) => row.name).toSorted());
    }));
});

async function withDatabase<T>(dialect: Dialect, look: (db: Database) => Promise<T>): Promise<T> {
  const database = await migratedDatabase(dialect);
  const db = openDatabase(database.url);
  try {
    return await look(db);
  } finally {
    await db.close();
    await database.drop();
  }
}
