import { migrate, openDatabase } from "@rapport/db";
import { DIALECTS, testDatabase } from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";

const AT = "2026-01-31T12:34:56.789Z";

describe.each(DIALECTS)(
  "a filled database from before the keys of merged records, on %s",
  (dialect) => {
    it("leads from short emails and domains of merged records to the primary ones", async () => {
      const database = await testDatabase(dialect);
      onTestFinished(() => database.drop());
      const db = openDatabase(database.url);
      onTestFinished(() => db.close());
      await migrate(db, { to: "069-address-keys" });
      const { kysely } = db;
      await kysely.insertInto("tenants").values({ name: "T", created_at: AT }).execute();
      await kysely
        .insertInto("projects")
        .values({ tenant_id: 1, name: "P", created_at: AT })
        .execute();
      const long = `${"l".repeat(50)}@long.example`;
      const records: [type: string, properties: object, state: object][] = [
        ["contact", { email: "Primary@x.test" }, {}],
        ["contact", { email: "Merged@x.test", city: "Bath" }, { merged_into: 1 }],
        ["contact", { email: "deleted@x.test" }, { deleted_at: AT }],
        ["contact", { email: "erased@x.test" }, { merged_into: 1, erased_at: AT }],
        ["contact", { email: "ü@x.test" }, { merged_into: 1 }],
        ["contact", { email: long }, { merged_into: 1 }],
        ["contact", {}, { merged_into: 1 }],
        ["company", { domain: "Engines.example", email: "c@x.test" }, { merged_into: 1 }],
      ];
      for (const [type, properties, state] of records) {
        const row = {
          ...{ project_id: 1, type, properties: JSON.stringify(properties), version: 1 },
          ...{ created_at: AT, updated_at: AT, deleted_at: null, ...state },
        };
        await kysely
          .insertInto("records")
          .values(row as never)
          .execute();
      }
      await migrate(db);
      const found = await kysely
        .selectFrom("record_index")
        .select(["type", "property", "value", "record_id"])
        .orderBy("record_id")
        .execute();
      expect(found.map((row) => Object.values(row).join(" "))).toEqual([
        "contact ~merged:email merged@x.test 2",
        "company ~merged:domain engines.example 8",
      ]);
    });
  },
);
