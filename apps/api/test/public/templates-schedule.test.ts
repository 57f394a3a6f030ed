import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProject, createTenant, importTemplates, secretBox, setAccount } from "@rapport/core";
import { openDatabase } from "@rapport/db";
import { DIALECTS, migratedDatabase, startGraphPlatform } from "@rapport/testing";
import { expect, test } from "vitest";
import { startProcess } from "../support/process.ts";
import { template } from "../support/templates.ts";

test.each(DIALECTS)("two processes run a scheduled sync once on %s", async (dialect) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rapport-schedule-"));
  const database = await migratedDatabase(dialect);
  const account = { wabaId: "1", accessToken: "scheduled" };
  await using platform = await startGraphPlatform({ ...account, templates: [template("order")] });
  const key = randomBytes(32);
  const db = openDatabase(database.url);
  const tenantId = await createTenant({ db }, "Scheduled");
  await createProject({ db }, tenantId, "Scheduled");
  await setAccount({ db, secrets: secretBox([key]) }, tenantId, account);
  await importTemplates({ db }, tenantId, [template("order", { status: "PENDING" })]);

  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: key.toString("base64"),
    META_GRAPH_URL: platform.url,
    TEMPLATE_SYNC_EVERY: "1h",
  };
  const servers = await Promise.all([startProcess(env), startProcess(env)]);
  const status = async () =>
    (await db.kysely.selectFrom("templates").select("status").executeTakeFirst())?.status;
  await expect.poll(status).toBe("APPROVED");
  await Promise.all(servers.map((server) => server.end("SIGTERM")));

  expect(platform.requests).toHaveLength(1);
  const history = await db.kysely.selectFrom("template_history").select("actor").execute();
  expect(history.map((row) => row.actor)).toEqual(["system:schedule"]);
  await db.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
