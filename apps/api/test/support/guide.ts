import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FENCE = /^```(\w+)(?: (.+))?\n([\s\S]*?)^```$/gm;
const MARK = "<<<block ";

/** What a guide's reader has to have besides Node; a machine of the tests may have less. */
export const CAN_FOLLOW = isHere("bash") && isHere("curl");
const HAS_PYTHON = isHere("python3");

/** One fenced block of a guide: its language, the words after it, and what stands in it. */
interface Block {
  readonly language: string;
  readonly words: readonly string[];
  readonly text: string;
}

export interface Surroundings {
  /** What stands for the addresses and folders that the guide names: those of the running server. */
  readonly instead: Readonly<Record<string, string>>;
  /** What the reader puts in place of `NAME=…` in a block marked `yours`. */
  readonly yours?: Readonly<Record<string, string>>;
  /** Environment of the commands. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Does what a guide says, word for word, as its reader would: in a new folder, each `sh` block in one
 * shell session, each `ts NAME`, `python NAME` or `json NAME` block a file. A `json` block after a command is
 * the answer that it must print, with `…` for what differs each time. Of the words after `sh`, `rapport` means
 * in the repository, `yours` that the reader fills in each `NAME=…`, and `elsewhere` that it is not for this run.
 *
 * @param path of the guide in the repository
 */
export async function follow(path: string, surroundings: Surroundings): Promise<void> {
  const blocks = read(path, surroundings.instead);
  const folder = mkdtempSync(join(tmpdir(), "rapport-guide-"));
  try {
    for (const { words, text } of blocks) {
      const file = words.find((word) => word.includes("."));
      if (file !== undefined) writeFileSync(join(folder, file), text);
    }
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

function read(path: string, instead: Surroundings["instead"]): readonly Block[] {
  let page = readFileSync(join(ROOT, path), "utf8");
  for (const [written, real] of Object.entries(instead)) page = page.replaceAll(written, real);
  return [...page.matchAll(FENCE)].map(([, language = "", words = "", text = ""]) => ({
    language,
    words: words.split(" ").filter(Boolean),
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

/** The programs of the guide, with the types of what it has installed. */
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

/** Python's part of a guide can be followed only where there is Python. */
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

/** Standard output of each block, by its place in the guide. */
async function run(
  commands: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<number, string>> {
  const path = [join(ROOT, "node_modules/.bin"), dirname(process.execPath), process.env.PATH];
  const shell = spawn("bash", ["-c", commands], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: "true", ...env, PATH: path.join(delimiter) },
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

/** Texts with `…` match anything in its place; so do moments, which are never the same twice. */
function expectation(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expectation);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expectation(one)]));
  }
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return expect.stringMatching(/^\d{4}-/);
  if (!value.includes("…")) return value;
  const parts = value.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return expect.stringMatching(new RegExp(`^${parts.join("[\\s\\S]*")}$`));
}
