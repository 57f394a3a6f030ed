import { Command, type HelpContext, type Option } from "commander";
import type { ProcessIo } from "./session.ts";

export interface Output {
  json?: boolean;
}

/** The help of a command. */
interface About {
  /** One line, for the list of commands. */
  readonly summary: string;
  /** One or two sentences. */
  readonly description: string;
  /** More paragraphs. */
  readonly details?: string;
  /** Complete command lines. Error messages show the first one. */
  readonly examples: readonly [string, ...string[]];
  /** Whether it runs if its group is called without the name of a command. */
  readonly isDefault?: boolean;
}

const HELP = "Run the command with --help to see its options.";

class Group extends Command {
  override createCommand(name?: string): Group {
    return new Group(name);
  }

  /** Refuses `help` for a command that does not exist. Commander would show the help of the group. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    const [word, name] = this.args;
    if (typeof context === "object" && context.error && word === "help" && name !== undefined) {
      this.error(`error: unknown command '${name}'`);
    }
    return super.help(context as HelpContext);
  }
}

class Verb extends Command {
  /** Refuses an option whose value is given twice. Otherwise the first value would be ignored. */
  override addOption(option: Option): this {
    super.addOption(option);
    if (option.variadic || option.isBoolean()) return this;
    let isGiven = false;
    return this.on(`option:${option.name()}`, () => {
      if (isGiven) this.error(`error: option '${option.flags}' is given twice. Give it once.`);
      isGiven = true;
    });
  }

  /** Reports a misspelt option before the required option that is missing because of it. */
  override parseOptions(args: string[]): ReturnType<Command["parseOptions"]> {
    const parsed = super.parseOptions(args);
    if (parsed.unknown.length > 0) {
      for (const option of this.options) option.makeOptionMandatory(false);
    }
    return parsed;
  }
}

/** Creates the root command. It throws a CommanderError instead of ending the process. */
export function root(
  io: ProcessIo,
  { name, description, version }: { name: string; description: string; version: string },
): Command {
  return new Group(name)
    .description(description)
    .version(version, "--version", "print the version")
    .configureHelp({ sortOptions: true })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => write(refusal(text)),
    })
    .exitOverride()
    .helpCommand("help [command]", "show help for a command");
}

/** Creates a group of commands for one kind of object. */
export function noun(
  program: Command,
  name: string,
  about: { summary: string; description: string; group: string },
): Command {
  return program
    .command(name)
    .helpGroup(about.group)
    .summary(about.summary)
    .description(about.description)
    .helpCommand("help [command]", "show help for a command");
}

/** Creates a command that performs an action and can print its result as JSON. */
export function verb(parent: Command, name: string, about: About): Command {
  const [example] = about.examples;
  const command = new Verb(name).copyInheritedSettings(parent);
  parent.addCommand(command, { isDefault: about.isDefault ?? false });
  return command
    .summary(about.summary)
    .description(about.description)
    .option("--json", "print exactly one JSON document")
    .addHelpText("after", about.details === undefined ? "" : `\n${about.details}`)
    .addHelpText("after", `\nExamples:\n${about.examples.map((one) => `  $ ${one}`).join("\n")}`)
    .configureOutput({ outputError: (text, write) => write(refusal(text, example)) });
}

function refusal(text: string, example?: string): string {
  const fault = text
    .replace(/^error: /, "")
    .replace(
      /^command-argument value (.*) is invalid for argument (.*?)\./s,
      "argument $2 cannot be $1.",
    )
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  const stop = /[.)]$/.test(fault) ? "" : ".";
  const shown = example === undefined ? "" : ` For example: ${example}.`;
  return `rapport: ${fault}${stop}${shown} ${HELP}\n`;
}
