import { DIALECTS, migratedDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aroundStatements, copyDatabase, type Database, openDatabase } from "../src/index.ts";

const ROWS = 2_500;
const AT = "2026-01-31T12:34:56.789Z";

describe("copying many rows", () => {
  it("sends PostgreSQL one insert per batch, with every value as it was", () =>
    withDatabases("sqlite", "postgres", async (source, target) => {
      await addRecords(source);
      const ran = new Map<string, number>();
      const counted = aroundStatements(target, (name, run) => {
        ran.set(name, (ran.get(name) ?? 0) + 1);
        return run();
      });
      const { tables } = await copyDatabase({ db: source, name: "source" }, counted);
      expect(tables.filter(({ state }) => state !== "same")).toEqual([]);
      expect(tables.find(({ table }) => table === "records")?.targetRows).toBe(ROWS);
      // Batches of 100, 1,000, 1,000 and 400 rows.
      expect(ran.get("copy_into_records")).toBe(4);
      expect([...ran.keys()].filter((name) => name.startsWith("records_"))).toEqual([]);
    }));

  it.each(DIALECTS)(
    "stops all tables if one cannot be stored on %s, names it, and resumes later",
    (dialect) =>
      withDatabases(
        dialect === "sqlite" ? "postgres" : "sqlite",
        dialect,
        async (source, target) => {
          await addRecords(source);
          await sql.raw(REFUSE[dialect].make).execute(target.kysely);
          await expect(copyDatabase({ db: source, name: "source" }, target)).rejects.toThrow(
            /^Rows of record_history with .+ could not be stored: .*full/,
          );
          await sql.raw(REFUSE[dialect].remove).execute(target.kysely);
          const { resumed, tables } = await copyDatabase({ db: source, name: "source" }, target);
          expect(resumed).toBe(true);
          expect(tables.filter(({ state }) => state !== "same")).toEqual([]);
        },
      ),
  );
});

const REFUSE = {
  sqlite: {
    make: `create trigger refuse before insert on record_history begin select raise(abort, 'full'); end`,
    remove: "drop trigger refuse",
  },
  postgres: {
    make: "alter table record_history add constraint full_table check (id < 0)",
    remove: "alter table record_history drop constraint full_table",
  },
} as const;

async function addRecords({ kysely }: Database): Promise<void> {
  await kysely.insertInto("tenants").values({ name: "T", created_at: AT }).execute();
  await kysely
    .insertInto("projects")
    .values({ tenant_id: 1, name: "P", created_at: AT } as never)
    .execute();
  for (let start = 0; start < ROWS; start += 500) {
    const ids = Array.from({ length: 500 }, (_, i) => start + i + 1);
    const times = { created_at: AT, updated_at: AT, deleted_at: null };
    await kysely
      .insertInto("records")
      .values(
        ids.map((id) => ({
          ...{ id, project_id: 1, type: "contact", version: 1, ...times },
          properties: JSON.stringify(VALUES[id % VALUES.length]),
        })) as never,
      )
      .execute();
    await kysely
      .insertInto("record_history")
      .values(
        ids.map((id) => ({
          ...{ id, project_id: 1, record_id: id, action: "created", actor: "client:a", at: AT },
          ...{ changes: "{}", version: id % 2 === 0 ? null : 1 },
        })) as never,
      )
      .execute();
  }
}

/** Values that arrays and JSON of PostgreSQL write in their own ways. */
const VALUES = [
  { email: "a@example.com" },
  { note: 'a "quoted", \\back\\slashed {text}, NULL' },
  { tags: ["a,b", "", "ü😀", "\t\n"], amount: "12345678901234567890.123" },
  {},
];

async function withDatabases(
  from: (typeof DIALECTS)[number],
  to: (typeof DIALECTS)[number],
  work: (source: Database, target: Database) => Promise<void>,
): Promise<void> {
  const made = [await migratedDatabase(from), await migratedDatabase(to)];
  const [source, target] = made.map(({ url }) => openDatabase(url)) as [Database, Database];
  try {
    await work(source, target);
  } finally {
    await Promise.all([source.close(), target.close()]);
    for (const { drop } of made) await drop();
  }
}
