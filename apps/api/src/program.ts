import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { constants } from "node:os";
import { ConfigError } from "./config.ts";

/** Milliseconds after its grace in which a program that was told to stop ends in any case. */
const STOP_LIMIT = 20_000;

interface Stoppable {
  /** Milliseconds that it goes on answering when told to stop. */
  readonly stopGrace: number;
  stop(): Promise<void>;
}

/**
 * Runs a server until a signal stops it; a second signal ends it at once. If the start fails, it writes one line
 * and ends the program with 1.
 *
 * @param name what the program's lines on standard error begin with
 * @param welcome returns the text to print once the server listens; if it throws, the server stops again
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
 * Calls `stop` at the first SIGINT or SIGTERM. The second one ends the program at once, and so does a stop that takes
 * too long, as that of a program whose database does not answer.
 *
 * @param name what the program's lines on standard error begin with
 * @param graceMs milliseconds that a stop may take in addition
 */
export function onStopSignal(name: string, graceMs: number, stop: () => void): void {
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal]);
      stopping = true;
      setTimeout(() => {
        process.stderr.write(`${name}: stopped before everything under way had ended\n`);
        process.exit(1);
      }, graceMs + STOP_LIMIT).unref();
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
 * Listens, or says which setting is in the way.
 *
 * @param at.setting the setting that the port comes from
 * @returns the port, the system's choice when `at.port` is 0
 * @throws ConfigError when the address cannot be listened on
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

/** Returns the error of a listener that cannot have its address, as one that names the setting. */
export function listenError(
  error: NodeJS.ErrnoException,
  { setting, host, port }: { setting: string; host: string; port: number },
): ConfigError {
  return error.code === "EADDRINUSE"
    ? new ConfigError(`${setting} ${port} is in use by another program; set another ${setting}`)
    : new ConfigError(`HOST ${host} and ${setting} ${port} cannot be used: ${error.message}`);
}

/** Replaces the port 0 of an address made from settings by the port that is listened on. */
export function withPort(url: string, port: number): string {
  return url.replace(/:0$/, `:${port}`);
}
