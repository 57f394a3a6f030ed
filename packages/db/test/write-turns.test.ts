import { setTimeout as sleep } from "node:timers/promises";
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

test("a statement waits for a transaction of its own process that is open across turns of the event loop", async () => {
  const database = await migratedDatabase("sqlite");
  const db = openDatabase(database.url);
  try {
    const names = () => db.kysely.selectFrom("tenants").select("name").execute();
    let isOpen = false;
    const transaction = db.transaction(async (tx) => {
      const at = new Date().toISOString();
      await tenancy.insertTenant.first(tx, { name: "transaction", at });
      isOpen = true;
      await sleep(20);
    });
    while (!isOpen) await sleep(1);
    const created_at = new Date().toISOString();
    await db.kysely.insertInto("tenants").values({ name: "statement", created_at }).execute();
    await transaction;
    expect(await names()).toEqual([{ name: "transaction" }, { name: "statement" }]);
  } finally {
    await db.close();
    await database.drop();
  }
});

async function insertTenant(db: Database, name: string): Promise<void> {
  const at = new Date().toISOString();
  await db.transaction((tx) => tenancy.insertTenant.first(tx, { name, at }));
}
