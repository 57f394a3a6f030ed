import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  copyFileSync,
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
import { PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Installation, inspect, install } from "./support/installation.ts";

const MAIN = programPath("rapport");
/** 64 MiB: several steps of a copy. */
const LARGE = 16_384;

describe("backup of a large embedded database", () => {
  let installation: Installation;
  let live: string;
  let large: Installation;
  beforeAll(async () => {
    large = await install("sqlite");
    await large.json("migrate");
    const db = new DatabaseSync(fileOf(large));
    db.exec(`pragma synchronous = off;
      create table filler (page blob);
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${LARGE})
      insert into filler select randomblob(4000) from n`);
    db.close();
  });
  afterAll(() => large[Symbol.asyncDispose]());

  beforeEach(async () => {
    installation = await install("sqlite");
    live = fileOf(installation);
    copyFileSync(fileOf(large), live);
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  it("ends while another process keeps writing, and has the state of one moment", async () => {
    const db = new DatabaseSync(live, { timeout: 5_000 });
    db.exec("create table pair (a integer, b integer); insert into pair values (0, 0)");
    const write = db.prepare("update pair set a = a + 1, b = b + 1");
    const file = join(installation.dataDir, "copy.db");
    let isWriting = true;
    const writing = (async () => {
      for (; isWriting; await sleep(1)) write.run();
    })();
    try {
      const { code, stdout, stderr } = await installation.spawn(["backup", file, "--json"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout)).toEqual({ file });
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

  it("removes the partial file of a killed backup", async () => {
    // The next one has another name, as when names have the time.
    const file = join(installation.dataDir, "copy-2.db");
    const env = {
      ...PROGRAM_ENV,
      DATA_DIR: installation.dataDir,
      DATABASE_URL: installation.databaseUrl,
    };
    const killed = spawn(
      process.execPath,
      [MAIN, "backup", join(installation.dataDir, "copy.db"), "--json"],
      { env },
    );
    const closed = once(killed, "close");
    const partial = () => copies(installation).filter((name) => name.endsWith(".partial"));
    while (partial().length === 0 && killed.exitCode === null) await sleep(1);
    killed.kill("SIGKILL");
    await closed;
    // SQLite has files beside the copy while it is checked.
    const left = copies(installation);
    expect(left).toContainEqual(expect.stringMatching(/^copy\.db\..*\.partial$/));
    expect(left.filter((name) => !/\.partial(-wal|-shm|-journal)?$/.test(name))).toEqual([]);

    expect(await installation.json("backup", file)).toEqual({ file });
    expect(copies(installation)).toEqual(["copy-2.db"]);
    await inspect({ databaseUrl: `sqlite:${file}` }, async (db) => {
      expect(await db.integrity()).toEqual([]);
    });
  });

  it("prints its progress on standard error without --json", async () => {
    const file = join(installation.dataDir, "copy.db");
    const { code, stdout, stderr } = await installation.rapport(["backup", file]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `file: ${file}\n` });
    expect(stderr).toMatch(/^(Copied \d+ of \d+ MB\n)+Checking the copy\n$/);
  });

  it("fails and leaves no file if the copy is damaged", async () => {
    const descriptor = openSync(live, "r+");
    writeSync(descriptor, Buffer.alloc(4_096), 0, 4_096, 8_000 * 4_096);
    closeSync(descriptor);
    const file = join(installation.dataDir, "copy.db");
    const { code, stdout, stderr } = await installation.rapport(["backup", file, "--json"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^rapport: The copy is damaged \(.*\), so there is no backup\..*\n$/);
    expect(copies(installation)).toEqual([]);
  });

  it("refuses a database of a later version, and does not migrate one of an earlier version", async () => {
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

it("backup fails without a database, and creates none", async () => {
  await using installation = await install("sqlite", { isNew: true });
  const file = join(installation.dataDir, "copy.db");
  const { code, stderr } = await installation.rapport(["backup", file, "--json"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^rapport: No installation in .*; set DATA_DIR or DATABASE_URL to those of the server/,
  );
  expect(readdirSync(installation.dataDir).filter((name) => name.includes(".db"))).toEqual([]);
});

describe.skipIf(process.platform === "win32")("files that contain data", () => {
  it("are created with mode 0600, also a backup", async () => {
    await using installation = await install("sqlite", { isNew: true });
    await installation.serve();
    const live = fileOf(installation);
    const backup = join(installation.dataDir, "copy.db");
    await installation.json("backup", backup);
    const files = [live, `${live}-wal`, `${live}-shm`, backup];
    files.push(join(installation.dataDir, "secret-key"));
    expect(files.map(modeOf)).toEqual(files.map(() => "600"));
  });

  it("get mode 0600 at a start; doctor reports another mode before", async () => {
    await using installation = await install("sqlite", { isNew: true });
    await installation.json("migrate");
    const live = fileOf(installation);
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

describe("a folder that cannot be created", () => {
  it.each([
    ["DATA_DIR", "/proc/rapport/data", /DATA_DIR \/proc\/rapport\/data cannot be used as a folder/],
    ["DATABASE_URL", "sqlite:/proc/rapport/data/x.db", /DATABASE_URL: .*cannot be opened: ENOENT/],
  ])("is refused with the name of %s", async (name, value, message) => {
    await using installation = await install("sqlite");
    const { code, stderr } = await installation.rapport(["migrate"], { [name]: value });
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
  });

  it("is refused with the name of DATA_DIR if that is a file", async () => {
    await using installation = await install("sqlite");
    const file = join(installation.dataDir, "file");
    writeFileSync(file, "");
    const { code, stderr } = await installation.rapport(["migrate"], { DATA_DIR: file });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^rapport: DATA_DIR .*file cannot be used as a folder: it is a file\.\n$/,
    );
  });
});

function fileOf({ databaseUrl }: Installation): string {
  return databaseUrl.replace(/^sqlite:/, "");
}

function copies({ dataDir }: Installation): readonly string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith("copy"));
}

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}
