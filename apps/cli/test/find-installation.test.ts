import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIALECTS, freePort, testDatabase } from "@rapport/testing";
import type { Command } from "commander";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProgram } from "../src/program.ts";
import { addSettingsFile, type ProcessIo } from "../src/session.ts";
import { install } from "./support/installation.ts";
import { runHere } from "./support/run-here.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rapport-find-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** These make an installation, or need none. */
const MAKE_ONE = ["migrate", "copy", "completion"];

/** The first example of each other command, as words. */
function examples(command: Command): readonly string[][] {
  if (command.commands.length > 0) return command.commands.flatMap(examples);
  const [, example = ""] = /Examples:\n {2}\$ rapport (.+)\n?/.exec(textOf(command)) ?? [];
  const words = [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)];
  return MAKE_ONE.includes(example.split(" ")[0] ?? "")
    ? []
    : [words.map(([, double, single, bare]) => double ?? single ?? bare ?? "")];
}

function textOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

const nobody = {
  env: {},
  stdin: process.stdin,
  stdout: { write: () => true },
  stderr: { write: () => true },
} satisfies ProcessIo;

describe("a command without an installation", () => {
  const commands = examples(createProgram(nobody)).filter(([word]) => word !== undefined);

  it("is tried for every command", () => {
    expect(commands.length).toBeGreaterThan(25);
  });

  it.each(commands.map((words) => [words.join(" "), words] as const))(
    "makes no database and no key: rapport %s",
    async (_name, words) => {
      const env = { DATA_DIR: join(folder, "data"), INIT_CWD: folder, DATABASE_WAIT: "0" };
      const { code } = await runHere(words, env);
      expect(code).not.toBe(0);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.each(["tenant list", "key list --project 1", "worker", "secrets rotate"])(
    "says what to set: rapport %s",
    async (words) => {
      const dataDir = join(folder, "data");
      const { code, stderr } = await runHere(words.split(" "), { DATA_DIR: dataDir });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(
          `rapport: No installation in ${dataDir}; set DATA_DIR or DATABASE_URL`,
        ),
      });
    },
  );

  it("is refused by an empty PostgreSQL too, and makes no table", async () => {
    const database = await testDatabase("postgres");
    const env = { DATABASE_URL: database.url, SECRET_KEY: Buffer.alloc(32).toString("base64") };
    for (const _ of [1, 2]) {
      const { code, stderr } = await runHere(["tenant", "list"], env);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining("No installation in the database of DATABASE_URL"),
      });
    }
    await database.drop();
  });

  it("does not wait for PostgreSQL", async () => {
    const DATABASE_URL = `postgres://u:p@127.0.0.1:${await freePort()}/x`;
    const env = { DATABASE_URL, SECRET_KEY: Buffer.alloc(32).toString("base64") };
    const { code, stderr } = await runHere(["tenant", "list"], env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("ECONNREFUSED") });
  });
});

describe.each(DIALECTS)("the settings of a server on %s", (dialect) => {
  it("are read from RAPPORT_ENV_FILE, except those that are set", async () => {
    await using installation = await install(dialect);
    const file = join(folder, "rapport.env");
    const { dataDir, databaseUrl } = installation;
    writeFileSync(file, `DATA_DIR="${dataDir}"\n# The database\nDATABASE_URL=${databaseUrl}\n`);
    const found = await runHere(["tenant", "list"], { RAPPORT_ENV_FILE: file });
    expect(found).toEqual({ code: 0, stdout: "None.\n", stderr: "" });
    const other = await runHere(["tenant", "list"], {
      RAPPORT_ENV_FILE: "rapport.env",
      INIT_CWD: folder,
      DATABASE_URL: `sqlite:${join(folder, "none.db")}`,
    });
    expect(other.stderr).toContain(`No installation in ${folder}`);
  });

  it("without a key is refused: a command makes none", async () => {
    await using installation = await install(dialect);
    rmSync(join(installation.dataDir, "secret-key"));
    const { code, stderr } = await installation.rapport(["tenant", "list"]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `There is no secret key in ${join(installation.dataDir, "secret-key")}`,
    );
    expect(readdirSync(installation.dataDir)).not.toContain("secret-key");
  });
});

describe("the settings file of the guides", () => {
  const withUsual = (env: Record<string, string>, file: string) => {
    addSettingsFile({ ...nobody, env }, file);
    return env;
  };

  it("is read if neither DATABASE_URL nor DATA_DIR is set", () => {
    const file = join(folder, "rapport.env");
    writeFileSync(file, "DATA_DIR=/var/lib/rapport\nPORT=80\n");
    expect(withUsual({ PORT: "81" }, file)).toEqual({ DATA_DIR: "/var/lib/rapport", PORT: "81" });
    for (const env of [{ DATA_DIR: "/d" }, { DATABASE_URL: "postgres://h/d" }]) {
      expect(withUsual({ ...env }, file)).toEqual(env);
    }
    expect(withUsual({}, join(folder, "none.env"))).toEqual({});
  });

  it("may have comments, quoted lines and a byte order mark", () => {
    const file = join(folder, "rapport.env");
    const text =
      '\uFEFFDATA_DIR=/d\r\n\r\n # a comment\n; another\nexport PORT = 80\nHOST="a\nb"\nLOG_LEVEL=';
    writeFileSync(file, text);
    expect(withUsual({}, file)).toMatchObject({ DATA_DIR: "/d", PORT: "80", HOST: "a\nb" });
  });

  it.each([
    ["DATA_DIR=/d\nSECRET_KEY hunter2\nPORT=1\n", 2],
    ["DATA_DIR=/d\n\nhunter2", 3],
    ['HOST="a\nb"\n=hunter2\n', 3],
    ["SECRET-KEY=hunter2", 1],
  ])("with another line is an error that names the line only: %j", (text, line) => {
    const file = join(folder, "rapport.env");
    writeFileSync(file, text);
    const message = `Line ${line} of the settings file ${file} is not NAME=VALUE or a comment.`;
    expect(() => withUsual({}, file)).toThrow(new Error(message));
  });

  it("that is named and missing is an error", async () => {
    const { code, stderr } = await runHere(["tenant", "list"], { RAPPORT_ENV_FILE: "/none.env" });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^rapport: The settings file \/none\.env cannot be read: /),
    });
  });
});

it.runIf(process.getuid?.() === 0).each([["tenant list"], ["secrets rotate"]])(
  "a command of another user than the server's warns once, and names the command that works: %s",
  async (command) => {
    await using installation = await install("sqlite");
    const database = installation.databaseUrl.slice("sqlite:".length);
    chmodSync(database, 0o600);
    chownSync(database, 1, 1);
    const { code, stderr } = await installation.rapport(command.split(" "));
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^rapport: warning: \S+ belongs to another user, daemon\. Run commands as that user: runuser -u daemon -- rapport …\n$/,
    );
  },
);
