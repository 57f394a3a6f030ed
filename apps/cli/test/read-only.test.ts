import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
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
      refused(/^rapport: DATA_DIR .*closed cannot hold the secret key: EACCES.*\n$/),
    );
    expect(existsSync(join(folder, "secret-key"))).toBe(false);
  });

  const refused = (line: RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(line) });

  function migrate(env: Record<string, string> = {}) {
    const [command = "", ...args] = [...AS_OTHERS, process.execPath, MAIN, "migrate"];
    return runToEnd(command, args, {
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: installation.dataDir,
        DATABASE_URL: `sqlite:${file}`,
        ...env,
      },
    });
  }
});
