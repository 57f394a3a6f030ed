import { readdirSync, readFileSync } from "node:fs";
import { DIALECTS, migratedDatabase, testDatabase } from "@rapport/testing";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listMigrations, migrate, openDatabase, projectSchema, tenancy } from "../src/index.ts";
import { firstNames } from "../src/migrations/001-010.ts";

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
    await projectSchema.saveDefinition.all(db, firstName);

    for (const text of firstNames()) await sql.raw(text).execute(db.kysely);
    const fresh = await insert();
    const definitions = (project: number | undefined) =>
      projectSchema.listDefinitions.all(db, { project: project ?? 0 });
    expect(await definitions(old)).toEqual([
      { object_type: "contact", name: "firstname", definition: { indexed: false } },
    ]);
    expect(await definitions(told)).toMatchObject([{ definition: { indexed: true } }]);
    expect(await definitions(fresh)).toEqual([]);
    await db.close();
    await database.drop();
  });

  it("note records again that were added up without the hours of their close dates, count deliveries, name the tenant of actions, and find the endpoints of admins", async () => {
    const database = await testDatabase(dialect);
    const db = openDatabase(database.url);
    await migrate(db, { to: "057-ended-jobs" });
    const run = (text: string) => sql.raw(text).execute(db.kysely);
    const at = "2026-11-23T00:00:00.000Z";
    const deal = (id: number, project: number) =>
      run(`insert into records (id, project_id, type, properties, version, created_at, updated_at)
        values (${id}, ${project}, 'deal', '{}', 1, '${at}', '${at}')`);
    await run("insert into tenants (id, name, created_at) values (1, 'T', '2026-11-23')");
    for (const project of [1, 2]) {
      await run(`insert into projects (id, tenant_id, name, created_at)
        values (${project}, 1, 'P', '${at}')`);
    }
    for (const [id, project] of [
      [1, 1],
      [2, 1],
      [3, 2],
    ] as const)
      await deal(id, project);
    await run(`insert into record_index (project_id, type, property, value, record_id)
      values (1, 'deal', '~place', 'default|new|', 1)`);
    await run(`delete from sum_changes where project_id = 1`);
    await run(`insert into record_sums (project_id, type, kind, key, count, valued)
      values (1, 'deal', 'day', '2026-11-23', 2, 0)`);

    for (const [id, status] of ["delivered", "delivered", "failed"].entries()) {
      await run(`insert into deliveries (id, project_id, endpoint_id, event_id, event_type, status, attempt_count,
        next_at, created_at) values (${id + 1}, 2, 7, 1, 'e', '${status}', 1, '${at}', '2026-11-22T21:59:59.999Z')`);
    }

    for (const [project, details] of [
      ["null", '{"tenantId":7,"role":"admin"}'],
      ["null", '{"name":"T"}'],
      ["2", '{"tenantId":7}'],
    ] as const) {
      await run(`insert into audit_log (project_id, actor, surface, action, subject, details, at)
        values (${project}, 'user:1', 'admin', 'a', 's', '${details}', '${at}')`);
    }

    for (const [id, project, url] of [
      [1, 1, "https://admins.example/"],
      [2, 1, "https://key.example/"],
      [3, 2, "https://admins.example/"],
      [4, 2, "https://moved.example/"],
    ] as const) {
      await run(`insert into webhook_endpoints (id, project_id, url, event_types, secret, enabled, created_at, updated_at)
        values (${id}, ${project}, '${url}', '["*"]', 's', 1, '${at}', '${at}')`);
    }
    for (const [project, action, url] of [
      [1, "create", "https://admins.example/"],
      [2, "update", "https://moved.example/"],
      [1, "delete", "https://key.example/"],
    ] as const) {
      await run(`insert into audit_log (project_id, actor, surface, action, subject, details, at)
        values (${project}, 'user:1', 'admin', 'webhooks.endpoints.${action}', 's', '{"url":"${url}"}', '${at}')`);
    }

    expect((await migrate(db)).slice(0, 4)).toEqual([
      "059-closing-hours",
      "060-delivery-sums",
      "061-tenant-log",
      "062-endpoint-access",
    ]);
    const endpoints = await sql<{ sends_as: unknown }>`
      select sends_as from webhook_endpoints order by id`.execute(db.kysely);
    expect(endpoints.rows.map(({ sends_as }) => sends_as)).toEqual([
      "admins",
      null,
      null,
      "admins",
    ]);
    const logged = await sql<{ tenant_id: unknown }>`
      select tenant_id from audit_log where action = 'a' order by id`.execute(db.kysely);
    expect(logged.rows.map(({ tenant_id }) => tenant_id && Number(tenant_id))).toEqual([
      7,
      null,
      null,
    ]);
    const { rows } = await sql<object>`
      select project_id, place, count(*) as count, sum(delta) as delta from sum_changes
      where type <> 'delivery' group by project_id, place order by project_id, place nulls first`.execute(
      db.kysely,
    );
    expect(rows.map((row) => Object.values(row).map(String))).toEqual([
      ["1", "null", "2", "2"],
      ["1", "default|new|", "1", "1"],
      ["2", "null", "1", "1"],
    ]);
    const counted = {
      sqlite: sql`select kind, key, count from record_sums order by kind, key`,
      postgres: sql`select place as key, delta as count from sum_changes where type = 'delivery' order by place`,
    };
    const quarters = [
      { key: "2026-11-22T21:45|delivered|7", count: 2 },
      { key: "2026-11-22T21:45|failed|7", count: 1 },
    ];
    const shorter = (kind: string, cut: string) =>
      quarters.map(({ key, count }) => ({ kind, key: key.replace(cut, ""), count }));
    expect((await counted[dialect].execute(db.kysely)).rows).toEqual(
      dialect === "postgres"
        ? quarters
        : [
            ...shorter("day", "T21:45"),
            ...shorter("hour", ":45"),
            ...quarters.map((one) => ({ kind: "quarter", ...one })),
          ],
    );
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
