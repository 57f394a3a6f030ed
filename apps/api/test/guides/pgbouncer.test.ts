import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { openDatabase } from "@rapport/db";
import { migratedDatabase, runSql } from "@rapport/testing";
import { expect, it } from "vitest";

/** The driver sends these by themselves, and PgBouncer accepts them. */
const OF_THE_DRIVER = "'application_name', 'client_encoding'";

it("docs/operations.md gives a role behind PgBouncer the settings of Rapport's own sessions", async () => {
  const guide = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const statements = guide.match(/^alter role rapport set .+;$/gm) ?? [];
  const { url, drop } = await migratedDatabase("postgres");
  const role = `pooled_${randomBytes(8).toString("hex")}`;
  await runSql(url, `create role ${role} login password '${role}'`);
  for (const statement of statements) await runSql(url, statement.replace("rapport", role));

  const db = openDatabase(url);
  const own = await db.execute(
    {
      name: "own_settings",
      sql: `select name, setting from pg_settings
        where source = 'client' and name not in (${OF_THE_DRIVER}) order by name`,
    },
    [],
  );
  const asRole = Object.assign(new URL(url), { username: role, password: role }).href;
  const given = "select name, setting from pg_settings where source = 'user' order by name";
  expect(await runSql(asRole, given)).toEqual(own);

  await db.close();
  await drop();
  const server = new URL(url);
  server.pathname = "/postgres";
  await runSql(server.href, `drop role ${role}`);
});
