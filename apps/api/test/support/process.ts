import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PROGRAM_ENV, programPath } from "@rapport/testing";
import { expect, vi } from "vitest";

const MAIN = programPath("api");
/** The program with several processes, which are replaced sooner. */
export const QUICK_PROCESSES = fileURLToPath(new URL("./quick-processes.ts", import.meta.url));

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Returns the output so far. */
  output(): string;
  /** Waits until the demo is set up and returns its credentials. */
  credentials(): Promise<{ clientId: string; clientSecret: string; apiKey: string }>;
  /** Sends a signal and resolves with the exit code, or null if the signal killed the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program in a separate process, as an operator does. Resolves once it listens. */
export async function startProcess(
  env: Record<string, string>,
  program = MAIN,
): Promise<ServerProcess> {
  const { child, output, lines } = run(env, program);
  for await (const line of lines) {
    if (!line.includes('"msg":"listening"')) continue;
    const { port } = JSON.parse(line) as { port: number };
    return {
      child,
      url: `http://127.0.0.1:${port}`,
      output,
      credentials: () => credentials(output, env.DATA_DIR ?? ""),
      end: (signal) => end(child, signal),
    };
  }
  throw new Error(`the server did not start: ${output()}`);
}

/** Gets an access token from a server that runs in a process of its own. */
export async function fetchToken(
  { url }: Pick<ServerProcess, "url">,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  scopes: readonly string[],
): Promise<string> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials", scope: scopes.join(" ") }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Returns what a program without a terminal tells its operator: its output, then the file of the first credentials. */
export function toldTo(output: string, dataDir: string): string {
  const file = join(dataDir, "first-credentials.txt");
  return existsSync(file) ? `${output}\n${readFileSync(file, "utf8")}` : output;
}

async function credentials(output: () => string, dataDir: string) {
  await vi.waitFor(() => expect(output()).toContain("Ctrl-C stops it"), { timeout: 60_000 });
  const told = toldTo(output(), dataDir);
  const after = (label: string) => new RegExp(`${label} +(\\S+)`).exec(told)?.[1] ?? "";
  return {
    clientId: after("Client id"),
    clientSecret: after("Client secret"),
    apiKey: after("API key"),
  };
}

/** Runs the program until it exits. */
export async function runToEnd(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(env);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

function run(env: Record<string, string>, program = MAIN) {
  const child = spawn(process.execPath, [program], {
    env: {
      ...PROGRAM_ENV,
      HOST: "127.0.0.1",
      PORT: "0",
      // Keeps the issuer of tokens if a restart gets another port.
      ...(env.PORT === undefined && { PUBLIC_URL: "http://127.0.0.1:3000" }),
      DEMO: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return { child, output: () => text, lines: createInterface({ input: child.stdout }) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = once(child, "close");
  child.kill(signal);
  const [code] = (await closed) as [number | null];
  return code;
}
