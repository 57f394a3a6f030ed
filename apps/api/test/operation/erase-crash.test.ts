import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanFiles, createClient, createProject, createTenant } from "@rapport/core";
import { type Database, openDatabase } from "@rapport/db";
import { DIALECTS, migratedDatabase } from "@rapport/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { fetchToken, type ServerProcess, startProcess } from "../support/process.ts";
import { findRemains } from "../support/remains.ts";

const SECRET = "zq7x";
const SCOPES = ["crm.leads.read", "crm.leads.write", "crm.leads.erase"];
/** Portions that the worker has to do after the answer. */
const PORTIONS = 15;

describe.each(DIALECTS)("an erasure whose %s server is killed after its answer", (dialect) => {
  test("stays, and the next server finishes it", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-erase-crash-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const database = await migratedDatabase(dialect);
    onTestFinished(() => database.drop());
    const db = openDatabase(database.url);
    onTestFinished(() => db.close());
    const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
    const client = await createClient({ db }, { projectId, name: "c", scopes: SCOPES });
    const secretKey = randomBytes(32).toString("base64");
    const start = async () => {
      const server = await startProcess({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        SECRET_KEY: secretKey,
        PUBLIC_URL: "http://rapport.test",
        RATE_LIMIT: "0",
      });
      onTestFinished(() => void server.end("SIGKILL"));
      return server;
    };

    const killed = await start();
    const token = await fetchToken(killed, client, SCOPES);
    const call = async (server: ServerProcess, method: string, path: string, json?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = json === undefined ? null : JSON.stringify(json);
      return fetch(server.url + path, { method, headers, body });
    };
    const name = { internal_name: "name", value: `Lead ${SECRET}` };
    const made = await call(killed, "POST", "/api/objects/leads", { properties: [name] });
    const { id } = ((await made.json()) as { data: { id: number } }).data;
    await addHistory(db, projectId, id, PORTIONS * 200);
    const lead = `/api/crm/objects/leads/${id}`;
    expect((await call(killed, "POST", `${lead}/erase`)).status).toBe(200);
    await killed.end("SIGKILL");

    const row = await db.kysely
      .selectFrom("records")
      .select(["properties", "erased_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.properties)).not.toContain(SECRET);
    expect(row.erased_at).not.toBeNull();
    expect(await stepOf(db, id)).toBe("history");

    const next = await start();
    expect((await call(next, "GET", lead)).status).toBe(410);
    await expect
      .poll(() => stepOf(db, id), { timeout: 60_000 })
      .not.toMatch(/associations|history|events/);
    await next.end("SIGTERM");
    await cleanFiles({ db }, new AbortController().signal);
    expect(await stepOf(db, id)).toBe("done");
    expect(await findRemains(db, database.url, SECRET)).toEqual([]);
  });
});

/** Returns the next step of an erasure, or `done`. */
async function stepOf({ kysely }: Database, id: number): Promise<string> {
  const row = await kysely
    .selectFrom("erasures")
    .select("step")
    .where("record_id", "=", id)
    .executeTakeFirstOrThrow();
  return row.step ?? "done";
}

async function addHistory(
  { kysely }: Database,
  projectId: number,
  id: number,
  count: number,
): Promise<void> {
  const at = new Date().toISOString();
  for (let done = 0; done < count; done += 100) {
    const rows = Array.from({ length: 100 }, (_, i) => ({
      project_id: projectId,
      record_id: id,
      action: "updated",
      changes: JSON.stringify({ name: [SECRET, `${SECRET}${done + i}`] }),
      actor: "client:c",
      at,
      version: 2,
    }));
    await kysely.insertInto("record_history").values(rows).execute();
  }
}
