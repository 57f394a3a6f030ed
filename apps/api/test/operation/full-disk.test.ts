import { execFileSync, spawnSync } from "node:child_process";
import { DIALECTS, type Dialect, openSession } from "@rapport/testing";
import { describe, expect, test } from "vitest";
import { insertContacts } from "../support/exports.ts";
import { callerOf, type Fleet, startFleet } from "../support/fleet.ts";
import type { ServerProcess } from "../support/process.ts";

const SCOPES = ["crm.contacts.read", "crm.contacts.write"];
const SOON = { timeout: 60_000, interval: 50 };
const MIB = 1024 * 1024;
/** An export of these records, with first names of 1,800 characters, has more than 3 MiB: a MiB per transaction. */
const RECORDS = 2_000;
const FIRSTNAME = "n".repeat(1_800);
/** Of a file that is imported in several transactions. */
const ROWS = 4_000;
/** prlimit(1) of util-linux changes a limit of a process that runs; without it there is no full disk on SQLite. */
const HAS_PRLIMIT = spawnSync("prlimit", ["--version"]).status === 0;

describe.each(DIALECTS)("a full disk on %s", (dialect) => {
  const testWhere = test.skipIf(dialect === "sqlite" && !HAS_PRLIMIT);

  testWhere(
    "lets an upload wait for its data, and takes the file once there is space",
    async () => {
      const { call, disk } = await start(dialect);
      const { id } = (await call("POST", "/imports", { object: "contact", mode: "create" })).body
        .data;
      const file = fileOf(ROWS);
      await disk.fill("file_parts");
      const refused = await call("PUT", `/imports/${id}/data`, file);
      expect(refused).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
      const waiting = (await call("GET", `/imports/${id}`)).body.data;
      expect(waiting).toMatchObject({ state: "waiting", read: 0, rows: null });

      await disk.free();
      await expect
        .poll(async () => (await call("PUT", `/imports/${id}/data`, file)).status)
        .toBe(200);
      await expect.poll(() => stateOf(call, `/imports/${id}`), SOON).toBe("done");
      expect((await call("GET", `/imports/${id}`)).body.data).toMatchObject(allOf(ROWS));
    },
  );

  testWhere("lets an import continue once there is space, with each row once", async () => {
    const { call, db, disk, read } = await start(dialect);
    const { id } = (await call("POST", "/imports", { object: "contact", mode: "create" })).body
      .data;
    expect((await call("PUT", `/imports/${id}/data`, fileOf(ROWS))).status).toBe(200);
    const readRows = async () => (await call("GET", `/imports/${id}`)).body.data.read;
    await expect.poll(readRows, SOON).toBeGreaterThan(0);
    await disk.fill("records");
    await disk.isNoticed();
    const { read: before, ...stopped } = (await call("GET", `/imports/${id}`)).body.data;
    expect(stopped).toMatchObject({ state: "running", failure: null });
    expect(before).toBeLessThan(ROWS);

    await disk.free();
    await expect.poll(() => stateOf(call, `/imports/${id}`), SOON).toBe("done");
    expect((await call("GET", `/imports/${id}`)).body.data).toMatchObject(allOf(ROWS));
    const records = await db.kysely.selectFrom("records").select("properties").execute();
    expect(new Set(records.map(({ properties }) => JSON.stringify(properties))).size).toBe(
      records.length,
    );
    expect(records).toHaveLength(allOf(ROWS).created);
    const refused = (await read(`/imports/${id}/refused`)).trimEnd().split("\r\n");
    const wrong = Array.from({ length: ROWS }, (_, i) => i).filter((i) => i % 100 === 7);
    expect(refused.map((line) => line.split(",")[0])).toEqual([
      "email",
      ...wrong.map((i) => `wrong${i}`),
    ]);
  });

  testWhere("lets an export continue once there is space, with each record once", async () => {
    const { call, db, disk, projectId, read } = await start(dialect);
    await insertContacts(db, projectId, RECORDS, { firstname: FIRSTNAME });
    await disk.leaveOnePortion();
    const json = { object: "contact", properties: ["email", "firstname"] };
    const { id } = (await call("POST", "/exports", json)).body.data;
    await disk.isNoticed();
    const stopped = (await call("GET", `/exports/${id}`)).body.data;
    expect(stopped).toMatchObject({ state: "running", failure: null });
    expect(stopped.rows).toBeGreaterThan(0);
    expect(stopped.rows).toBeLessThan(RECORDS);

    await disk.free();
    await expect.poll(() => stateOf(call, `/exports/${id}`), SOON).toBe("done");
    const lines = (await read(`/exports/${id}/file`)).trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(RECORDS);
    expect(new Set(lines).size).toBe(RECORDS);
  });
});

type Call = ReturnType<typeof callerOf>;

async function start(dialect: Dialect) {
  const fleet = await startFleet(dialect);
  const server = await fleet.start();
  const token = await fleet.token(server, SCOPES);
  const call: Call = (method, path, body) =>
    callerOf(server, token)(method, `/api/crm${path}`, body);
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${server.url}/api/crm${path}`, { headers })).text();
  };
  return {
    db: fleet.db,
    projectId: fleet.projectId,
    call,
    read,
    disk: diskOf(dialect, fleet, server),
  };
}

/** Fills the disk of a server: on SQLite every write to a file fails, on PostgreSQL every new row of one table. */
function diskOf(dialect: Dialect, { db, databaseUrl }: Fleet, server: ServerProcess) {
  const limitFiles = (bytes: number | "unlimited") =>
    execFileSync("prlimit", [`--pid=${server.child.pid}`, `--fsize=${bytes}:unlimited`]);
  /** Runs statements one by one: on a cluster, each goes to every node. */
  async function run(...statements: readonly string[]): Promise<void> {
    await using session = await openSession(databaseUrl);
    for (const statement of [ALLOW_TRIGGERS, ...statements]) await session.query(statement);
  }
  let full = "";
  async function refuse(table: string, rows = "true"): Promise<void> {
    const trigger = `create trigger refuse_as_full before insert on ${table}
      for each row when (${rows}) execute function refuse_as_full()`;
    await run(REFUSE_AS_FULL, trigger);
    full = table;
  }
  return {
    async fill(table: string): Promise<void> {
      if (dialect === "sqlite") limitFiles(1);
      else await refuse(table);
    },
    /** Lets the disk get full while an export writes its second portion or a later one, however fast it is. */
    async leaveOnePortion(): Promise<void> {
      if (dialect === "postgres") return refuse("file_parts", `new.start >= ${2 * MIB}`);
      await db.transaction(async (tx) => {
        for (const statement of FILL_AT_SECOND_PORTION) {
          await tx.execute({ name: "fill_at_second_portion", sql: statement }, []);
        }
      });
      await expect.poll(() => db.emptyLog()).toBe(true);
      limitFiles(4 * MIB);
    },
    async free(): Promise<void> {
      if (dialect === "sqlite") limitFiles("unlimited");
      else await run(`drop trigger refuse_as_full on ${full}`, "drop function refuse_as_full");
    },
    /** Waits until the server has failed to write. */
    isNoticed: () =>
      expect.poll(() => server.output(), SOON).toContain('"msg":"database unavailable"'),
  };
}

/** Citus refuses triggers on distributed tables without it. Any PostgreSQL takes a setting with a prefix. */
const ALLOW_TRIGGERS = "set citus.enable_unsafe_triggers = on";

const REFUSE_AS_FULL = `
  create function refuse_as_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;`;

/** Writes 8 MiB into SQLite's log together with the second portion of an export. */
const FILL_AT_SECOND_PORTION = [
  "create table filler (data blob)",
  `create trigger fill after update of progress on jobs when old.progress ->> 'rows' > 0
    begin insert into filler values (zeroblob(${8 * MIB})); end`,
];

/** Returns a file in which one row of a hundred is refused. */
function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) =>
    i % 100 === 7 ? `wrong${i},Row ${i}\n` : `row${i}@example.com,Row ${i}\n`,
  );
  return `email,firstname\n${lines.join("")}`;
}

function allOf(rows: number) {
  return { read: rows, created: rows - rows / 100, refused: rows / 100, updated: 0 };
}

async function stateOf(call: Call, path: string): Promise<string> {
  return (await call("GET", path)).body.data.state;
}
