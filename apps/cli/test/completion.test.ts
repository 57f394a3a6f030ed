import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

describe("completion in bash", () => {
  let bin: string;
  beforeAll(() => {
    bin = mkdtempSync(join(tmpdir(), "rapport-completion-"));
    const file = join(bin, "rapport");
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    chmodSync(file, 0o755);
  });
  afterAll(() => rmSync(bin, { recursive: true, force: true }));

  it.each<[string, string[], string[]]>([
    ["nouns", ["rapport", "te"], ["template", "tenant"]],
    ["commands without a noun", ["rapport", "do"], ["doctor"]],
    ["verbs", ["rapport", "tenant", ""], ["create", "help", "list"]],
    ["options", ["rapport", "copy", "--"], ["--from", "--help", "--json", "--to"]],
    ["an option begun", ["rapport", "client", "create", "--pro"], ["--project"]],
    ["shells", ["rapport", "completion", ""], ["bash", "fish", "powershell", "zsh"]],
    ["nothing for what is not known", ["rapport", "nonsense", "x"], []],
  ])("completes %s", async (_, words, expected) => {
    expect(await complete(bin, words)).toEqual(expected);
  });
});

describe("the completion scripts", () => {
  it.each(["bash", "zsh", "fish"])("for %s can be printed and ask rapport", async (shell) => {
    const { code, stdout } = await run(process.execPath, [MAIN, "completion", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain("rapport complete --");
  });

  it("for another shell are refused with those there are", async () => {
    const { code, stderr } = await run(process.execPath, [MAIN, "completion", "tcsh"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Allowed choices are zsh, bash, fish/);
  });
});

/** What bash offers for a line of these words, the cursor after the last of them. */
async function complete(bin: string, words: readonly string[]): Promise<string[]> {
  const script = `
    source <(rapport completion bash)
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=\${#COMP_LINE}
    compopt() { :; }
    __rapport_complete
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const PATH = [bin, process.env.PATH].join(delimiter);
  const args = ["--norc", "-c", script, "bash", ...words];
  const { stdout, stderr } = await run("bash", args, { PATH });
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean).toSorted();
}

async function run(file: string, args: readonly string[], env = { PATH: process.env.PATH ?? "" }) {
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
