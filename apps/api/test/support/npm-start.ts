import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";
import { toldTo } from "./process.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

export interface NpmStart {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  /** Waits until the admin app runs and returns its URL and the first admin's credentials. */
  admin(): Promise<{ adminUrl: string; email: string; password: string }>;
  /** Stops the program and resolves when its output is closed. */
  end(): Promise<void>;
}

/** Runs `npm start` on an empty database. Resolves once the demo is set up. */
export async function npmStart(env: Record<string, string>): Promise<NpmStart> {
  const child = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...process.env, DEMO: "1", STOP_GRACE: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const closed = once(child, "close");
  const told = () => toldTo(output, env.DATA_DIR ?? "");
  const printed = (text: string) =>
    vi.waitFor(() => expect(told()).toContain(text), { timeout: 120_000 });
  const after = (label: string) => new RegExp(`${label} +(\\S+)`).exec(told())?.[1] ?? "";

  await printed("Ctrl-C stops it");
  return {
    url: after("API"),
    clientId: after("Client id"),
    clientSecret: after("Client secret"),
    apiKey: after("API key"),
    async admin() {
      await printed("Password");
      // The file of credentials is written before the address is printed.
      await printed("Admin app");
      return {
        adminUrl: after("Admin app"),
        email: after("Email"),
        password: after("Password"),
      };
    },
    async end() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}
