import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { install } from "./support/installation.ts";
import { isHere, type Shell, type ShellWithCompletion, withCompletion } from "./support/shells.ts";

const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];

describe.each(SHELLS)("completion in %s", (name) => {
  let shell: ShellWithCompletion;
  beforeAll(() => {
    shell = withCompletion(name);
  });
  afterAll(() => shell[Symbol.dispose]());

  it.skipIf(!isHere(name)).each<[string, string, string[]]>([
    ["nouns", "rapport te", ["template", "tenant"]],
    ["commands without a noun", "rapport do", ["doctor"]],
    ["verbs", "rapport tenant ", ["create", "delete", "export", "help", "list", "restore"]],
    ["options", "rapport copy --", ["--from", "--help", "--json", "--to"]],
    ["an option from its first letters", "rapport client create --pro", ["--project"]],
    ["shells", "rapport completion ", ["bash", "fish", "powershell", "zsh"]],
    ["files", "rapport template import ", ["only.json"]],
    ["no file for the value of an option", "rapport template import --tenant ", []],
    ["nothing for an unknown command", "rapport nonsense x", []],
  ])("offers %s", async (_, line, expected) => {
    expect(await shell.offers(line)).toEqual(expected);
  });
});

it.skipIf(!isHere("bash"))("a shell can load the script for bash twice", async () => {
  using bash = withCompletion("bash");
  const source = "source <(rapport completion bash)";
  expect(await bash.run(`${source}\n${source}`)).toEqual({ code: 0, stdout: "", stderr: "" });
});

it("refuses an unknown shell, and lists the known ones", async () => {
  await using installation = await install("sqlite");
  const { code, stderr } = await installation.rapport(["completion", "tcsh"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Allowed choices are zsh, bash, fish/);
});
