import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUpInstallation } from "@rapport/core";
import { DIALECTS, type Dialect, migratedDatabase, runOnEachServer } from "@rapport/testing";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { createContact, numbered, pageOf, restOf } from "../support/feed.ts";

describe.each(DIALECTS)("a follower of the feed on %s", (dialect) => {
  test("continues after a restart, and gets CURSOR_EXPIRED after the database was restored", async () => {
    const database = await migratedDatabase(dialect);
    onTestFinished(() => database.drop());
    const key = randomBytes(32);
    const start = async () => {
      const settings = { databaseUrl: database.url, secretKeys: () => [key] };
      const app = await startApp({ dialect, settings });
      onTestFinished(() => app[Symbol.asyncDispose]());
      return app;
    };
    const first = await start();
    const caller = await first.caller();
    await createContact(first, caller, "before@example.com");
    const backup = await backUp(dialect, first, database.url);
    const second = await start();
    const before = await follow(second, caller);
    expect(before.emails).toEqual(["before@example.com"]);
    await createContact(second, caller, "lost@example.com");
    const lost = await follow(second, caller, before.cursor);
    expect(lost.emails).toEqual(["lost@example.com"]);
    await second.stop();

    await backup.restore();
    const third = await start();
    // It gets the number of the event that the restore has lost.
    await createContact(third, caller, "after@example.com");
    await numbered(third);
    for (const cursor of [before.cursor, lost.cursor]) {
      const query = `?cursor=${encodeURIComponent(cursor)}`;
      for (const path of ["/api/crm/events", "/api/crm/events/stream"]) {
        const refused = await third.call("GET", path + query, caller);
        expect([refused.status, refused.body.code]).toEqual([410, "CURSOR_EXPIRED"]);
      }
    }
    const { nextCursor } = await pageOf(third, caller.token, "?from=now");
    await createContact(third, caller, "later@example.com");
    expect((await follow(third, caller, nextCursor)).emails).toEqual(["later@example.com"]);
    await third.stop();
  });
});

async function follow(app: TestApp, { token }: Caller, cursor?: string) {
  await numbered(app);
  const rest = await restOf(app, token, cursor);
  return { cursor: rest.cursor, emails: rest.events.map(({ data }) => data.properties.email) };
}

/** Stops the app and copies its database as an operator does. */
async function backUp(dialect: Dialect, app: TestApp, url: string) {
  if (dialect === "sqlite") {
    const folder = mkdtempSync(join(tmpdir(), "rapport-restore-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "backup.db");
    await backUpInstallation({ file }, { databaseUrl: url });
    await app.stop();
    const restore = async () => {
      const database = url.slice("sqlite:".length);
      for (const suffix of ["-wal", "-shm"]) rmSync(database + suffix, { force: true });
      copyFileSync(file, database);
    };
    return { restore };
  }
  await app.stop();
  const server = inject("postgresUrl");
  const name = new URL(url).pathname.slice(1);
  const run = (statement: string) => runOnEachServer(server, statement);
  // Citus connects to each database by itself, and one in use cannot be copied.
  await run(`alter database ${name} with allow_connections false`);
  await run(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
  await run(`create database ${name}_backup template ${name}`);
  await run(`alter database ${name} with allow_connections true`);
  onTestFinished(async () => {
    await run(`drop database if exists ${name}_backup with (force)`);
  });
  const restore = async () => {
    await run(`drop database ${name} with (force)`);
    await run(`alter database ${name}_backup rename to ${name}`);
  };
  return { restore };
}
