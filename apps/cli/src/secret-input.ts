import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ProcessIo } from "./session.ts";

/** Help text for an option that takes a secret only as `readHiddenSecret` does. */
export const HIDDEN_FORMS = "env:NAME reads an environment variable, - reads standard input";

/** Help text for an option that takes a secret. */
export const SECRET_FORMS = `${HIDDEN_FORMS}; a value typed here is visible in the list of processes`;

/**
 * Returns the secret of an option. `env:NAME` reads the environment variable NAME. `-` reads the first line of standard
 * input; on a terminal, it prompts without echo.
 *
 * @param option name of the option, for messages
 * @throws Error if the variable is not set or the input is empty
 */
export async function readSecret(io: ProcessIo, option: string, given: string): Promise<string> {
  if (given !== "-") return fromEnvironment(io, option, given);
  const [line = ""] = (io.stdin.isTTY ? await ask(io, option) : await text(io.stdin)).split(
    /\r?\n/,
  );
  if (line !== "") return line;
  throw new Error(`${option}: standard input is empty.`);
}

/** Does what `readSecret` does, but refuses a value that was typed, because every user of the machine can see it. */
export function readHiddenSecret(io: ProcessIo, option: string, given: string): Promise<string> {
  if (given === "-" || /^env:\w+$/.test(given)) return readSecret(io, option, given);
  throw new Error(
    `${option} must be - or env:NAME, because a value typed here is visible in the list of processes.`,
  );
}

/**
 * Returns the value of the environment variable if the text is `env:NAME`, otherwise the text unchanged.
 *
 * @throws Error if the variable is not set
 */
export function fromEnvironment(io: ProcessIo, option: string, given: string): string {
  const [, name] = /^env:(\w+)$/.exec(given) ?? [];
  if (name === undefined) return given;
  const value = io.env[name];
  if (value) return value;
  throw new Error(`${option}: the environment variable ${name} is not set.`);
}

async function ask(io: ProcessIo, option: string): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: io.stdin, output, terminal: true });
  // Prompt only now, because before this the terminal would echo the input.
  io.stderr.write(`${option} (not shown): `);
  // The terminal sends no signal while it echoes nothing.
  terminal.once("SIGINT", () => {
    terminal.close();
    io.stderr.write("\n");
    process.kill(process.pid, "SIGINT");
  });
  // Ctrl-D ends the prompt without input.
  const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    return await Promise.race([terminal.question(""), ended]);
  } finally {
    terminal.close();
    io.stderr.write("\n");
  }
}
