import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createClient, createProject, createTenant } from "@rapport/core";
import { openDatabase } from "@rapport/db";
import { amount, DIALECTS, migratedDatabase } from "@rapport/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { insertContacts } from "../support/exports.ts";
import { startProcess } from "../support/process.ts";

const RECORDS = 30_000;
const KILLS = amount("kills", 2);
const SCOPE = "crm.contacts.read crm.contacts.write";

describe.each(DIALECTS)("an export whose %s server is killed while it writes", (dialect) => {
  test("is done by the next server, with each record once", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-export-crash-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const database = await migratedDatabase(dialect);
    onTestFinished(() => database.drop());
    const db = openDatabase(database.url);
    onTestFinished(() => db.close());
    const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
    const client = await createClient({ db }, { projectId, name: "c", scopes: SCOPE.split(" ") });
    const secretKey = randomBytes(32).toString("base64");
    let server = await start();
    let token = await tokenOf(server.url);

    async function start() {
      const started = await startProcess({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        SECRET_KEY: secretKey,
        PUBLIC_URL: "http://rapport.test",
        RATE_LIMIT: "0",
      });
      onTestFinished(() => void started.end("SIGKILL"));
      return started;
    }
    async function tokenOf(url: string): Promise<string> {
      const { clientId, clientSecret } = client;
      const answer = await fetch(`${url}/oauth2/token`, {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ grant_type: "client_credentials", scope: SCOPE }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    }
    const call = (method: string, path: string, json?: object) =>
      fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(json && { body: JSON.stringify(json) }),
      });
    const read = async (id: number) =>
      ((await (await call("GET", `/api/crm/exports/${id}`)).json()) as { data: Progress }).data;

    await insertContacts(db, projectId, RECORDS);
    const sorts = [{ internal_name: "createdAt", direction: "DESCENDING" }];
    const created = await call("POST", "/api/crm/exports", {
      ...{ object: "contact", properties: ["email"], sorts, gzip: true },
    });
    const { id } = ((await created.json()) as { data: Progress }).data;

    let killed = 0;
    let before = 0;
    while (killed < KILLS) {
      await expect
        .poll(async () => (await read(id)).rows, { interval: 5, timeout: 60_000 })
        .toBeGreaterThan(before);
      const { state, rows } = await read(id);
      if (state === "done") break;
      before = rows;
      await server.end("SIGKILL");
      killed++;
      server = await start();
      token = await tokenOf(server.url);
      expect((await read(id)).rows).toBeGreaterThanOrEqual(rows);
    }
    await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe("done");
    expect(killed).toBeGreaterThan(0);
    const file = await call("GET", `/api/crm/exports/${id}/file`);
    const text = gunzipSync(Buffer.from(await file.arrayBuffer())).toString("utf8");
    const [head, ...lines] = text.split("\r\n").slice(0, -1);
    expect(head).toBe("id,createdAt,updatedAt,email");
    expect(lines).toHaveLength(RECORDS);
    expect(new Set(lines.map((line) => line.split(",")[3])).size).toBe(RECORDS);
    const times = lines.map((line) => line.split(",")[1] ?? "");
    expect(times).toEqual(times.toSorted().reverse());
  });
});

interface Progress {
  readonly id: number;
  readonly state: string;
  readonly rows: number;
}
