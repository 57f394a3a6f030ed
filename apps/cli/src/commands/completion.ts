import addTab from "@bomb.sh/tab/commander";
import type { Command } from "commander";

/** bash-completion, whose function the script calls, is not everywhere; on macOS it never is. */
const BASH_WITHOUT_PACKAGE = `
if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        cur=\${COMP_WORDS[COMP_CWORD]}
        prev=\${COMP_WORDS[COMP_CWORD-1]}
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
    }
fi
`;

const EXAMPLES = `
Examples:
  $ source <(rapport completion bash)
  $ rapport completion zsh > "\${fpath[1]}/_rapport"
  $ rapport completion fish > ~/.config/fish/completions/rapport.fish`;

/** Adds `rapport completion`, and the hidden command that its scripts ask; knows what was added before. */
export function addCompletion(program: Command): void {
  const tab = addTab(program, { completionCommandName: "completion" });
  for (const [path, completed] of tab.commands) {
    const command = find(program, path.split(" "));
    if (command !== undefined) completed.description = command.summary();
  }
  const completion = find(program, ["completion"]);
  completion
    ?.helpGroup("Operate:")
    .summary("print a script that completes commands in a shell")
    .description(
      "Prints a script with which bash, zsh or fish completes the commands and options of rapport. The command rapport has to be on the PATH.",
    )
    .addHelpText("after", EXAMPLES)
    .hook("preAction", () => {
      if (completion.args[0] === "bash") process.stdout.write(BASH_WITHOUT_PACKAGE);
    });
}

function find(from: Command, path: readonly string[]): Command | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return from;
  const next = from.commands.find((command) => command.name() === name);
  return next && find(next, rest);
}
