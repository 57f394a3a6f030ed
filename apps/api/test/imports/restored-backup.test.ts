import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUpInstallation } from "@rapport/core";
import { expect, onTestFinished, test } from "vitest";
import { startApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { importFile, readImport } from "../support/imports.ts";

/** Its files are in DATA_DIR. A dump of PostgreSQL has them. */
test("says in a database restored from a backup of SQLite that the files of imports and exports are gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rapport-restored-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const secretKeys = () => [key];
  const key = randomBytes(32);
  await using app = await startApp({ dialect: "sqlite", settings: { secretKeys } });
  const caller = await app.caller();
  const { token } = caller;
  const { id } = await importFile(app, token, {}, { body: "email\nada@example.com\nwrong\n" });
  const exported = await exportApi(app, token).run({ object: "contact" });
  const file = join(folder, "rapport.db");
  await backUpInstallation({ file }, { databaseUrl: app.databaseUrl });

  const settings = { databaseUrl: `sqlite:${file}`, secretKeys };
  await using restored = await startApp({ dialect: "sqlite", settings });
  const refused = await restored.call("GET", `/api/crm/imports/${id}/refused`, { token });
  expect([refused.status, refused.body.code]).toEqual([410, "EXPIRED"]);
  const undo = await restored.call("POST", `/api/crm/imports/${id}/undo`, { token });
  expect([undo.status, undo.body.code]).toEqual([409, "CONFLICT"]);
  expect(await readImport(restored, token, id)).toMatchObject({ state: "done", keptUntil: null });
  const exports = exportApi(restored, token);
  expect((await exports.read(exported.id)).body.data.state).toBe("expired");
  expect((await exports.file(exported.id)).status).toBe(410);
});
