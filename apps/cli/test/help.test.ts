import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROGRAM_ENV, programPath } from "@rapport/testing";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgram } from "../src/program.ts";
import { type Installation, install } from "./support/installation.ts";
import { runToEnd } from "./support/run-to-end.ts";

interface Named {
  readonly path: string;
  readonly command: Command;
}

const MAIN = programPath("rapport");
const program = createProgram(process);
const ALL = walk(program, "rapport");
const VERBS = ALL.filter(({ command }) => command.commands.length === 0);

describe("help", () => {
  it.each(ALL)("$path describes itself, its options and its arguments", ({ command }) => {
    if (command !== program) {
      expect(command.summary()).toMatch(/^\S.{5,70}[^.]$/);
    }
    if (command.parent === program) expect(command.helpGroup()).toMatch(/^[A-Z].*:$/);
    expect(command.description()).toMatch(/^[A-Z].*\.$/);
    for (const option of command.options) expect(option.description, option.flags).not.toBe("");
    for (const one of command.registeredArguments) expect(one.description, one.name()).not.toBe("");
  });

  it.each(VERBS)("$path has examples that contain it", ({ path, command }) => {
    let text = "";
    command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
    const [, examples = ""] = text.split("Examples:\n");
    expect(examples).toContain(path);
  });
});

it("a command exits with 0 and prints no error if its reader closes the pipe", async () => {
  const child = spawn(process.execPath, [MAIN, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

describe.skipIf(!existsSync("/dev/full"))("a command whose output cannot be written", () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await install("sqlite", { isNew: true });
    await installation.json("migrate");
  });
  afterAll(() => installation[Symbol.asyncDispose]());

  const rapport = (args: string, redirected: string) =>
    runToEnd("sh", ["-c", `"$0" "$1" ${args} ${redirected}`, process.execPath, MAIN], {
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: installation.dataDir,
        DATABASE_URL: installation.databaseUrl,
      },
    });

  it("exits with 1 and says so in one line", async () => {
    expect(await rapport("tenant list", "> /dev/full")).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^rapport: The output cannot be written: ENOSPC: [^\n]+\n$/),
    });
  });

  it("does its work if only the progress cannot be written", async () => {
    const file = join(installation.dataDir, "copy.db");
    const ended = await rapport(`backup ${file}`, "2> /dev/full");
    expect(ended).toMatchObject({ code: 0, stdout: `file: ${file}\n` });
    expect(existsSync(file)).toBe(true);
  });
});

/** Lists the commands in the help, without the one that completion scripts call. */
function walk(command: Command, path: string): Named[] {
  const listed = command.createHelp().visibleCommands(command);
  const below = listed.filter((one) => one.name() !== "help");
  return [{ path, command }, ...below.flatMap((one) => walk(one, `${path} ${one.name()}`))];
}
