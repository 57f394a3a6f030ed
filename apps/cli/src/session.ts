import type { Deps } from "@rapport/core";

export type Core = typeof import("@rapport/core");

/** The parts of the process that commands use. Tests pass their own. */
export interface ProcessIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & AsyncIterable<string | Buffer> & { isTTY?: boolean };
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
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

function shown(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(" ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
