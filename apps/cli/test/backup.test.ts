import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROGRAM_ENV } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Installation, inspect, install } from "./support/installation.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
/** 64 MiB: several steps of a copy. */
const LARGE = 16_384;

describe("backup of a large embedded database", () => {
  let installation: Installation;
  let live: string;
  beforeEach(async () => {
    installation = await install("sqlite");
    await installation.json("migrate");
    live = installation.databaseUrl.replace(/^sqlite:/, "");
    const db = new DatabaseSync(live);
    db.exec(`pragma synchronous = off;
      create table filler (page blob);
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${LARGE})
      insert into filler select randomblob(4000) from n`);
    db.close();
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  it("ends while another process writes all the time, with the state of one moment", async () => {
    const db = new DatabaseSync(live, { timeout: 5_000 });
    db.exec("create table pair (a integer, b integer); insert into pair values (0, 0)");
    const write = db.prepare("update pair set a = a + 1, b = b + 1");
    const file = join(installation.dataDir, "copy.db");
    let isWriting = true;
    const writing = (async () => {
      for (; isWriting; await sleep(1)) write.run();
    })();
    try {
      expect(await installation.json("backup", file)).toEqual({ file });
    } finally {
      isWriting = false;
      await writing;
      db.close();
    }
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare("select count(*) as n from filler").get()).toEqual({ n: LARGE });
    expect(copy.prepare("select a - b as difference from pair").get()).toEqual({ difference: 0 });
    copy.close();
  });

  it("removes what a killed one left, and leaves a whole backup alone in the folder", async () => {
    const file = join(installation.dataDir, "copy.db");
    const env = {
      ...PROGRAM_ENV,
      DATA_DIR: installation.dataDir,
      DATABASE_URL: installation.databaseUrl,
    };
    const killed = spawn(process.execPath, [MAIN, "backup", file, "--json"], { env });
    const closed = once(killed, "close");
    const partial = () => copies(installation).filter((name) => name.endsWith(".partial"));
    while (partial().length === 0 && killed.exitCode === null) await sleep(1);
    killed.kill("SIGKILL");
    await closed;
    expect(copies(installation)).toEqual([expect.stringMatching(/^copy\.db\..*\.partial$/)]);

    expect(await installation.json("backup", file)).toEqual({ file });
    expect(copies(installation)).toEqual(["copy.db"]);
    await inspect({ databaseUrl: `sqlite:${file}` }, async (db) => {
      expect(await db.integrity()).toEqual([]);
    });
  });

  it("tells people how far it is, and programs nothing but the document", async () => {
    const file = join(installation.dataDir, "copy.db");
    const { code, stdout, stderr } = await installation.rapport(["backup", file]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `file: ${file}\n` });
    expect(stderr).toMatch(/^(Copied \d+ of \d+ MB\n)+Checking the copy\n$/);
  });

  it("that turns out damaged is no backup", async () => {
    const descriptor = openSync(live, "r+");
    writeSync(descriptor, Buffer.alloc(4_096), 0, 4_096, 8_000 * 4_096);
    closeSync(descriptor);
    const file = join(installation.dataDir, "copy.db");
    const { code, stdout, stderr } = await installation.rapport(["backup", file, "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^rapport: The copy is damaged \(.*\), so there is no backup\..*\n$/);
    expect(copies(installation)).toEqual([]);
  });

  it("of a later version is refused, and of an earlier one leaves its schema as it is", async () => {
    const file = join(installation.dataDir, "copy.db");
    const db = new DatabaseSync(live);
    db.exec("delete from kysely_migration where name >= '010'");
    expect(await installation.json("backup", file)).toEqual({ file });
    expect(db.prepare("select max(name) as last from kysely_migration").get()).toEqual({
      last: "009-schema-version",
    });
    rmSync(file);
    db.exec("insert into kysely_migration (name, timestamp) values ('999-later', '')");
    db.close();
    const { code, stderr } = await installation.rapport(["backup", file, "--json"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^rapport: .*later version \(999-later\).*\n$/);
    expect(copies(installation)).toEqual([]);
  });
});

it("backup without a database creates none", async () => {
  await using installation = await install("sqlite");
  const file = join(installation.dataDir, "copy.db");
  const { code, stderr } = await installation.rapport(["backup", file, "--json"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^rapport: There is no database at .*; check DATABASE_URL and DATA_DIR\.\n$/,
  );
  expect(readdirSync(installation.dataDir).filter((name) => name.includes(".db"))).toEqual([]);
});

describe.skipIf(process.platform === "win32")("files with data have mode 0600", () => {
  it("when they are created, and so has a backup", async () => {
    await using installation = await install("sqlite");
    await installation.serve();
    const live = installation.databaseUrl.replace(/^sqlite:/, "");
    const backup = join(installation.dataDir, "copy.db");
    await installation.json("backup", backup);
    const files = [live, `${live}-wal`, `${live}-shm`, backup];
    files.push(join(installation.dataDir, "secret-key"));
    expect(files.map(modeOf)).toEqual(files.map(() => "600"));
  });

  it("after a start on files that others could read, which doctor reports before", async () => {
    await using installation = await install("sqlite");
    await installation.json("migrate");
    const live = installation.databaseUrl.replace(/^sqlite:/, "");
    const key = join(installation.dataDir, "secret-key");
    for (const file of [live, key]) chmodSync(file, 0o644);
    const { code, stdout } = await installation.rapport(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /failed {3}database .*Other users can read \S+rapport\.db; run "chmod 600 /,
    );
    expect([live, key].map(modeOf)).toEqual(["644", "644"]);

    await installation.serve();
    const files = [live, `${live}-wal`, `${live}-shm`, key];
    expect(files.map(modeOf)).toEqual(files.map(() => "600"));
  });
});

describe("a folder that cannot be created is refused by its setting", () => {
  it.each([
    ["DATA_DIR", "/proc/rapport/data", /DATA_DIR \/proc\/rapport\/data cannot be used as a folder/],
    ["DATABASE_URL", "sqlite:/proc/rapport/data/x.db", /DATABASE_URL: .*cannot be opened: ENOENT/],
  ])("%s", async (name, value, message) => {
    await using installation = await install("sqlite");
    const { code, stderr } = await installation.rapport(["migrate"], { [name]: value });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
  });

  it("DATA_DIR that is a file", async () => {
    await using installation = await install("sqlite");
    const file = join(installation.dataDir, "file");
    writeFileSync(file, "");
    const { code, stderr } = await installation.rapport(["migrate"], { DATA_DIR: file });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^rapport: DATA_DIR .*file cannot be used as a folder: EEXIST[^\n]*\n$/);
  });
});

function copies({ dataDir }: Installation): readonly string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith("copy.db"));
}

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}
