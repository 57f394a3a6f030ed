import { type Database, migrate, openDatabase } from "@rapport/db";
import { DIALECTS, testDatabase } from "@rapport/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { findDuplicates } from "../../src/duplicates/find-duplicates.ts";
import { schemaCache } from "../../src/schema/project-schema.ts";

const CONTACTS = 2_000;
const COMPANIES = 300;
const ROWS = 500;
const AT = "2026-01-31T12:34:56.789Z";

describe.each(DIALECTS)(
  "a filled database from before the search for duplicates on %s",
  (dialect) => {
    test("gets the pairs of all its live records after its migration", async () => {
      const database = await testDatabase(dialect);
      onTestFinished(() => database.drop());
      const db = openDatabase(database.url);
      onTestFinished(() => db.close());
      await migrate(db, { to: "020-jobs" });
      const projects = [await fill(db), await fill(db)];
      expect((await migrate(db)).at(0)).toBe("021-duplicates");
      const feeds = db.kysely.selectFrom("project_feeds").select("compared_number");
      expect(await feeds.execute()).toEqual(projects.map(() => ({ compared_number: 5 })));

      await findDuplicates({ db, schemas: schemaCache(db) }, new AbortController().signal);
      for (const projectId of projects) {
        // Each pair is stored twice.
        expect(await pairsOf(db, projectId, "contact")).toBe(2 * (CONTACTS / 2));
        expect(await pairsOf(db, projectId, "company")).toBe(2 * (COMPANIES / 2));
      }
      expect(await db.kysely.selectFrom("duplicate_backfills").selectAll().execute()).toEqual([]);
    });
  },
);

/** Adds a project in which two live contacts each have one email, and two companies one name. Returns its id. */
async function fill({ kysely }: Database): Promise<number> {
  const tenant = { name: "Old", created_at: AT };
  const { id: tenant_id } = await kysely
    .insertInto("tenants")
    .values(tenant)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await kysely
    .insertInto("projects")
    .values({ tenant_id, name: "Old", created_at: AT })
    .returning("id")
    .executeTakeFirstOrThrow();
  const kinds = [
    ["contact", CONTACTS, "email", (i: number) => `p${i % (CONTACTS / 2)}@example.com`, null],
    ["company", COMPANIES, "name", (i: number) => `Company ${i % (COMPANIES / 2)}`, null],
    ["contact", ROWS, "email", (i: number) => `p${i}@example.com`, AT],
  ] as const;
  for (const [type, count, property, textOf, deletedAt] of kinds) {
    for (let start = 0; start < count; start += ROWS) {
      const rows = Array.from({ length: Math.min(ROWS, count - start) }, (_, i) => ({
        ...{ project_id: id, type, version: 1, created_at: AT, updated_at: AT },
        ...{
          deleted_at: deletedAt,
          properties: JSON.stringify({ [property]: textOf(start + i) }),
        },
      }));
      await kysely.insertInto("records").values(rows).execute();
    }
  }
  const feed = { project_id: id, last_number: 5, purged_number: 5 };
  await kysely
    .insertInto("project_feeds")
    .values(feed as never)
    .execute();
  return id;
}

async function pairsOf({ kysely }: Database, projectId: number, type: string): Promise<number> {
  const pairs = await kysely
    .selectFrom("duplicate_pairs")
    .select("record_id")
    .where("project_id", "=", projectId)
    .where("type", "=", type)
    .execute();
  return pairs.length;
}
