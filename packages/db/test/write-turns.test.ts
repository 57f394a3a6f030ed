import { migratedDatabase } from "@rapport/testing";
import { expect, test } from "vitest";
import { type Database, openDatabase, tenancy } from "../src/index.ts";

const TENANTS = 30;

test("programs that write one SQLite database at the same time lose nothing and take turns", async () => {
  const database = await migratedDatabase("sqlite");
  const [busy, other] = [openDatabase(database.url), openDatabase(database.url)];
  let isDone = false;
  let written = 0;
  async function writeWithoutPause(): Promise<void> {
    while (!isDone) {
      await insertTenant(busy, "busy");
      written++;
    }
  }
  try {
    const writing = Promise.all(Array.from({ length: 8 }, writeWithoutPause));
    // The busy program never stops by itself: without turns, these would wait for ten seconds and fail.
    for (let i = 0; i < TENANTS; i++) await insertTenant(other, "other");
    isDone = true;
    await writing;
    const rows = await other.kysely.selectFrom("tenants").select("name").execute();
    const count = (name: string) => rows.filter((row) => row.name === name).length;
    expect([count("other"), count("busy")]).toEqual([TENANTS, written]);
  } finally {
    isDone = true;
    await Promise.all([busy.close(), other.close()]);
    await database.drop();
  }
});

async function insertTenant(db: Database, name: string): Promise<void> {
  const at = new Date().toISOString();
  await db.transaction((tx) => tenancy.insertTenant.first(tx, { name, at }));
}
