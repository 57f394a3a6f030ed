import { readdirSync, readFileSync } from "node:fs";
import { DIALECTS, migratedDatabase, testDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listMigrations, migrate, openDatabase, tenancy } from "../src/index.ts";
import { statements as firstNames } from "../src/migrations/010-first-names.ts";

describe.each(DIALECTS)("migrations on %s", (dialect) => {
  it("keep first names of existing projects out of the index", async () => {
    const database = await testDatabase(dialect);
    const db = openDatabase(database.url);
    await migrate(db);
    const at = new Date().toISOString();
    const { id: tenant = 0 } = (await tenancy.insertTenant.first(db, { name: "Old", at })) ?? {};
    const insert = async () =>
      (await tenancy.insertProject.first(db, { tenant, name: "P", at }))?.id;
    const [old, told] = [await insert(), await insert()];
    const definition = JSON.stringify({ label: "Given name", indexed: true });
    const firstName = { project: told ?? 0, type: "contact", name: "firstname", definition, at };
    await tenancy.saveDefinition.all(db, firstName);

    for (const text of firstNames()) await sql.raw(text).execute(db.kysely);
    const fresh = await insert();
    const definitions = (project: number | undefined) =>
      tenancy.listDefinitions.all(db, { project: project ?? 0 });
    expect(await definitions(old)).toEqual([
      { object_type: "contact", name: "firstname", definition: { indexed: false } },
    ]);
    expect(await definitions(told)).toMatchObject([{ definition: { indexed: true } }]);
    expect(await definitions(fresh)).toEqual([]);
    await db.close();
    await database.drop();
  });

  it("accept newer ones that only add, and those that remove what this version has replaced", async () => {
    const database = await migratedDatabase(dialect);
    const db = openDatabase(database.url);
    await addMigration(db, "998-later");
    await addMigration(db, "999-contract-after-038");
    expect(await migrate(db)).toEqual([]);
    expect((await listMigrations(db)).refused).toEqual([]);
    await db.close();
    await database.drop();
  });

  it("refuse a newer one that removes what this version uses", async () => {
    const database = await migratedDatabase(dialect);
    const db = openDatabase(database.url);
    await addMigration(db, "998-later");
    await addMigration(db, "999-contract-after-998");
    await expect(migrate(db)).rejects.toThrow("999-contract-after-998");
    expect((await listMigrations(db)).refused).toEqual(["999-contract-after-998"]);
    await db.close();
    await database.drop();
  });
});

it("migrations after 0.2 that remove something say so in their names", () => {
  const folder = new URL("../src/migrations/", import.meta.url);
  const removing = readdirSync(folder)
    .filter((name) => /^\d{3}-/.test(name) && Number(name.slice(0, 3)) > LAST_OF_0_2)
    .filter((name) => REMOVES.test(readFileSync(new URL(name, folder), "utf8")));
  const unnamed = removing.filter((name) => !/-contract-after-\d{3}\.ts$/.test(name));
  expect(unnamed).toEqual([]);
});

/** The last migration of 0.2, the first version that others run beside. */
const LAST_OF_0_2 = 48;
const REMOVES =
  /\b(drop (table|column|constraint)|rename (to|column)|alter column|set not null|add constraint)\b/i;

function addMigration(db: ReturnType<typeof openDatabase>, name: string) {
  const values = { name, timestamp: "2027-01-31T00:00:00.000Z" };
  return db.kysely
    .insertInto("kysely_migration" as never)
    .values(values as never)
    .execute();
}
