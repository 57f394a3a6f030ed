import { scaleOutInstallation } from "@rapport/core";
import { type Database, migrate, openDatabase } from "@rapport/db";
import { CITUS_URL, createDatabase, joinNodes } from "@rapport/testing";
import { describe, expect, it } from "vitest";
import { install } from "./support/installation.ts";
import { expectRefusal } from "./support/refusals.ts";

const SCALE_OUT = ["scale-out", "--shards", "4"];

describe("rapport scale-out", () => {
  it("refuses SQLite, and says how to move to PostgreSQL", async () => {
    await using installation = await install("sqlite");
    expectRefusal(await installation.rapport(SCALE_OUT), /is SQLite.*rapport copy/);
  });

  it.runIf(CITUS_URL === undefined)("refuses a PostgreSQL without Citus", async () => {
    await using installation = await install("postgres");
    expectRefusal(await installation.rapport(SCALE_OUT), /no extension citus.*docs\/scale\.md/);
  });

  it("refuses a database that lacks migrations", async () => {
    await using installation = await install("postgres", { isNew: true });
    expectRefusal(await installation.rapport(SCALE_OUT), /lacks the migrations 001-initial/);
  });

  it.each(["0", "1025", "4.5", "many"])("refuses %s shards", async (shards) => {
    await using installation = await install("sqlite");
    const ended = await installation.rapport(["scale-out", "--shards", shards]);
    expectRefusal(ended, /--shards.*between 1 and 1024/);
  });
});

describe.skipIf(CITUS_URL === undefined)(
  "rapport scale-out on a Citus cluster (skipped without TEST_CITUS_URL)",
  () => {
    it("keeps what an installation has, and does nothing when it is run again", async () => {
      await using database = await createDatabase(CITUS_URL as string);
      await joinNodes(database.url);
      await using installation = await install("postgres", { isNew: true });
      const env = { DATABASE_URL: database.url };
      const run = (...args: string[]) => installation.rapport([...args, "--json"], env);
      await run("migrate");
      const { tenant_id } = JSON.parse((await run("tenant", "create", "--name", "Acme")).stdout);
      await run("project", "create", "--tenant", String(tenant_id), "--name", "Sales");

      const first = await run(...SCALE_OUT);
      expect(first.stderr).toBe("");
      expect(JSON.parse(first.stdout)).toMatchObject({ shards: 4, workers: 2 });
      const again = JSON.parse((await run("scale-out", "--shards", "8")).stdout);
      expect(again).toEqual({ tables_moved: 0, shards: 4, workers: 2 });
      const listed = await run("project", "list");
      expect(listed.stdout).toContain("Sales");
    });

    it("continues after a run that was stopped", async () => {
      await using database = await createDatabase(CITUS_URL as string);
      await joinNodes(database.url);
      await withDatabase(database.url, async (db) => {
        await migrate(db);
      });
      const onTable = (table: string) => {
        if (table === "feed") throw new Error("stopped");
      };
      const stopped = scaleOutInstallation({ url: database.url, shards: 4, onTable });
      await expect(stopped).rejects.toThrow("stopped");
      await using installation = await install("postgres", { isNew: true });
      const env = { DATABASE_URL: database.url };
      const ended = await installation.rapport([...SCALE_OUT, "--json"], env);
      expect(ended.stderr).toBe("");
      expect(JSON.parse(ended.stdout).tables_moved).toBeGreaterThan(10);
    });

    it("refuses a cluster without workers", async () => {
      await using installation = await install("postgres", { isNew: true });
      await withDatabase(installation.databaseUrl, async (db) => {
        await migrate(db);
        await db.execute({ name: "add_citus", sql: "create extension citus" }, []);
      });
      expectRefusal(await installation.rapport(SCALE_OUT), /no worker nodes.*citus_add_node/);
    });
  },
);

async function withDatabase(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase(url);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
