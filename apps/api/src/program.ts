import type { Server } from "node:http";
import { ConfigError } from "./config.ts";

/** Milliseconds that requests under way have to end when a program stops. */
const DRAIN_LIMIT = 10_000;

/**
 * Runs a server until a signal stops it. A start that fails is told in one line and ends the program with 1.
 *
 * @param name what the program's lines on standard error begin with
 */
export async function runProgram(
  name: string,
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  try {
    stopOnSignal(name, await start());
  } catch (error) {
    const line = error instanceof ConfigError ? error.message : `cannot start: ${oneLine(error)}`;
    process.stderr.write(`${name}: ${line}\n`);
    process.exitCode = 1;
  }
}

function stopOnSignal(name: string, server: { stop(): Promise<void> }): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      server.stop().catch((error: unknown) => {
        process.stderr.write(`${name}: stopped uncleanly: ${oneLine(error)}\n`);
        process.exitCode = 1;
      });
    });
  }
}

function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const text = error.message === "" ? error.name : error.message;
  return (code === undefined || text.includes(code) ? text : `${text} (${code})`).replaceAll(
    /\s*\n\s*/g,
    " ",
  );
}

/**
 * Listens, or says which setting is in the way.
 *
 * @param at.setting the setting that the port comes from
 * @throws ConfigError when the address cannot be listened on
 */
export function listen(
  server: Server,
  at: { setting: string; host: string; port: number },
): Promise<void> {
  const { setting, host, port } = at;
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigError(
              `${setting} ${port} is in use by another program; set another ${setting}`,
            )
          : new ConfigError(`HOST ${host} and ${setting} ${port} cannot be used: ${error.message}`),
      );
    });
    server.listen(port, host, resolve);
  });
}

/** Takes no more connections and waits for the requests under way, ten seconds at most. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT);
  await closed;
  clearTimeout(timer);
}
