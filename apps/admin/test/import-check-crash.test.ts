import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIALECTS } from "@rapport/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { freeJobs } from "../../api/test/support/jobs.ts";
import { startProcess } from "../../api/test/support/process.ts";
import { startAdminApp } from "./support/admin-app.ts";

const ROWS = 9_000;
const SOON = { timeout: 60_000, interval: 20 };

describe.each(DIALECTS)("a dry run whose %s server is killed", (dialect) => {
  test("is done by the next server, with each row counted and reported once", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "rapport-check-crash-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const app = await startAdminApp(dialect, undefined, { DATA_DIR: dataDir });
    onTestFinished(() => app[Symbol.asyncDispose]());
    const admin = await app.admin("admin");
    const [secretKey] = app.config.secretKeys();
    const start = async () => {
      const server = await startProcess({
        ...{ DATABASE_URL: app.config.databaseUrl, DATA_DIR: dataDir },
        SECRET_KEY: Buffer.from(secretKey ?? "").toString("base64"),
      });
      onTestFinished(() => void server.end("SIGKILL"));
      return server;
    };
    const lines = Array.from({ length: ROWS }, (_, i) => emailOf(i));
    const path = `/uploads/imports/${app.projectId}?object=contact&name=people.csv`;
    const uploaded = await fetch(app.url + path, {
      method: "PUT",
      headers: { "x-rapport-admin": "1", cookie: admin.cookie },
      body: `email\n${lines.join("\n")}\n`,
    });
    const input = { projectId: app.projectId, id: (await uploaded.json()).id as string };
    const { drafts } = admin.trpc.imports;
    const check = async () => (await drafts.read.query(input)).check;
    await drafts.check.mutate(input);

    const killed = await start();
    await expect.poll(async () => (await check())?.rows, SOON).toBeGreaterThan(0);
    await killed.end("SIGKILL");
    const left = await check();
    expect(left).toMatchObject({ state: "running", failure: null });
    expect(left?.rows).toBeLessThan(ROWS);
    await freeJobs(app.deps.db);
    await start();
    await expect.poll(async () => (await check())?.state, SOON).toBe("done");
    const wrong = Array.from({ length: ROWS }, (_, i) => i).filter(isWrong);
    const repeated = Array.from({ length: ROWS }, (_, i) => i).filter(isRepeated);
    expect(await check()).toMatchObject({
      rows: ROWS,
      counts: {
        ...{ created: ROWS - wrong.length - repeated.length, updated: 0, unchanged: 0 },
        ...{ duplicate: repeated.length, refused: wrong.length },
      },
    });
    const refused: number[] = [];
    for (let after: number | undefined; ; ) {
      const page = await drafts.rows.query({ ...input, outcome: "refused", cursor: after });
      refused.push(...page.rows.map(({ number }) => number));
      if (page.nextCursor === null) break;
      after = page.nextCursor;
    }
    // The header is the first line of the file.
    expect(refused).toEqual(wrong.map((i) => i + 2));
    expect(await app.deps.db.kysely.selectFrom("records").select("id").execute()).toEqual([]);
  });
});

function emailOf(i: number): string {
  if (isWrong(i)) return `wrong${i}`;
  return `row${isRepeated(i) ? i - 1 : i}@example.com`;
}

function isWrong(i: number): boolean {
  return i % 100 === 7;
}

function isRepeated(i: number): boolean {
  return i % 100 === 3;
}
