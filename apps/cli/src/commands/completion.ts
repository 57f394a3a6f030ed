import { RootCommand } from "@bomb.sh/tab";
import addTab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

/**
 * Printed before and after the library's bash script. It defines the bash-completion function that the script calls,
 * because bash-completion may be missing, as on macOS. It prevents loading the script twice, because its constants are
 * read-only. `-o default` lets bash complete file names.
 */
const BASH_BEFORE = `
if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD-1]}
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
    }
fi
if ! declare -F __rapport_complete > /dev/null; then
`;
const BASH_AFTER = `
fi
complete -o default -F __rapport_complete rapport
`;

/** The output that makes the shell complete file names itself. */
const LEAVE_TO_SHELL = ":0";

const EXAMPLES = `
Examples:
  $ source <(rapport completion bash)
  $ rapport completion zsh > "\${fpath[1]}/_rapport"
  $ rapport completion fish > ~/.config/fish/completions/rapport.fish`;

/** Adds `rapport completion` and the hidden command that its scripts call. Completes the commands added before. */
export function addCompletion(program: Command): void {
  const tab = addTab(program, { completionCommandName: "completion" });
  for (const [path, completed] of tab.commands) {
    const command = find(program, path.split(" "));
    if (command !== undefined) completed.description = command.summary();
  }
  // The library has one object for all programs of a process, so its method is called on the prototype.
  tab.parse = (words) =>
    isAtFile(program, words)
      ? console.log(LEAVE_TO_SHELL)
      : RootCommand.prototype.parse.call(tab, words);
  const completion = find(program, ["completion"]);
  const isForBash = () => completion?.args[0] === "bash";
  completion
    ?.helpGroup("Operate:")
    .summary("print a script that completes commands in a shell")
    .description(
      "Prints a script that makes bash, zsh or fish complete the commands and options of rapport. The command rapport must be on the PATH; see the README.",
    )
    .addHelpText("after", EXAMPLES)
    .hook("preAction", () => void (isForBash() && process.stdout.write(BASH_BEFORE)))
    .hook("postAction", () => void (isForBash() && process.stdout.write(BASH_AFTER)));
}

/** Returns whether the last word is, or will be, a file name. */
function isAtFile(program: Command, words: readonly string[]): boolean {
  const [before, last = ""] = [words.slice(0, -1), words.at(-1)];
  const isOption = last.startsWith("-") || before.at(-1)?.startsWith("--");
  return !isOption && deepest(program, before).registeredArguments[0]?.name() === "file";
}

/** Returns the deepest command that the words name. */
function deepest(from: Command, [name, ...rest]: readonly string[]): Command {
  const next = from.commands.find((command) => command.name() === name);
  return next === undefined ? from : deepest(next, rest);
}

function find(from: Command, path: readonly string[]): Command | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return from;
  const next = from.commands.find((command) => command.name() === name);
  return next && find(next, rest);
}
