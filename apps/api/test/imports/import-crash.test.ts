import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, createProject, createTenant } from "@rapport/core";
import { type Database, openDatabase } from "@rapport/db";
import { amount, DIALECTS, migratedDatabase } from "@rapport/testing";
import { afterEach, describe, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../support/process.ts";

const KILLS = Math.ceil(amount("kills", 10) / 5);
const ROWS = 1_500 * (KILLS + 1);
const SCOPES = ["crm.contacts.read", "crm.contacts.write"];
const SOON = { timeout: 120_000, interval: 100 };

describe.each(DIALECTS)("a server on %s that is killed during an import", (dialect) => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test(`imports each row once, over ${KILLS} kills`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-import-"));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const database = await migratedDatabase(dialect);
    cleanups.push(database.drop);
    const db = openDatabase(database.url);
    cleanups.push(() => db.close());
    const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
    const client = await createClient({ db }, { projectId, name: "c", scopes: SCOPES });
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString("base64"),
      PUBLIC_URL: "http://rapport.test",
      RATE_LIMIT: "0",
    };
    const start = async () => {
      const server = await startProcess(env);
      cleanups.push(() => server.end("SIGKILL"));
      return server;
    };
    let server = await start();
    const token = await fetchToken(server, client);
    const call = async (method: string, path: string, body?: string) => {
      const response = await fetch(`${server.url}/api/crm/imports${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body }),
      });
      return ((await response.json()) as { data: Record<string, number> }).data;
    };
    const { id } = await call("POST", "", JSON.stringify({ object: "contact", mode: "create" }));
    const rows = Array.from({ length: ROWS }, (_, i) =>
      i % 100 === 7 ? `wrong${i},Row ${i}\n` : `row${i}@example.com,Row ${i}\n`,
    );
    await call("PUT", `/${id}/data`, `email,firstname\n${rows.join("")}`);
    for (let kill = 1; kill <= KILLS; kill++) {
      const least = (ROWS * kill) / (KILLS + 2);
      const read = async () => (await call("GET", `/${id}`)).read ?? 0;
      await expect.poll(read, SOON).toBeGreaterThan(least);
      await server.end("SIGKILL");
      // Until then, the lease of the killed server is held.
      await db.transaction((tx) =>
        tx.execute({ name: "test_free_jobs", sql: FREE_JOBS }, []).then(() => undefined),
      );
      server = await start();
    }
    const state = async () => (await call("GET", `/${id}`)).state;
    await expect.poll(state, SOON).toBe("done");
    const refused = ROWS / 100;
    expect(await call("GET", `/${id}`)).toMatchObject({
      ...{ read: ROWS, created: ROWS - refused, updated: 0, unchanged: 0, refused },
    });
    const emails = await emailsOf(db);
    expect(emails).toHaveLength(ROWS - refused);
    expect(new Set(emails).size).toBe(emails.length);
    const response = await fetch(`${server.url}/api/crm/imports/${id}/refused`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines.map((line) => line.split(",")[0])).toEqual([
      "email",
      ...rows.filter((row) => row.startsWith("wrong")).map((row) => row.split(",")[0]),
    ]);
  }, 600_000);
});

const FREE_JOBS = "update job_queue set until = '2020-01-01T00:00:00.000Z'";

async function emailsOf({ kysely }: Database): Promise<readonly string[]> {
  const rows = await kysely.selectFrom("records").select("properties").execute();
  return rows.map(({ properties }) => {
    const values = typeof properties === "string" ? JSON.parse(properties) : properties;
    return String(values.email);
  });
}

async function fetchToken(
  server: ServerProcess,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const response = await fetch(`${server.url}/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: SCOPES.join(" ") }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
