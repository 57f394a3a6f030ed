import { spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyInstallation } from "@rapport/core";
import { openDatabase } from "@rapport/db";
import { readConfig } from "@rapport/service/settings/config";
import {
  type Dialect,
  migratedDatabase,
  PROGRAM_ENV,
  programPath,
  testDatabase,
} from "@rapport/testing";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ATTACHED, fill, nextId, observe } from "./support/full-installation.ts";
import {
  DIALECTS,
  type Ended,
  type Installation,
  inspect,
  install,
} from "./support/installation.ts";
import { expectRefusal as expectOneLine } from "./support/refusals.ts";

const MAIN = programPath("rapport");
const OTHER: Record<Dialect, Dialect> = { sqlite: "postgres", postgres: "sqlite" };

interface Told {
  readonly verified: boolean;
  readonly resumed: boolean;
  readonly rows: number;
  readonly secrets_opened: number;
  readonly tables: readonly {
    table: string;
    source_rows: number;
    target_rows: number;
    state: string;
  }[];
}

describe.each(DIALECTS)("copying an installation from %s to the other database", (dialect) => {
  it("copies an installation whose server then answers as the source's did", async () => {
    await using pair = await installPair(dialect, { target: testDatabase });
    const held = await fill(pair);
    const before = await observe(pair, pair.databaseUrl, held);
    expect(before).toMatchObject({ revoked: 401, newToken: 200, templates: { status: 200 } });
    const files = [...ATTACHED].map(([name, content]) => [name, hash("sha256", content)]);
    expect(before).toMatchObject({ admin: { files } });

    const told = await copied(pair, pair.spawn);
    expect(told).toMatchObject({ verified: true, resumed: false });
    expect(told.secrets_opened).toBe(8);
    expect(emptyTables(told), "the fixture has no rows of these kinds").toEqual([]);
    expect(await observe(pair, pair.target, held)).toEqual(before);
    expect(await nextId(pair, pair.target, held)).toBe(await nextId(pair, pair.databaseUrl, held));
  });

  it("never reuses the id of a row that was deleted in the source", async () => {
    await using pair = await installPair(dialect);
    await pair.json("tenant", "create", "--name", "Stays");
    const gone = await pair.json("tenant", "create", "--name", "Goes");
    await inspect(pair, ({ kysely }) =>
      kysely.deleteFrom("tenants").where("name", "=", "Goes").execute(),
    );
    await copied(pair);
    const DATABASE_URL = pair.target;
    const { stdout } = await pair.rapport(["tenant", "create", "--name", "Next", "--json"], {
      DATABASE_URL,
    });
    expect(JSON.parse(stdout)).toEqual({ tenant_id: Number(gone.tenant_id) + 1 });
  });

  it("resumes after SIGKILL, and removes its progress at the end", async () => {
    await using pair = await installPair(dialect);
    const projectId = (await pair.client("crm.contacts.read")).projectId;
    await addManyRecords(pair, Number(projectId), 6_000);
    expect(await killInTheMiddle(pair, 1_000)).toBe(true);

    const told = await copied(pair);
    expect(told).toMatchObject({ verified: true, resumed: true });
    expect(told.tables.find((one) => one.table === "records")).toMatchObject({
      source_rows: 6_000,
      target_rows: 6_000,
    });
    expect(await tablesOf(pair.target)).not.toContain("rapport_copy");
  });
});

describe("a copy", () => {
  it("leaves the words of records to the worker of the target", async () => {
    await using pair = await installPair("sqlite");
    const projectId = Number((await pair.client("crm.contacts.read")).projectId);
    await addManyRecords(pair, projectId, 1_000);
    await copied(pair);
    const missing = await inspect({ databaseUrl: pair.target }, ({ kysely }) =>
      kysely.selectFrom("record_words_missing").selectAll().execute(),
    );
    expect(missing).toEqual([{ project_id: projectId, type: "contact", after_id: 0 }]);
  });

  it.each(DIALECTS)(
    "refuses a target on %s that has a table of another program",
    async (dialect) => {
      await using source = await install("sqlite");
      const target = await testDatabase(dialect);
      try {
        const db = openDatabase(target.url);
        await db.kysely.schema.createTable("invoices").addColumn("x", "text").execute();
        await db.close();
        const args = ["copy", "--from", source.databaseUrl, "--to", target.url];
        expectRefusal(
          await source.rapport(args),
          /not empty: it has the table invoices, which is not/,
        );
      } finally {
        await target.drop();
      }
    },
  );

  it("refuses a target that has rows or an unfinished copy of another source", async () => {
    await using pair = await installPair("sqlite");
    await pair.client("crm.contacts.read");
    await copied(pair);
    expectRefusal(await copy(pair), /target is not empty: its table tenants has rows/);

    await using other = await installPair("sqlite");
    await other.client("crm.contacts.read");
    await stopBeforeComparison(other);
    const ended = await pair.rapport([
      ...["copy", "--from", pair.databaseUrl, "--to", other.target, "--json"],
    ]);
    expectRefusal(ended, /unfinished copy of another source/);
  });

  it("is not verified if the source was changed while the copy was stopped", async () => {
    await using pair = await installPair("sqlite");
    await pair.client("crm.contacts.read");
    await stopBeforeComparison(pair);
    await renameTenant(pair.databaseUrl, "Changed");
    const ended = await copy(pair);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^rapport: The source was changed .*\(tenants\).*copy again\.\n$/);
    const told = JSON.parse(ended.stdout) as Told;
    expect(told.verified).toBe(false);
    expect(told.tables.filter((one) => one.state !== "same")).toMatchObject([
      { table: "tenants", state: "source_changed" },
    ]);
  });

  it("fails if the target was changed while the copy was stopped", async () => {
    await using pair = await installPair("sqlite");
    await pair.client("crm.contacts.read");
    await stopBeforeComparison(pair);
    await renameTenant(pair.target, "Spoilt");
    const ended = await copy(pair);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/differs from what was read from the source \(tenants\)/);
  });

  it("refuses a source that lacks migrations, and a target that has unknown ones", async () => {
    await using pair = await installPair("sqlite", { isNew: true });
    writeFileSync(pair.databaseUrl.slice("sqlite:".length), "");
    expectRefusal(await copy(pair), /source lacks the migrations 001-initial, .*migrate/);
    await pair.json("migrate");
    await inspect({ databaseUrl: pair.target }, ({ kysely }) =>
      kysely
        .insertInto("kysely_migration" as never)
        .values({ name: "999-later", timestamp: "2027-01-01" } as never)
        .execute(),
    );
    expectRefusal(await copy(pair), /target has migrations .*\(999-later\)/);
  });

  it("refuses a secret key that is not the source's", async () => {
    await using pair = await installPair("sqlite");
    await pair.json("migrate");
    const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");
    const ended = await copy(pair, { SECRET_KEY });
    expectRefusal(
      ended,
      /cannot decrypt the source's secrets \(cursor_keys\.key, signing_keys\.private_key\)/,
    );
    expect(ended.stderr).not.toContain(SECRET_KEY);
  });

  it("prints its progress and then a table without --json", async () => {
    await using pair = await installPair("sqlite");
    await pair.json("migrate");
    const { code, stdout, stderr } = await pair.rapport([
      ...["copy", "--from", pair.databaseUrl, "--to", pair.target],
    ]);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^(Cop(ied|ying) .+: [\d,]+ rows?\n)+(Compar(ed|ing) .+: [\d,]+ rows?\n)+$/,
    );
    for (const done of ["Copied", "Compared"]) {
      expect(stderr).toContain(`${done} signing_keys: 1 row\n`);
    }
    expect(stdout).toMatch(/^table +source +target +checksum +result\n/);
    expect(stdout).toMatch(/\nsigning_keys +1 +1 +[0-9a-f]{16} +same\n/);
    expect(stdout).toMatch(
      /Both databases have the same content\.\n.*Run the target with the same key\.\n$/,
    );
  });
});

describe("addresses of a copy", () => {
  it("are read from environment variables without printing passwords, and paths start at the caller's folder", async () => {
    await using pair = await installPair("sqlite");
    await pair.json("migrate");
    const path = pair.databaseUrl.slice("sqlite:".length);
    vi.stubEnv("INIT_CWD", dirname(path));
    onTestFinished(() => void vi.unstubAllEnvs());
    const args = ["copy", "--from", `sqlite:${basename(path)}`, "--to", "env:TO"];
    const ended = await pair.rapport(args, { TO: "postgres://u:hunter2@127.0.0.1:1/x" });
    expectRefusal(ended, /--to: the database cannot be reached: .*ECONNREFUSED/);
    const { code } = await pair.rapport(args, { TO: pair.target });
    expect(code).toBe(0);
  });

  it.each<[string, string, string, RegExp]>([
    ["a variable that is not set", "env:NOWHERE", "sqlite:b.db", /variable NOWHERE is not set/],
    ["an unknown scheme", "mysql://u:hunter2@h/x", "sqlite:b.db", /--from must be sqlite:PATH/],
    ["a malformed URL", "sqlite:a.db", "postgres://u:hunter2@h:port/x", /--to must be sqlite/],
    ["the same database twice", "sqlite:a.db", "sqlite:./a.db", /name the same database/],
    [
      "a source file that does not exist",
      "sqlite:/nowhere/a.db",
      "sqlite:b.db",
      /there is no file \/nowhere\/a\.db/,
    ],
  ])("are refused: %s", async (_, from, to, message) => {
    await using installation = await install("sqlite");
    const ended = await installation.rapport(["copy", "--from", from, "--to", to, "--json"]);
    expectRefusal(ended, message);
  });
});

interface Pair extends Installation {
  readonly target: string;
}

/** @param options.target makes the target; one that has the schema already by default, because that is quicker */
async function installPair(
  dialect: Dialect,
  options: Parameters<typeof install>[1] & { target?: typeof testDatabase } = {},
): Promise<Pair> {
  const installation = await install(dialect, options);
  const target = await (options.target ?? migratedDatabase)(OTHER[dialect]);
  return {
    ...installation,
    target: target.url,
    async [Symbol.asyncDispose]() {
      await installation[Symbol.asyncDispose]();
      await target.drop();
    },
  };
}

function copyArgs({ databaseUrl, target }: Pair): string[] {
  return ["copy", "--from", databaseUrl, "--to", target, "--json"];
}

function copy(pair: Pair, env: Record<string, string> = {}): Promise<Ended> {
  return pair.rapport(copyArgs(pair), env);
}

async function copied(pair: Pair, run: Pair["rapport"] = pair.rapport): Promise<Told> {
  const { code, stdout, stderr } = await run(copyArgs(pair));
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** Stops a copy after its last row, before the comparison. */
async function stopBeforeComparison({ dataDir, databaseUrl, target }: Pair): Promise<void> {
  const { secretKeys } = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const stopped = copyInstallation({
    from: databaseUrl,
    to: target,
    secretKeys: secretKeys(),
    onStep: ({ table, done }) => {
      if (table === "webhook_endpoints" && done) throw new Error("stopped");
    },
  });
  await expect(stopped).rejects.toThrow("stopped");
}

/** @returns false if the copy ended before it could be killed */
async function killInTheMiddle(pair: Pair, afterRows: number): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, ...copyArgs(pair)], {
    env: { ...PROGRAM_ENV, DATA_DIR: pair.dataDir },
    stdio: "ignore",
  });
  const closed = once(child, "close");
  const target = openDatabase(pair.target);
  const rows = target.kysely.selectFrom("records").select((eb) => eb.fn.countAll().as("count"));
  while (child.exitCode === null) {
    // Fails until the schema is created.
    const found = await rows.executeTakeFirst().catch(() => undefined);
    if (Number(found?.count ?? 0) >= afterRows) break;
    await sleep(20);
  }
  child.kill("SIGKILL");
  await closed;
  await target.close();
  return child.signalCode === "SIGKILL";
}

async function addManyRecords(pair: Pair, projectId: number, count: number): Promise<void> {
  const at = "2026-01-31T12:34:56.789Z";
  const times = { created_at: at, updated_at: at, deleted_at: null };
  await inspect(pair, async ({ kysely }) => {
    for (let made = 0; made < count; made += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, i) => ({
        ...{ project_id: projectId, type: "contact", version: 1, ...times },
        properties: JSON.stringify({ email: `p${made + i}@example.com`, note: "ü" }),
      }));
      await kysely.insertInto("records").values(rows).execute();
    }
  });
}

async function renameTenant(databaseUrl: string, name: string): Promise<void> {
  await inspect({ databaseUrl }, ({ kysely }) =>
    kysely.updateTable("tenants").set({ name }).execute(),
  );
}

async function tablesOf(databaseUrl: string): Promise<readonly string[]> {
  return inspect({ databaseUrl }, async ({ kysely }) =>
    (await kysely.introspection.getTables()).map((table) => table.name),
  );
}

function expectRefusal(ended: Ended, message: RegExp): void {
  expectOneLine(ended, message);
  expect(ended.stderr).not.toContain("hunter2");
}

/** Tables without rows. Some have rows only while a worker or a command has work to do. */
function emptyTables({ tables }: Told): string[] {
  return tables
    .filter((one) => one.target_rows === 0 && !TRANSIENT.has(one.table))
    .map((one) => one.table);
}

const TRANSIENT = new Set([
  "duplicate_backfills",
  "hubspot_imports",
  "job_queue",
  "project_imports",
]);
