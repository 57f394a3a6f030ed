import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createApiKey, createClient, createProject, createTenant } from "@rapport/core";
import { openDatabase } from "@rapport/db";
import { amount, DIALECTS, migratedDatabase } from "@rapport/testing";
import { afterEach, describe, expect, test } from "vitest";
import { expectWhole, findLost } from "../support/crash-checks.ts";
import {
  CLIENT_SCOPES,
  type Credentials,
  type Journal,
  KEY_SCOPES,
  repeatKeyed,
  startWriters,
} from "../support/crash-writers.ts";
import { fetchToken, startProcess } from "../support/process.ts";

const KILLS = amount("kills", 1);
const WRITERS = 8;

describe.each(DIALECTS)("killed %s servers", (dialect) => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  test("lose no acknowledged write, leave nothing half-written, and replay requests with a key", async ({
    annotate,
  }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-crash-"));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const database = await migratedDatabase(dialect);
    cleanups.push(database.drop);
    const credentials = await makeCredentials(database.url);
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
    const journal: Journal = {
      records: new Map(),
      idempotent: new Map(),
      merges: [],
      acknowledged: 0,
      unanswered: 0,
    };
    let known: Credentials | undefined;
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await start();
      known ??= {
        apiKey: credentials.apiKey,
        token: await fetchToken(server, credentials, CLIENT_SCOPES),
      };
      const before = journal.acknowledged;
      const names = Array.from({ length: WRITERS }, (_, i) => `${kill}-${i}`);
      const writers = startWriters(server, known, journal, names);
      // Kill the server during its writes, each time after another number of them.
      while (journal.acknowledged < before + WRITERS + ((20 + kill * 7) % 40)) {
        await sleep(1);
      }
      await server.end("SIGKILL");
      await writers;
    }
    const survivor = await start();
    const replayed = await repeatKeyed(survivor, known as Credentials, journal);
    expect(replayed).toBeGreaterThan(0);
    await survivor.end("SIGTERM");

    const after = openDatabase(database.url);
    cleanups.push(() => after.close());
    const lost = await findLost(after, journal);
    const { acknowledged, unanswered } = journal;
    await annotate(
      `${KILLS} kills, ${acknowledged} writes acknowledged, ${unanswered} unanswered, ${lost.length} lost, ${replayed} replayed`,
      "figures",
    );
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(KILLS * WRITERS);
    expect(await after.integrity()).toEqual([]);
    await expectWhole(after);
  });
});

async function makeCredentials(databaseUrl: string) {
  const db = openDatabase(databaseUrl);
  const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
  const client = await createClient({ db }, { projectId, name: "c", scopes: CLIENT_SCOPES });
  const { apiKey } = await createApiKey({ db }, { projectId, name: "k", scopes: KEY_SCOPES });
  await db.close();
  return { ...client, apiKey };
}
