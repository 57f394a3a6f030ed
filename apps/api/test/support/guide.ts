import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DIALECTS, type Dialect, PROGRAM_ENV, programPath } from "@rapport/testing";
import { expect } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FENCE = /^```(\w+)(?: (.+))?\n([\s\S]*?)^```$/gm;
const MARK = "<<<block ";
const BIN = ".rapport-bin";

/** Whether this machine has the programs that a guide needs besides Node. */
export const CAN_FOLLOW = isHere("bash") && isHere("curl");
const HAS_PYTHON = isHere("python3");

const { NODE_COMPILE_CACHE } = PROGRAM_ENV;
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** A fenced block of a guide: its language, the words after the language, and its text. */
interface Block {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
}

export interface Surroundings {
  /** Replacements for the URLs and folders in the guide. */
  readonly instead: Readonly<Record<string, string>>;
  /** Values for `NAME=…` in blocks marked `yours`. */
  readonly yours?: Readonly<Record<string, string>>;
  /** Database of the installation, by default SQLite. */
  readonly dialect?: Dialect;
  /** Environment of the commands. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Follows a guide literally in a new folder. Runs all `sh` blocks in one shell session. Writes each block with a file
 * name after its language to that file. A `json` block after a command is its expected output, where `…` matches any
 * text and an id any id. Words after `sh`: `rapport` runs the block in the repository, `yours` fills in each `NAME=…`,
 * `elsewhere` skips the block, and `sqlite` or `postgres` skips it on the other database. The commands find `rapport` in their
 * PATH.
 *
 * @param path path of the guide in the repository
 */
export async function follow(path: string, surroundings: Surroundings): Promise<void> {
  const blocks = read(path, surroundings);
  const folder = mkdtempSync(join(tmpdir(), "rapport-guide-"));
  try {
    for (const { words, text } of blocks) {
      const file = words.find((word) => word.includes("."));
      if (file !== undefined) writeFileSync(join(folder, file), text);
    }
    addRapport(folder);
    const printed = await run(script(blocks, surroundings), folder, surroundings.env ?? {});
    for (const [i, { language, words, text }] of blocks.entries()) {
      const command = blocks[i - 1];
      if (language !== "json" || words.length > 0) continue;
      if (command?.language !== "sh" || isLeftOut(command)) continue;
      const output = printed.get(i - 1) ?? "";
      expect(JSON.parse(output), `what block ${i - 1} of ${path} prints`).toEqual(
        expectation(JSON.parse(text)),
      );
    }
    checkTypes(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Puts the command into a folder of the PATH of the commands. Unlike the file that the README links, it does not look
 * whether the programs are built, which takes longer than most commands.
 */
function addRapport(folder: string): void {
  const program = [process.execPath, programPath("rapport")].map((part) => `"${part}"`).join(" ");
  mkdirSync(join(folder, BIN));
  writeFileSync(join(folder, BIN, "rapport"), `#!/bin/sh\nINIT_CWD="$PWD" exec ${program} "$@"\n`, {
    mode: 0o755,
  });
}

function read(path: string, { instead, dialect = "sqlite" }: Surroundings): readonly Block[] {
  const others: readonly string[] = DIALECTS.filter((one) => one !== dialect);
  let page = readFileSync(join(ROOT, path), "utf8");
  for (const [written, real] of Object.entries(instead)) page = page.replaceAll(written, real);
  return [...page.matchAll(FENCE)].map(([, language = "", words = "", text = ""]) => ({
    language,
    words: words.split(" ").map((word) => (others.includes(word) ? "elsewhere" : word)),
    text,
  }));
}

function script(blocks: readonly Block[], { yours = {} }: Surroundings): string {
  const parts = blocks.map((block, i) => {
    const { language, words, text } = block;
    if (language !== "sh" || isLeftOut(block)) return "";
    const commands = words.includes("yours") ? withYours(text, yours) : text;
    const place = words.includes("rapport") ? `pushd "${ROOT}" >/dev/null\n` : "";
    const back = words.includes("rapport") ? "popd >/dev/null\n" : "";
    return `echo; echo "${MARK}${i}"\n${place}${commands}${back}`;
  });
  return `set -euo pipefail\n${parts.join("\n")}`;
}

/** Type-checks the TypeScript programs of the guide against the packages that it installed. */
function checkTypes(folder: string): void {
  const programs = readdirSync(folder).filter((name) => name.endsWith(".mts"));
  if (programs.length === 0) return;
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext"];
  const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules/typescript/bin/tsc"), ...options, ...types, ...programs],
    { cwd: folder, encoding: "utf8" },
  );
  expect([status, stdout]).toEqual([0, ""]);
}

/** Skips Python commands if this machine has no Python. */
function isLeftOut({ words, text }: Block): boolean {
  return words.includes("elsewhere") || (!HAS_PYTHON && text.startsWith("python3 "));
}

function isHere(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

function withYours(text: string, yours: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\b((\w+)=)…/g, (_, assignment: string, name: string) => {
    const value = yours[name];
    if (value === undefined) throw new Error(`the guide asks its reader for ${name}`);
    return `${assignment}'${value}'`;
  });
}

/** Runs the commands and returns the standard output of each block, by its index in the guide. */
async function run(
  commands: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<number, string>> {
  const path = [
    join(folder, BIN),
    join(ROOT, "node_modules/.bin"),
    dirname(process.execPath),
    process.env.PATH,
  ];
  const shell = spawn("bash", ["-c", commands], {
    cwd: folder,
    env: {
      ...{ ...process.env, ...COMPILED, npm_config_prefer_offline: "true", ...env },
      PATH: path.join(delimiter),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  shell.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  shell.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  const code = await new Promise((resolve) => shell.on("close", resolve));
  expect([code, code === 0 ? "" : `${output}\n${errors}`]).toEqual([0, ""]);
  const parts = output.split(`\n${MARK}`).slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\n");
      return [Number(part.slice(0, end)), part.slice(end + 1).trim()];
    }),
  );
}

/** Converts ids, timestamps and `…` in strings to patterns that match any value of the same type. */
function expectation(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => expectation(one));
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, expectation(one, key)]),
    );
  }
  if (name === "id" && typeof value === "number") return expect.any(Number);
  if (typeof value !== "string") return value;
  if (name === "id" && /^\d+$/.test(value)) return expect.stringMatching(/^\d+$/);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return expect.stringMatching(/^\d{4}-/);
  if (!value.includes("…")) return value;
  const parts = value.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return expect.stringMatching(new RegExp(`^${parts.join("[\\s\\S]*")}$`));
}
