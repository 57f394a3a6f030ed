import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { programPath } from "@rapport/testing";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../src/program.ts";

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

/** Lists the commands in the help, without the one that completion scripts call. */
function walk(command: Command, path: string): Named[] {
  const listed = command.createHelp().visibleCommands(command);
  const below = listed.filter((one) => one.name() !== "help");
  return [{ path, command }, ...below.flatMap((one) => walk(one, `${path} ${one.name()}`))];
}
