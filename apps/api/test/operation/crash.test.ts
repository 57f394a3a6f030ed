import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createClient,
  createProject,
  createTenant,
  OBJECT_TYPES,
  type ObjectType,
} from "@rapport/core";
import { type Database, openDatabase } from "@rapport/db";
import { DIALECTS, migratedDatabase } from "@rapport/testing";
import { afterEach, describe, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../support/process.ts";

const KILLS = 50;
const WRITERS = 8;
const SCOPE = "crm.contacts.write crm.deals.write";

/** What the server acknowledged: the last value of each record, or that its last write is unknown. */
type Acknowledged = Map<
  number,
  { type: "contact" | "deal"; name: string; value: string; unsure?: string }
>;

describe.each(DIALECTS)("killed %s servers", (dialect) => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test(`nothing acknowledged is lost and nothing is half-written over ${KILLS} kills`, {
    timeout: 900_000,
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-crash-"));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const database = await migratedDatabase(dialect);
    cleanups.push(database.drop);
    const db = openDatabase(database.url);
    const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
    const client = await createClient({ db }, { projectId, name: "c", scopes: SCOPE.split(" ") });
    await db.close();

    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString("base64"),
      PUBLIC_URL: "http://rapport.test",
      RATE_LIMIT: "0",
    };
    const acknowledged: Acknowledged = new Map();
    let token: string | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await startProcess(env);
      cleanups.push(() => server.end("SIGKILL"));
      token ??= await fetchToken(server, client);
      const before = acknowledged.size;
      const writers = Array.from({ length: WRITERS }, (_, i) =>
        writeUntilGone(server, token as string, acknowledged, `${kill}-${i}`, i % 2 === 0),
      );
      // Killed once writes are flowing, each time at another moment of them.
      while (acknowledged.size < before + WRITERS + ((kill * 7) % 40))
        await new Promise(setImmediate);
      await server.end("SIGKILL");
      await Promise.all(writers);
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS * WRITERS);

    const survivor = await startProcess(env);
    await survivor.end("SIGTERM");
    const after = openDatabase(database.url);
    cleanups.push(() => after.close());
    expect(await after.integrity()).toEqual([]);
    await expectWhole(after, projectId, acknowledged);
  });
});

async function fetchToken(
  server: ServerProcess,
  client: { clientId: string; clientSecret: string },
): Promise<string> {
  const response = await fetch(`${server.url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: SCOPE }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function writeUntilGone(
  server: ServerProcess,
  token: string,
  acknowledged: Acknowledged,
  writer: string,
  contacts: boolean,
): Promise<void> {
  const type = contacts ? "contact" : "deal";
  const { plural } = OBJECT_TYPES[type];
  const name = contacts ? "lastname" : "name";
  const send = async (method: string, path: string, json: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(json),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as { data: { id: number } };
  };

  for (let i = 0; ; i++) {
    const value = `${writer}-${i}`;
    let id: number;
    try {
      const properties = [{ internal_name: name, value }];
      if (contacts) properties.push({ internal_name: "email", value: `w${value}@example.com` });
      id = (await send("POST", `/api/objects/${plural}`, { properties })).data.id;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
    acknowledged.set(id, { type, name, value });
    const changed = `${value}-changed`;
    try {
      await send("PATCH", `/api/crm/objects/${plural}/${id}`, {
        internal_name: name,
        value: changed,
      });
      acknowledged.set(id, { type, name, value: changed });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      acknowledged.set(id, { type, name, value, unsure: changed });
      return;
    }
  }
}

async function expectWhole(
  db: Database,
  projectId: number,
  acknowledged: Acknowledged,
): Promise<void> {
  const { kysely } = db;
  const rows = await kysely
    .selectFrom("records")
    .selectAll()
    .where("project_id", "=", projectId)
    .execute();
  const index = await kysely
    .selectFrom("record_index")
    .selectAll()
    .where("project_id", "=", projectId)
    .execute();
  const history = await kysely
    .selectFrom("record_history")
    .select(["record_id", "action"])
    .execute();
  const events = await kysely.selectFrom("events").select("payload").execute();
  const values = (text: unknown) =>
    (typeof text === "string" ? JSON.parse(text) : text) as Record<string, string>;
  const found = new Map(rows.map((row) => [row.id, values(row.properties)]));

  for (const [id, { name, value, unsure }] of acknowledged) {
    expect([value, unsure], `record ${id}`).toContain(found.get(id)?.[name]);
  }
  const indexed = Map.groupBy(index, (row) => row.record_id);
  const changes = Map.groupBy(history, (row) => row.record_id);
  const told = Map.groupBy(events, ({ payload }) => Number(JSON.parse(payload).data.id));
  for (const row of rows) {
    const properties = values(row.properties);
    const wanted = OBJECT_TYPES[row.type as ObjectType].properties
      .filter((property) => property.indexed && properties[property.name] !== undefined)
      .map((property) => property.name)
      .sort();
    const entries = indexed.get(row.id) ?? [];
    expect(entries.map((entry) => entry.property).sort(), `index of ${row.id}`).toEqual(wanted);
    for (const { property, value } of entries) {
      expect(value, `index of ${row.id}`).toBe(properties[property]?.toLowerCase());
    }
    expect(changes.get(row.id)?.length, `history of ${row.id}`).toBe(row.version);
    expect(told.get(row.id)?.length, `events of ${row.id}`).toBe(row.version);
  }
  expect(indexed.size).toBe(rows.length);
}
