import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseSecretKey, secretBox } from "@rapport/core";
import { PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Installation, inspect, install } from "./support/installation.ts";
import { runHere } from "./support/run-here.ts";

const MAIN = programPath("rapport");
const TOKEN = "EAAGmRapportNeverShowsThis0123456789";
const SET_ACCOUNT = ["messaging", "set", "--tenant", "1", "--waba-id", "1", "--access-token"];
const CREATE_ADMIN = ["admin", "create", "--email", "ada@example.com", "--password"];
/** script(1) of util-linux gives a program a terminal. */
const HAS_SCRIPT = spawnSync("script", ["--version"]).status === 0;

describe("the value of a secret option", () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = await install("sqlite");
    await installation.json("tenant", "create", "--name", "Acme");
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  it("can come from an environment variable", async () => {
    const { code } = await installation.rapport([...SET_ACCOUNT, "env:TOKEN"], { TOKEN });
    expect(code).toBe(0);
    expect(await storedToken()).toBe(TOKEN);
  });

  it.each(["", "\n", "\r\nmore"])("can be the first line of standard input (%j)", async (end) => {
    const { code } = await withInput([...SET_ACCOUNT, "-"], `${TOKEN}${end}`);
    expect(code).toBe(0);
    expect(await storedToken()).toBe(TOKEN);
  });

  it("can be piped into a process", async () => {
    const child = spawn(process.execPath, [MAIN, ...SET_ACCOUNT, "-"], { env: settings() });
    child.stdin.end(`${TOKEN}\n`);
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await storedToken()).toBe(TOKEN);
  });

  it("is checked like a typed one", async () => {
    const { code, stderr } = await withInput([...CREATE_ADMIN, "-"], "short\n");
    expect(code).toBe(1);
    expect(stderr).toMatch(/12 to 1000 char/);
  });

  it.each([
    ["env:NOWHERE", /^rapport: --password: the environment variable NOWHERE is not set\.\n$/],
    ["-", /^rapport: --password: standard input is empty\.\n$/],
  ])("is refused if %s contains none", async (given, message) => {
    const { code, stderr } = await withInput([...CREATE_ADMIN, given], "");
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  it.skipIf(!HAS_SCRIPT)("is asked for on a terminal without echo", async () => {
    const { code, shown } = await typeOnTerminal(`${TOKEN}\r`);
    expect(code, shown).toBe(0);
    expect(shown).toContain("--access-token (not shown): ");
    expect(shown).not.toContain(TOKEN);
    expect(await storedToken()).toBe(TOKEN);
  });

  it.skipIf(!HAS_SCRIPT).each([
    ["Ctrl-C", "\x03", 130, false],
    ["Ctrl-D", "\x04", 1, true],
  ])("is not read after %s, which ends the command", async (_, typed, ending, isTold) => {
    const { code, shown } = await typeOnTerminal(typed);
    expect([code, shown.includes("standard input is empty")]).toEqual([ending, isTold]);
  });

  async function typeOnTerminal(typed: string) {
    const command = [process.execPath, MAIN, ...SET_ACCOUNT, "-"].join(" ");
    const child = spawn("script", ["-qec", command, "/dev/null"], { env: settings() });
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (!shown.includes("not shown") && `${shown}${chunk}`.includes("not shown")) {
        child.stdin.write(typed);
      }
      shown += chunk;
    });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, shown };
  }

  const settings = () => ({
    ...PROGRAM_ENV,
    DATA_DIR: installation.dataDir,
    DATABASE_URL: installation.databaseUrl,
  });

  const withInput = (args: readonly string[], input: string) => runHere(args, settings(), input);

  async function storedToken(): Promise<string> {
    const key = readFileSync(join(installation.dataDir, "secret-key"), "utf8").trim();
    const sealed = await inspect(installation, async ({ kysely }) => {
      const query = kysely.selectFrom("messaging_accounts").select("access_token");
      return (await query.executeTakeFirstOrThrow()).access_token;
    });
    return secretBox([parseSecretKey(key)]).open(sealed);
  }
});
