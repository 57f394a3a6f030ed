import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAM_ENV, programPath } from "@rapport/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Installation, install } from "./support/installation.ts";
import { runToEnd } from "./support/run-to-end.ts";

const MAIN = programPath("rapport");
const CAPABILITIES = "-dac_override,-dac_read_search";
/** Modes do not hold for root, unless setpriv(1) of util-linux takes its capabilities away. */
const AS_OTHERS =
  process.getuid?.() === 0
    ? ["setpriv", "--bounding-set", CAPABILITIES, "--inh-caps", CAPABILITIES]
    : [];
const CAN_RUN =
  process.platform !== "win32" &&
  (AS_OTHERS.length === 0 || spawnSync("setpriv", [...AS_OTHERS.slice(1), "true"]).status === 0);

describe.skipIf(!CAN_RUN)("a start fails with one line", () => {
  let installation: Installation;
  let file: string;
  beforeEach(async () => {
    installation = await install("sqlite");
    file = join(installation.dataDir, "own", "rapport.db");
    expect((await migrate()).code).toBe(0);
  });
  afterEach(async () => {
    chmodSync(join(installation.dataDir, "own"), 0o700);
    await installation[Symbol.asyncDispose]();
  });

  it("if the database file is read-only", async () => {
    chmodSync(file, 0o400);
    expect(await migrate()).toEqual(
      refused(/^rapport: DATABASE_URL: .*rapport\.db or its folder is read-only; .*\n$/),
    );
  });

  it("if the folder of the database is read-only", async () => {
    chmodSync(join(installation.dataDir, "own"), 0o500);
    expect(await migrate()).toEqual(
      refused(/^rapport: DATABASE_URL: .*rapport\.db or its folder is read-only; .*\n$/),
    );
  });

  it("if DATA_DIR is read-only and has no secret key", async () => {
    const folder = join(installation.dataDir, "closed");
    mkdirSync(folder, { mode: 0o500 });
    expect(await migrate({ DATA_DIR: folder })).toEqual(
      refused(
        /^rapport: DATA_DIR .*closed cannot hold the secret key: permission denied; run the command as root .*\n$/,
      ),
    );
    expect(existsSync(join(folder, "secret-key"))).toBe(false);
  });

  it("if the secret key may not be read, and says what to do", async () => {
    const key = join(installation.dataDir, "secret-key");
    chmodSync(key, 0o000);
    const line = `rapport: ${key} cannot be read: permission denied; run the command as root or as the user of the server.\n`;
    for (const words of [
      "migrate",
      "tenant list",
      "secrets rotate",
      "secrets reset --i-lost-the-key",
    ]) {
      expect(await command(words.split(" ")), words).toEqual({ code: 1, stdout: "", stderr: line });
    }
    expect(existsSync(key)).toBe(true);
    const { code, stdout } = await command(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^failed +secret key +.*secret-key cannot be read: permission denied; run/m,
    );
    expect(stdout).toMatch(/^ok +migrations /m);
    expect(stdout).not.toMatch(/^\w+ +secrets /m);
  });

  it("if the folder of the installation may not be entered, instead of calling it missing", async () => {
    const folder = join(installation.dataDir, "own");
    const key = { SECRET_KEY: Buffer.alloc(32).toString("base64") };
    chmodSync(folder, 0o000);
    const denied = /rapport\.db cannot be read: permission denied; run the command as root/;
    expect(await command(["tenant", "list"], key)).toEqual(refused(denied));
    expect((await command(["doctor"], key)).stdout).toMatch(
      /^failed +database +.*permission denied/m,
    );
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, "rapport.env"), "");
    chmodSync(folder, 0o000);
    expect(
      await command(["tenant", "list"], { RAPPORT_ENV_FILE: join(folder, "rapport.env") }),
    ).toEqual(refused(/^rapport: The settings file .* cannot be read: .*Run the command as root/));
  });

  const refused = (line: RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(line) });

  const migrate = (env: Record<string, string> = {}) => command(["migrate"], env);

  function command(words: readonly string[], env: Record<string, string> = {}) {
    const [program = "", ...args] = [...AS_OTHERS, process.execPath, MAIN, ...words];
    return runToEnd(program, args, {
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: installation.dataDir,
        DATABASE_URL: `sqlite:${file}`,
        ...env,
      },
    });
  }
});
