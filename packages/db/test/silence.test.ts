import { setTimeout as sleep } from "node:timers/promises";
import { migratedDatabase, startSilentProxy } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatabaseUnavailable, type Db, endWith, openDatabase, together } from "../src/index.ts";

/** PostgreSQL cancels a statement after this time, in milliseconds. */
const STATEMENT_LIMIT = 500;
/** A silent connection is broken before this time. */
const BROKEN_AFTER = STATEMENT_LIMIT + 1_000;

describe("a connection to PostgreSQL", () => {
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  beforeAll(async () => {
    database = await migratedDatabase("postgres");
  });
  afterAll(() => database.drop());

  async function openBehindProxy(timeoutMs = STATEMENT_LIMIT) {
    const url = new URL(database.url);
    const proxy = await startSilentProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const db = openDatabase(url.href, { poolSize: 1, timeoutMs });
    const close = async () => {
      await db.close();
      await proxy[Symbol.asyncDispose]();
    };
    return { db, proxy, close };
  }

  test.concurrent("is broken if the server falls silent", async () => {
    const { db, proxy, close } = await openBehindProxy();
    await run(db, "select 1");
    proxy.silence();
    await expect(run(db, "select 1")).rejects.toThrow(/did not answer/);
    await close();
  });

  test.concurrent("fails all statements of a transaction if the server falls silent", async () => {
    const { db, proxy, close } = await openBehindProxy();
    const failures: unknown[] = [];
    const failing = db.transaction(async (tx) => {
      await run(tx, "select 1");
      proxy.silence();
      const statements = ["select 2", "select 3"].map((sql) => run(tx, sql));
      failures.push(...(await Promise.allSettled(statements)));
      await together(statements);
    });
    await expect(failing).rejects.toThrow(DatabaseUnavailable);
    expect(failures).toMatchObject([
      { reason: { message: expect.stringMatching(/did not answer/) } },
      { reason: { message: expect.stringMatching(/did not answer/) } },
    ]);
    await close();
  });

  test.concurrent("leaves the outcome of the last writes unknown if the server falls silent", async () => {
    const { db, proxy, close } = await openBehindProxy();
    const transaction = (meanwhile: () => void) =>
      db.transaction(async (tx) => {
        await run(tx, "select 1");
        meanwhile();
        await endWith(tx, [{ callIn: () => [{ name: "last", sql: "select 2" }, []] }]);
      });
    // The connection prepares what is sent together.
    await transaction(() => undefined);
    const failing = transaction(() => proxy.silence());
    await expect(failing).rejects.toMatchObject({ isOutcomeUnknown: true });
    await close();
  });

  test.concurrent("waits longer than the limit for statements that were sent together", async () => {
    const { db, close } = await openBehindProxy();
    await db.transaction(async (tx) => {
      await run(tx, "select 1");
      // Each takes less than the limit, all of them more than it.
      const slow = Array.from({ length: 18 }, (_, i) => run(tx, `select ${i}, pg_sleep(0.1)`));
      await together(slow);
    });
    await close();
  });

  test.concurrent("stays open for a transaction that has not sent anything for long", async () => {
    const { db, close } = await openBehindProxy();
    const rows = await db.transaction(async (tx) => {
      await sleep(BROKEN_AFTER + 1_000);
      return run(tx, "select 1 as one");
    });
    expect(rows).toEqual([{ one: 1 }]);
    await close();
  });

  test.concurrent("gives a statement its time after the transaction was idle", async () => {
    const { db, close } = await openBehindProxy(4_000);
    await db.transaction(async (tx) => {
      await run(tx, "select 1");
      await sleep(2_600);
      // Together longer than the limit, and each shorter.
      await run(tx, "select pg_sleep(2.6)");
    });
    await close();
  });
});

function run(db: Db, sql: string) {
  return db.execute({ name: sql, sql }, []);
}
