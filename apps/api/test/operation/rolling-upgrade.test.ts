import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnyJson, amount, DIALECTS, testDatabase } from "@rapport/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { findOlderVersion, installVersion } from "../support/older-version.ts";
import { fetchToken, type ServerProcess, startProcess } from "../support/process.ts";
import { eventually } from "../support/webhooks.ts";

/** Contacts that each version creates beside the other. `npm test` creates none, because an installation takes long. */
const CONTACTS = amount("upgrades", 0);
const OLDER = CONTACTS > 0 ? findOlderVersion() : undefined;
if (CONTACTS > 0 && OLDER === undefined) {
  console.log(
    "There is no older version: no tag v… is reachable, and TEST_OLDER_VERSION is not set.",
  );
}

describe.skipIf(OLDER === undefined).each(DIALECTS)(`an upgrade from ${OLDER} on %s`, (dialect) => {
  it("loses nothing while both versions run, and the older one can be started again", async () => {
    const program = await installVersion(OLDER as string);
    const database = await testDatabase(dialect);
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-upgrade-"));
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: randomBytes(32).toString("base64"),
      PUBLIC_URL: "http://rapport.test",
      RATE_LIMIT: "0",
    };
    const servers: ServerProcess[] = [];
    async function start(more: Record<string, string>, of?: string): Promise<ServerProcess> {
      const server = await startProcess({ ...env, ...more }, of);
      servers.push(server);
      return server;
    }
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.end("SIGKILL")));
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const older = await start({ DEMO: "1" }, program);
    const scopes = ["crm.contacts.read", "crm.contacts.write", "crm.events.read"];
    const token = await fetchToken(older, await older.credentials(), scopes);
    const before = writeTo(older, token);
    await eventually(() => expect(before.created.length).toBeGreaterThan(20));
    const newer = await start({});
    const beside = writeTo(newer, token);
    const during = before.created.length;
    await eventually(() => {
      expect(before.created.length).toBeGreaterThan(during + CONTACTS);
      expect(beside.created.length).toBeGreaterThan(CONTACTS);
    });
    await before.stop();
    expect(await older.end("SIGTERM")).toBe(0);
    const again = await start({}, program);
    const after = writeTo(again, token);
    await eventually(() => expect(after.created.length).toBeGreaterThan(20));
    await Promise.all([beside.stop(), after.stop()]);

    const created = [before, beside, after].flatMap((writer) => writer.created);
    const refused = [before, beside, after].flatMap((writer) => writer.refused);
    console.log(`${dialect}: ${created.length} created, ${refused.length} refused with 503`);
    expect(refused.filter((status) => status !== 503)).toEqual([]);
    for (const server of [newer, again]) {
      const listed = await idsOf(server, token);
      expect(created.filter((id) => !listed.has(id))).toEqual([]);
    }
    await eventually(async () => {
      const events = await createdEvents(newer, token);
      expect(created.filter((id) => events.filter((one) => one === id).length !== 1)).toEqual([]);
    });
  });
});

const get = async (server: ServerProcess, path: string, token: string) => {
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as AnyJson).data;
};

/** Creates contacts one after another, in four sequences, until it is stopped. */
function writeTo(server: ServerProcess, token: string) {
  const created: number[] = [];
  const refused: number[] = [];
  let isStopped = false;
  async function write(): Promise<void> {
    while (!isStopped) {
      const email = `${randomBytes(8).toString("hex")}@example.com`;
      const response = await fetch(`${server.url}/api/objects/contacts`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ properties: [{ internal_name: "email", value: email }] }),
      });
      const { data } = (await response.json()) as { data: { id: number } };
      if (response.status === 201) created.push(data.id);
      else refused.push(response.status);
    }
  }
  const writers = Promise.all(Array.from({ length: 4 }, write));
  return {
    created,
    refused,
    async stop() {
      isStopped = true;
      await writers;
    },
  };
}

async function idsOf(server: ServerProcess, token: string): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  let cursor: string | null = null;
  do {
    const query = cursor === null ? "" : `&cursor=${cursor}`;
    const page = await get(server, `/api/crm/objects/contacts?limit=200${query}`, token);
    for (const { id } of page.results) ids.add(id);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

/** Returns the ids of the contacts whose creation is in the feed. */
async function createdEvents(server: ServerProcess, token: string): Promise<readonly number[]> {
  const ids: number[] = [];
  let query = "?types=contact.created&limit=200";
  for (;;) {
    const page = await get(server, `/api/crm/events${query}`, token);
    for (const { data } of page.results) ids.push(Number(data.id));
    if (!page.hasMore) return ids;
    query = `?types=contact.created&limit=200&cursor=${page.nextCursor}`;
  }
}
