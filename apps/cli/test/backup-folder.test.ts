import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, openDatabase } from "@rapport/db";
import {
  binariesLikePgDump,
  createDatabase,
  createTemplate,
  DIALECTS,
  type Dialect,
  PROGRAM_ENV,
  programPath,
  runSql,
  startPostgres,
} from "@rapport/testing";
import { afterAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { type Installation, inspect, install } from "./support/installation.ts";
import { runToEnd } from "./support/run-to-end.ts";

const MAIN = programPath("rapport");
const BINARIES = binariesLikePgDump();
const CASES = DIALECTS.filter((dialect) => dialect === "sqlite" || BINARIES !== undefined);
const END = { sqlite: "db", postgres: "dump" } as const;
const NEW = /^rapport-20[2-9]\d-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(db|dump)$/;
const isRoot = process.getuid?.() === 0;

/** A server of pg_dump's version, because an older pg_dump refuses a newer server. It has a migrated database to copy. */
let postgres: ReturnType<typeof startOlder> | undefined;
afterAll(async () => (await postgres)?.stop());

async function startOlder() {
  const { url, stop } = await startPostgres({ isDurable: false, binaries: BINARIES as string });
  const template = await createTemplate(url, async (database) => {
    const db = openDatabase(database);
    await migrate(db);
    await db.close();
  });
  return { url, stop, template: template.name };
}

async function open(dialect: Dialect): Promise<Installation> {
  const installation = await install(dialect);
  onTestFinished(() => installation[Symbol.asyncDispose]());
  if (dialect === "sqlite") return installation;
  postgres ??= startOlder();
  const server = await postgres;
  const { url, drop } = await createDatabase(server.url, server.template);
  onTestFinished(drop);
  const own = { DATABASE_URL: url };
  return {
    ...installation,
    databaseUrl: url,
    rapport: (args, env = {}) => installation.rapport(args, { ...own, ...env }),
    spawn: (args, env = {}) => installation.spawn(args, { ...own, ...env }),
    serve: (env = {}) => installation.serve({ ...own, ...env }),
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rapport-backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const backUp = (installation: Installation, keep: number, folder: string) =>
  installation.rapport(["backup", "--keep", String(keep), "--json", folder]);

describe.each(CASES)("rapport backup --keep on %s", (dialect) => {
  let installation: Installation;
  let folder: string;
  const named = (time: string) => `rapport-${time}.${END[dialect]}`;
  beforeEach(async () => {
    installation = await open(dialect);
    folder = newFolder();
  });

  it("names the file by its time, keeps the newest, and removes nothing that is not a backup", async () => {
    const first = JSON.parse((await backUp(installation, 3, folder)).stdout);
    const whole = readFileSync(first.file);
    const years = ["2019", "2020", "2021", "2022"];
    const old = years.map((year) => named(`${year}-01-31T02-15-00-042Z`));
    for (const name of old) writeFileSync(join(folder, name), whole);
    const others = ["notes.txt", "secret-key", `${old[0]}.copy`, `x${old[0]}`, named("2018-01-31")];
    for (const name of others) writeFileSync(join(folder, name), whole);
    // What has the name of a backup and is none is neither counted nor removed.
    const [text, link, directory] = ["01", "02", "03"].map((day) =>
      named(`2017-01-${day}T02-15-00-042Z`),
    );
    writeFileSync(join(folder, `${text}`), "not a backup");
    symlinkSync(old[3] as string, join(folder, `${link}`));
    mkdirSync(join(folder, `${directory}`));
    const future = named("2999-01-31T02-15-00-042Z");
    writeFileSync(join(folder, future), "");

    const { code, stdout, stderr } = await backUp(installation, 3, folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const made = JSON.parse(stdout);
    expect(made).toEqual({ file: expect.stringContaining(folder), removed: 3 });
    const left = readdirSync(folder).filter((name) => NEW.test(name) && name !== future);
    const [newest] = left.slice(-1);
    expect(made.file).toBe(join(folder, `${newest}`));
    expect(newest).toMatch(new RegExp(`\\.${END[dialect]}$`));
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(
      [...others, text, link, directory, future, ...left].map(String).toSorted(),
    );
  });

  it("makes a file from which the installation can be restored", async () => {
    expect((await installation.rapport(["tenant", "create", "--name", "Acme"])).code).toBe(0);
    const { file } = JSON.parse((await backUp(installation, 1, folder)).stdout);
    const tenants = ({ kysely }: Parameters<Parameters<typeof inspect>[1]>[0]) =>
      kysely.selectFrom("tenants").select("name").execute();
    if (dialect === "sqlite") {
      expect(await inspect({ databaseUrl: `sqlite:${file}` }, tenants)).toEqual([{ name: "Acme" }]);
      return;
    }
    const restored = await createDatabase(installation.databaseUrl);
    onTestFinished(restored.drop);
    const { status } = spawnSync("pg_restore", ["--no-owner", `--dbname=${restored.url}`, file]);
    expect(status).toBe(0);
    expect(await inspect({ databaseUrl: restored.url }, tenants)).toEqual([{ name: "Acme" }]);
  });

  it("runs twice at once", async () => {
    const both = await Promise.all(
      [1, 2].map(() => installation.spawn(["backup", "--keep", "2", "--json", folder])),
    );
    expect(both.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: "" },
      { code: 0, stderr: "" },
    ]);
    const files = both.map(({ stdout }) => JSON.parse(stdout).file as string);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(files.toSorted());
    const again = await Promise.all(
      [1, 2].map(() => installation.spawn(["backup", "--keep", "1", "--json", folder])),
    );
    expect(again.map(({ code }) => code)).toEqual([0, 0]);
    expect(readdirSync(folder).every((name) => NEW.test(name))).toBe(true);
  });

  it("is remembered with its age by doctor and in the metrics of every program", async () => {
    const server = await installation.serve({ METRICS_PORT: "0" });
    const metricsPort = /"metricsPort":(\d+)/.exec(server.output())?.[1];
    const age = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return /^rapport_backup_age_seconds (\S+)$/m.exec(text)?.[1];
    };
    expect(await age()).toBeUndefined();
    expect(await finding()).toMatchObject({
      state: dialect === "sqlite" ? "warning" : "ok",
      message: expect.stringMatching(/^No backup .*rapport backup/),
    });
    const file = join(folder, "by-hand");
    expect((await installation.rapport(["backup", file, "--json"])).code).toBe(0);
    expect(Number(await age())).toBeLessThan(3_600);
    expect(await finding()).toEqual({
      ...{ check: "backup", state: "ok" },
      message: `The newest backup is less than an hour old: ${file}.`,
    });
    await inspect(installation, ({ kysely }) =>
      kysely
        .updateTable("installation_settings")
        .where("name", "=", "newest_backup")
        .set({ changed_at: new Date(Date.now() - 73 * 3_600_000).toISOString() })
        .execute(),
    );
    expect(Math.floor(Number(await age()) / 3_600)).toBe(73);
    expect(await finding()).toEqual({
      ...{ check: "backup", state: "warning" },
      message: `The newest backup is 73 hours old: ${file}. Check the job that runs "rapport backup".`,
    });
    // A failed backup changes nothing of it.
    expect((await backUp(installation, 1, join(folder, "nowhere"))).code).toBe(1);
    expect(Math.floor(Number(await age()) / 3_600)).toBe(73);
  });

  async function finding() {
    const { stdout } = await installation.rapport(["doctor", "--json"], {
      META_GRAPH_URL: "http://127.0.0.1:1/v24.0",
    });
    const { checks } = JSON.parse(stdout) as { checks: { check: string }[] };
    return checks.find(({ check }) => check === "backup");
  }

  describe("fails with one line and exit code 1, and removes nothing", () => {
    const old = ["2019", "2020"].map((year) => named(`${year}-01-31T02-15-00-042Z`));
    const MAGIC = { sqlite: "SQLite format 3\0", postgres: "PGDMP" };
    function fill(path: string): void {
      for (const name of old) writeFileSync(join(path, name), `${MAGIC[dialect]} and so on`);
    }
    function expectNothingDone(
      { code, stdout, stderr }: Awaited<ReturnType<Installation["rapport"]>>,
      message: RegExp,
      path = folder,
    ): void {
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^rapport: [^\n]+\n$/);
      expect(stderr).toMatch(message);
      expect(readdirSync(path)).toEqual(old);
    }
    beforeEach(() => fill(folder));

    it("if the folder does not exist", async () => {
      const answer = await backUp(installation, 1, join(folder, "nowhere"));
      expectNothingDone(answer, /There is no folder .*nowhere\. Create it first/);
    });

    it("if a file has the name of the folder", async () => {
      const answer = await backUp(installation, 1, join(folder, `${old[0]}`));
      expectNothingDone(answer, /is not a folder\. Name a folder/);
    });

    it("if --keep is no number of files", async () => {
      for (const keep of ["0", "-1", "1.5", "all", ""]) {
        const answer = await installation.rapport(["backup", `--keep=${keep}`, folder]);
        expectNothingDone(answer, /--keep <n>.*whole number from 1 to 9999/);
      }
    });

    it("if the database cannot be reached", async () => {
      const DATABASE_URL =
        dialect === "sqlite" ? `sqlite:${folder}/no.db` : "postgres://a:secret@127.0.0.1:1/x";
      const answer = await installation.rapport(["backup", "--keep", "1", folder], {
        DATABASE_URL,
      });
      expectNothingDone(answer, dialect === "sqlite" ? /No installation in/ : /cannot be reached/);
      expect(answer.stderr).not.toContain("secret");
    });

    it("if the database was migrated by a later version", async () => {
      await inspect(installation, ({ kysely }) =>
        kysely
          .insertInto("kysely_migration" as never)
          .values({ name: "999-later", timestamp: "" } as never)
          .execute(),
      );
      expectNothingDone(await backUp(installation, 1, folder), /later version \(999-later\)/);
    });

    it.skipIf(!isRoot)("if the folder cannot be written", async () => {
      const all = "-dac_override,-dac_read_search";
      const env = {
        ...PROGRAM_ENV,
        DATA_DIR: installation.dataDir,
        DATABASE_URL: installation.databaseUrl,
      };
      const drop = ["--bounding-set", all, "--inh-caps", all, process.execPath, MAIN];
      spawnSync("chmod", ["500", folder]);
      const answer = await runToEnd(
        "setpriv",
        [...drop, "backup", "--keep", "1", "--json", folder],
        { env },
      );
      spawnSync("chmod", ["700", folder]);
      expectNothingDone(answer, /There is no backup: .*EACCES: permission denied/);
    });

    it.skipIf(!isRoot)("if the disk of the folder is full", async ({ skip }) => {
      const small = newFolder();
      if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", small]).status !== 0) {
        return skip("this process may not mount");
      }
      onTestFinished(() => void spawnSync("umount", ["--lazy", small]));
      fill(small);
      const answer = await installation.spawn(["backup", "--keep", "1", "--json", small]);
      expectNothingDone(answer, /There is no backup: .*(full|No space left|ENOSPC)/, small);
    });
  });
});

describe.skipIf(BINARIES === undefined)("rapport backup of PostgreSQL", () => {
  it("says what is missing without pg_dump", async () => {
    const installation = await open("postgres");
    const folder = newFolder();
    const { code, stdout, stderr } = await installation.spawn(["backup", join(folder, "x")], {
      PATH: folder,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^rapport: There is no backup: There is no pg_dump .*Install the client tools[^\n]+\n$/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("passes on what pg_dump says, in one line without the password", async () => {
    const installation = await open("postgres");
    const url = new URL(installation.databaseUrl);
    const admin = url.href;
    await runSql(admin, "create role reader login password 'pa/ss@word' ");
    onTestFinished(
      async () => void (await runSql(admin, "drop owned by reader; drop role reader")),
    );
    await runSql(admin, "grant select on kysely_migration to reader");
    url.username = "reader";
    url.password = encodeURIComponent("pa/ss@word");
    const folder = newFolder();
    const { code, stderr } = await installation.rapport(
      ["backup", "--keep", "1", "--json", folder],
      { DATABASE_URL: url.href },
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^rapport: There is no backup: pg_dump: error: .*permission denied[^\n]*\n$/,
    );
    expect(stderr).not.toMatch(/pa.{1,3}ss/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("warns and succeeds if its time cannot be noted", async () => {
    const installation = await open("postgres");
    const name = new URL(installation.databaseUrl).pathname.slice(1);
    await runSql(
      installation.databaseUrl,
      `alter database ${name} set default_transaction_read_only = on`,
    );
    const folder = newFolder();
    const { code, stdout, stderr } = await backUp(installation, 1, folder);
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual([JSON.parse(stdout).file.split("/").at(-1)]);
    expect(stderr).toMatch(
      /^rapport: warning: the backup is complete, but .*noted.*read-only[^\n]*\n$/,
    );
  });

  it("names both versions if pg_dump is older than the server", async ({ skip }) => {
    const { rows } = { rows: await runSql(inject("postgresUrl"), "show server_version_num") };
    const [{ server_version_num: version }] = rows as [{ server_version_num: string }];
    const own = /\/(\d+)\//.exec(BINARIES ?? "")?.[1];
    if (Number(version) < (Number(own) + 1) * 10_000) return skip("pg_dump is not older");
    await using installation = await install("postgres");
    const folder = newFolder();
    const { code, stderr } = await backUp(installation, 1, folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/server version: \d+.*pg_dump version: \d+/);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
