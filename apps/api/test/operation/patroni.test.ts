import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey, createProject, createTenant } from "@rapport/core";
import { migrate, openDatabase } from "@rapport/db";
import { amount, createDatabase, missingPrograms, startPatroni } from "@rapport/testing";
import { expect, onTestFinished, test } from "vitest";
import { expectKept, writeContacts } from "../support/acknowledged.ts";
import { startProcess } from "../support/process.ts";

const FAILOVERS = amount("failovers", 0);
const BINARIES = "/usr/lib/postgresql/15/bin";
const WAIT = { timeout: 120_000, interval: 20 };

const missing = [
  ...missingPrograms(["patroni", "etcd", "haproxy"]),
  ...(existsSync(BINARIES) ? [] : [BINARIES]),
];

test.skipIf(FAILOVERS === 0 || missing.length > 0)(
  "no acknowledged write and no event is lost if the primary of a Patroni cluster, as in docs/failover.md, is killed",
  async ({ annotate }) => {
    for (let failover = 1; failover <= FAILOVERS; failover++) await annotate(await failOver());
  },
);

/** Kills the primary of a new cluster under load. Returns the figures. */
async function failOver(): Promise<string> {
  await using cluster = await startPatroni({ patroni: block("yaml"), haproxy: block("haproxy") });
  const { url: database } = await createDatabase(cluster.url);
  const db = openDatabase(database);
  await migrate(db);
  const projectId = await createProject({ db }, await createTenant({ db }, "t"), "p");
  const scopes = ["contacts:write", "contacts:read"];
  const { apiKey } = await createApiKey({ db }, { projectId, name: "k", scopes });
  await db.close();
  const folder = mkdtempSync(join(tmpdir(), "rapport-failover-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startProcess({
    DATABASE_URL: database,
    DATABASE_TIMEOUT: "2s",
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString("base64"),
    PUBLIC_URL: "http://rapport.test",
    RATE_LIMIT: "0",
  });
  try {
    const writing = writeContacts(server.url, apiKey);
    await writing.more(500);
    const first = await cluster.primary();
    const killedAt = performance.now();
    await cluster.killPrimary();
    await expect.poll(() => writing.others.size, WAIT).toBeGreaterThan(0);
    const hasPrimary = async () => (await cluster.primary()) !== undefined;
    await expect.poll(hasPrimary, WAIT).toBe(true);
    const promotedAt = performance.now();
    expect(await cluster.primary()).not.toBe(first);
    const firstAt = await writing.more(100);
    await writing.stop();
    expect([...writing.others]).toEqual(["503 true"]);
    await expectKept(database, writing.contacts);
    expect(server.child.exitCode).toBeNull();
    const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
    return `${writing.contacts.size} writes acknowledged; promoted after ${ms(killedAt, promotedAt)}, the first write ${ms(promotedAt, firstAt)} later`;
  } finally {
    await server.end("SIGKILL");
  }
}

/** Returns a configuration of the guide. */
function block(language: string): string {
  const guide = readFileSync(new URL("../../../../docs/failover.md", import.meta.url), "utf8");
  const found = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(guide)?.[1];
  if (found === undefined) throw new Error(`docs/failover.md has no block of ${language}`);
  return found;
}
