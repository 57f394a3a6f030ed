import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { DIALECTS, PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../../api/test/support/app.ts";
import { runHere } from "./support/run-here.ts";

const secretKey = randomBytes(32);
const folder = mkdtempSync(join(tmpdir(), "rapport-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(DIALECTS)("rapport import on %s", (dialect) => {
  let app: TestApp;
  let project: { projectId: number; token: string };
  const dataDir = join(folder, dialect);
  beforeAll(async () => {
    app = await startApp({ dialect, settings: { dataDir, secretKeys: () => [secretKey] } });
    project = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  function run(...args: string[]) {
    return runHere(["import", ...args, "--project", String(project.projectId)], settings());
  }

  function settings() {
    return {
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: secretKey.toString("base64"),
      DATA_DIR: dataDir,
    };
  }

  function write(name: string, content: string | Uint8Array): string {
    const file = join(folder, `${dialect}-${name}`);
    writeFileSync(file, content);
    return file;
  }

  it("imports the rows of a file, and writes the refused ones", async () => {
    const file = write("people.csv", "email,Given\na@example.com,Ann\nwrong,Bob\n");
    const refused = join(folder, `${dialect}-refused.csv`);
    const options = ["--object", "contact", "--map", "Given=firstname", "--refused", refused];
    const ended = await run(file, ...options, "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({
      ...{ state: "done", read: 2, created: 1, updated: 0, unchanged: 0, refused: 1 },
    });
    expect(readFileSync(refused, "utf8")).toContain("wrong,Bob,");
  });

  it("says where the reasons of refused rows are, and not what is in the rows", async () => {
    const file = write("wrong.csv", "email\nnobody\n");
    const ended = await run(file, "--object", "contact");
    expect(ended).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /1 row was refused. The import \d+ in the admin app .* --refused/,
      ),
    });
    expect(ended.stderr).not.toContain("nobody");
  });

  it("updates by a property, from gzipped NDJSON", async () => {
    const lines = '{"email":"a@example.com","firstname":"Anna"}\n{"email":"n@example.com"}\n';
    const file = write("people.ndjson.gz", gzipSync(lines));
    const options = ["--object", "contact", "--mode", "upsert", "--by", "email"];
    const ended = await run("file", file, ...options);
    expect(ended.stdout).toContain("created: 1\nupdated: 1\n");
  });

  /** Starts an import in a process of its own, which a signal can stop. */
  function start(file: string) {
    const args = ["import", file, "--project", String(project.projectId), "--object", "contact"];
    const child = spawn(process.execPath, [programPath("rapport"), ...args], {
      env: { ...PROGRAM_ENV, ...settings() },
    });
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      told += text;
    });
    return { child, ended: once(child, "close"), told: () => told };
  }

  const newest = async () =>
    (await app.call("GET", "/api/crm/imports?limit=1", project)).body.data.results[0];

  it("cancels the import if it is stopped before it has read the file", async () => {
    const file = write("long.csv", `email\n${"someone@example.com\n".repeat(5_000_000)}`);
    const { child, ended, told } = start(file);
    await expect.poll(newest, { timeout: 20_000 }).toMatchObject({ state: "waiting" });
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
    expect(told()).toBe("rapport: The import was cancelled, because the command was stopped.\n");
    expect(await newest()).toMatchObject({ fileName: basename(file), state: "cancelled" });
  });

  it("says that the import goes on if it is stopped after it has read the file", async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => `long${i}@example.com\n`);
    const file = write("stopped.csv", `email\n${rows.join("")}`);
    const { child, ended, told } = start(file);
    // The import of the test before may be the newest, and until the first rows are written a stop cancels the import.
    const rowsRead = async () => {
      const { fileName, read } = await newest();
      return fileName === basename(file) ? read : 0;
    };
    await expect.poll(rowsRead, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
    const { id, state } = await newest();
    expect(state).toBe("running");
    expect(told()).toContain(
      `rapport: The command was stopped. A running server or worker continues the import ${id}. To cancel it, open "Imports" in the admin app, or send POST /api/crm/imports/${id}/cancel.\n`,
    );
    await app.call("POST", `/api/crm/imports/${id}/cancel`, project);
  });

  it("prints the counts even if the refused rows cannot be written", async () => {
    const file = write("refused.csv", "email\nwrong\n");
    const refused = join(folder, dialect, "gone", "refused.csv");
    mkdirSync(dirname(refused), { recursive: true });
    const ending = run(file, "--object", "contact", "--refused", refused);
    rmSync(dirname(refused), { recursive: true });
    const ended = await ending;
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringContaining("refused: 1\n") });
  });

  it.each([
    [["--mode", "upsert"], /Give with --by the property that finds the records/],
    [["--by", "email"], /Leave --by out/],
    [["--object", "deal", "--map", "email=probability"], /Ignore the column with --map COLUMN=/],
    [["--map", "email"], /COLUMN=PROPERTY/],
    [["--object", "planet"], /planet/],
  ])("refuses the options %j", async (options, message) => {
    const file = write("few.csv", "email\n");
    const object = options.includes("--object") ? [] : ["--object", "contact"];
    const ended = await run(file, ...object, ...options);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(message);
  });

  it.each([
    ["whose columns do not fit", "email,Shoe size\n", /"Shoe size". Name one with --map COLUMN=/],
    ["with a property twice", "email,Email\n", /Ignore one of them with --map COLUMN=/],
    ["that is an archive", "PK\u0003\u0004", /ZIP archive/],
  ])("refuses a file %s, and leaves no open import", async (_, content, message) => {
    const ended = await run(write("odd.csv", content), "--object", "contact");
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(message);
    const open = app.deps.db.kysely.selectFrom("jobs").select("id").where("state", "=", "waiting");
    expect(await open.execute()).toEqual([]);
  });
});
