import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { programPath } from "@rapport/testing";
import { type Ended, runToEnd } from "./run-to-end.ts";

const MAIN = programPath("rapport");

export type Shell = "bash" | "zsh" | "fish";

export interface ShellWithCompletion extends Disposable {
  /** Returns the completions for a line with the cursor at its end, in a folder with the file `only.json`. */
  offers(line: string): Promise<string[]>;
  /** Runs a script in the shell. */
  run(script: string): Promise<Ended>;
}

export function isHere(shell: Shell): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

/** Creates a shell with `rapport` on its PATH, set up for completion as `rapport completion --help` says. */
export function withCompletion(shell: Shell): ShellWithCompletion {
  const home = mkdtempSync(join(tmpdir(), "rapport-completion-"));
  const [bin, folder] = [join(home, "bin"), join(home, "folder")];
  for (const one of [bin, folder]) mkdirSync(one);
  writeFileSync(join(folder, "only.json"), "[]");
  const command = join(bin, "rapport");
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(command, 0o755);
  if (isHere(shell)) {
    const { stdout } = spawnSync(process.execPath, [MAIN, "completion", shell]);
    writeFileSync(join(home, "script"), stdout);
  }
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    TERM: "dumb",
    LC_ALL: "C.UTF-8",
  };

  const run = (script: string, args: readonly string[] = []) =>
    runToEnd(shell, [...WITHOUT_SETTINGS[shell], "-c", script, ...args], { cwd: folder, env });

  return {
    run: (script) => run(script),
    async offers(line) {
      const { code, stdout, stderr } = await run(ASK[shell], ["ask", line].slice(ARGUMENT[shell]));
      if (code !== 0 || stderr !== "") throw new Error(`${shell} ended with ${code}: ${stderr}`);
      return [...new Set(stdout.split(/\r?\n/).filter(Boolean))].toSorted();
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

const WITHOUT_SETTINGS: Readonly<Record<Shell, readonly string[]>> = {
  bash: ["--norc"],
  zsh: ["-f"],
  fish: ["--no-config"],
};

/** Index of the script's first argument. bash and zsh put the name of the script first. */
const ARGUMENT: Readonly<Record<Shell, number>> = { bash: 0, zsh: 0, fish: 1 };

/** Scripts that print the completions, one per line. */
const ASK: Readonly<Record<Shell, string>> = {
  bash: `
    source ~/script
    read -ra COMP_WORDS <<< "$1"
    [[ $1 == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_LINE="$1"; COMP_POINT=\${#COMP_LINE}
    default=on
    compopt() { [[ "$*" == "+o default" ]] && default=off; }
    __rapport_complete
    printf '%s\\n' "\${COMPREPLY[@]}"
    complete -p rapport | grep -q -e '-o default' || exit 1
    if [[ \${#COMPREPLY[@]} == 0 && $default == on ]]; then compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"; fi
    exit 0`,

  // zsh completes only in a terminal, so this creates one. Each match is recorded when zsh adds it.
  zsh: `
    mkdir ~/functions && cp ~/script ~/functions/_rapport
    zmodload zsh/zpty
    zpty inner zsh -f -i
    zpty -w inner 'fpath=(~/functions $fpath); autoload -Uz compinit; compinit -u -D'
    zpty -w inner 'compadd() {
      if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
      local -a found; builtin compadd -A found "$@"; print -rl -- $found >> ~/offered; builtin compadd "$@"
    }'
    zpty -w inner 'comppostfuncs=(note); note() { : > ~/noted }; bindkey "^I" complete-word; : > ~/ready'
    until [[ -e ~/ready ]]; do zpty -r -t inner > /dev/null; sleep 0.05; done
    zpty -w -n inner "$1"$'\\t'
    until [[ -e ~/noted ]]; do zpty -r -t inner > /dev/null; sleep 0.05; done
    zpty -d inner
    [[ -e ~/offered ]] && cat ~/offered
    rm -rf ~/functions ~/offered ~/noted ~/ready`,

  fish: `
    source ~/script
    complete -C "$argv[1]" | string replace -r '\\t.*' ''
    exit 0`,
};
