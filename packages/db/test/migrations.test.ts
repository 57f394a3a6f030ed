import { DIALECTS, testDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { migrate, openDatabase, tenancy } from "../src/index.ts";
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
});
