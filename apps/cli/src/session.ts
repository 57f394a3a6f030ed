import type { Deps } from "@rapport/core";
import { escapeControls } from "@rapport/model";

export type Core = typeof import("@rapport/core");

/** The parts of the process that commands use. Tests pass their own. */
export interface ProcessIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & AsyncIterable<string | Buffer> & { isTTY?: boolean };
  readonly stdout: { write(text: string): unknown };
  readonly stderr: {
    write(text: string): unknown;
    /** Writes text with the control characters that draw progress. */
    draw?(text: string): unknown;
    readonly isTTY?: boolean;
  };
  exitCode?: NodeJS.Process["exitCode"];
}

/**
 * Opens the configured database, runs `work`, and closes the database. The service is loaded only now: that takes five
 * times as long as everything that help and completion need.
 *
 * @throws ConfigError for a wrong setting, or the error of `work`
 */
export async function withDeps<T>(
  { env }: ProcessIo,
  work: (deps: Deps, core: Core) => Promise<T>,
): Promise<T> {
  const core = await import("@rapport/core");
  const { readConfig } = await import("@rapport/api/config");
  const { openService } = await import("@rapport/api/service");
  const service = await openService(readConfig(env), () => undefined);
  try {
    return await work(service.deps, core);
  } finally {
    await service.close();
  }
}

/**
 * Prints a result: one JSON document with `--json`, otherwise one line per member.
 *
 * @param options.json whether the command was given `--json`
 */
export function print(
  io: ProcessIo,
  result: Readonly<Record<string, unknown>>,
  options: { json?: boolean },
): void {
  const text = options.json
    ? JSON.stringify(result)
    : Object.entries(result)
        .map(([name, value]) => `${name}: ${shown(value)}`)
        .join("\n");
  io.stdout.write(`${text}\n`);
}

/** Prints a list: one JSON array with `--json`, otherwise one row after another. */
export function printList(
  io: ProcessIo,
  rows: readonly object[],
  { json }: { json?: boolean },
): void {
  if (json) io.stdout.write(`${JSON.stringify(rows)}\n`);
  else if (rows.length === 0) io.stdout.write("None.\n");
  else for (const row of rows) print(io, row as Record<string, unknown>, {});
}

/**
 * Returns the process with outputs that show control characters as escapes, because names and messages of others may
 * have them, and a terminal would act on them. In JSON, which has the same escapes, they mean the same.
 */
export function escapingIo(io: ProcessIo): ProcessIo {
  const { stdout, stderr } = io;
  return Object.defineProperties(
    {
      env: io.env,
      stdin: io.stdin,
      stdout: { write: (text: string) => stdout.write(escapeControls(text, "\n\t")) },
      stderr: {
        isTTY: stderr.isTTY ?? false,
        write: (text: string) => stderr.write(escapeControls(text, "\n\t")),
        draw: (text: string) => stderr.write(text),
      },
    },
    { exitCode: { get: () => io.exitCode, set: (code) => Object.assign(io, { exitCode: code }) } },
  );
}

/** A line end in a value must not begin a line that looks like another member. */
function shown(value: unknown): string {
  return escapeControls(textOf(value));
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(" ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
