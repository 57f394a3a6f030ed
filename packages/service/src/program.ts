import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { constants } from "node:os";
import { CrmError } from "@rapport/core";
import { releaseIdleMemory } from "./operation/idle-memory.ts";
import { ConfigError } from "./settings/config.ts";

/** How long a stop may take after the grace period before the program exits anyway. */
export const STOP_LIMIT_MS = 20_000;

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

interface Stoppable {
  /** Milliseconds to keep serving after a stop signal. */
  readonly stopGrace: number;
  stop(): Promise<void>;
}

/**
 * Runs a server until a signal stops it. A second signal exits at once, as does one that comes during the start. If the
 * start fails, writes one line to standard error and exits with status 1.
 *
 * @param name prefix of each line on standard error
 * @param start logs that it listens just before it returns, because from then on a signal stops the server
 * @param welcome returns the text to print once the server listens; if it throws, the server is stopped
 */
export async function runProgram<Server extends Stoppable>(
  name: string,
  start: () => Promise<Server>,
  welcome: (server: Server) => Promise<string>,
): Promise<void> {
  let server: Server | undefined;
  let isStopping = false;
  onStopSignal(name, (signal) => {
    if (server === undefined) process.exit(128 + constants.signals[signal]);
    isStopping = true;
    void stopServer(name, server);
    return server.stopGrace;
  });
  try {
    server = await start();
    const text = await welcome(server);
    if (!isStopping) process.stdout.write(text);
    releaseIdleMemory();
  } catch (error) {
    // A stop closes the database that the text is made from.
    if (isStopping) return;
    process.stderr.write(`${name}: ${startFailure(error)}\n`);
    process.exitCode = 1;
    if (server !== undefined) await stopServer(name, server);
  }
}

/** Stops a server. If that fails, writes one line to standard error and sets the exit code to 1. */
export async function stopServer(name: string, server: Pick<Stoppable, "stop">): Promise<void> {
  try {
    await server.stop();
  } catch (error) {
    process.stderr.write(`${name}: stopped uncleanly: ${oneLine(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. Exits at once at the second signal. Also exits if the stop takes too
 * long, for example because the database does not answer.
 *
 * @param name prefix of each line on standard error
 * @param stop returns the milliseconds that the stop may take in addition to the usual 20 seconds
 * @returns a function that stops the program as the first signal does; further calls do nothing
 */
export function onStopSignal(name: string, stop: (signal: StopSignal) => number): () => void {
  let stopping = false;
  const begin = (signal: StopSignal) => {
    stopping = true;
    const graceMs = stop(signal);
    setTimeout(() => {
      process.stderr.write(`${name}: stopped before all running work had ended\n`);
      process.exit(1);
    }, graceMs + STOP_LIMIT_MS).unref();
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal]);
      begin(signal);
    });
  }
  return () => {
    if (!stopping) begin("SIGTERM");
  };
}

/** Returns the line for an error that prevents the start. */
export function startFailure(error: unknown): string {
  const isKnown = error instanceof ConfigError || error instanceof CrmError;
  return isKnown ? error.message : `cannot start: ${oneLine(error)}`;
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
