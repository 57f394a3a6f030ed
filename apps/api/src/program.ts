import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { constants } from "node:os";
import { ConfigError } from "./config.ts";

/** How long a stop may take after the grace period before the program exits anyway. */
const STOP_LIMIT_MS = 20_000;

interface Stoppable {
  /** Milliseconds to keep serving after a stop signal. */
  readonly stopGrace: number;
  stop(): Promise<void>;
}

/**
 * Runs a server until a signal stops it. A second signal exits at once. If the start fails, writes one line to standard
 * error and exits with status 1.
 *
 * @param name prefix of each line on standard error
 * @param welcome returns the text to print once the server listens; if it throws, the server is stopped
 */
export async function runProgram<Server extends Stoppable>(
  name: string,
  start: () => Promise<Server>,
  welcome: (server: Server) => Promise<string>,
): Promise<void> {
  try {
    const server = await start();
    await printWelcome(server, welcome);
    stopOnSignal(name, server);
  } catch (error) {
    const line = error instanceof ConfigError ? error.message : `cannot start: ${oneLine(error)}`;
    process.stderr.write(`${name}: ${line}\n`);
    process.exitCode = 1;
  }
}

async function printWelcome<Server extends Stoppable>(
  server: Server,
  welcome: (server: Server) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(await welcome(server));
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function stopOnSignal(name: string, server: Stoppable): void {
  onStopSignal(name, server.stopGrace, () => {
    server.stop().catch((error: unknown) => {
      process.stderr.write(`${name}: stopped uncleanly: ${oneLine(error)}\n`);
      process.exitCode = 1;
    });
  });
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. Exits at once at the second signal. Also exits if the stop takes too
 * long, for example because the database does not answer.
 *
 * @param name prefix of each line on standard error
 * @param graceMs milliseconds that a stop may take in addition to the usual 20 seconds
 */
export function onStopSignal(name: string, graceMs: number, stop: () => void): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal]);
      stopping = true;
      setTimeout(() => {
        process.stderr.write(`${name}: stopped before all running work had ended\n`);
        process.exit(1);
      }, graceMs + STOP_LIMIT_MS).unref();
      stop();
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
 * Starts to listen on an address.
 *
 * @param at.setting the setting that the port comes from
 * @returns the port, which the system chooses if `at.port` is 0
 * @throws ConfigError that names the setting, if the server cannot listen on the address
 */
export function listen(
  server: Server,
  at: { setting: string; host: string; port: number },
): Promise<number> {
  const { host, port } = at;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, at)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Converts an error of `listen` to one that names the setting. */
export function listenError(
  error: NodeJS.ErrnoException,
  { setting, host, port }: { setting: string; host: string; port: number },
): ConfigError {
  return error.code === "EADDRINUSE"
    ? new ConfigError(
        `${setting} ${port} is in use by another program; set ${setting} to another port`,
      )
    : new ConfigError(`HOST ${host} and ${setting} ${port} cannot be used: ${error.message}`);
}

/** Replaces a trailing port 0 in a URL with the port that the server listens on. */
export function withPort(url: string, port: number): string {
  return url.replace(/:0$/, `:${port}`);
}
