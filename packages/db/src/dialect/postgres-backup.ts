import { spawn } from "node:child_process";
import { once } from "node:events";
import { devNull } from "node:os";
import { text } from "node:stream/consumers";
import { makePrivateFile } from "../private-files.ts";

/**
 * Writes a dump of a database, as `pg_dump --format=custom` does. It has the state of one moment.
 *
 * @throws Error whose message says what to do, without the password
 */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  makePrivateFile(file);
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  // Every user of the machine can read the arguments of a process.
  address.password = "";
  const args = ["--format=custom", "--no-password", `--file=${file}`, `--dbname=${address.href}`];
  await runTool("pg_dump", args, password === "" ? {} : { PGPASSWORD: password });
}

/** Reads all data of a dump. @throws Error if that fails */
export async function checkDump(file: string): Promise<void> {
  await runTool("pg_restore", [`--file=${devNull}`, file], {});
}

async function runTool(
  name: "pg_dump" | "pg_restore",
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(name, args, {
    env: { ...process.env, ...env, LC_ALL: "C" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const messages = text(child.stderr);
  let code: unknown;
  try {
    [code] = await once(child, "close");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(
      `There is no ${name} on this machine, which backups of PostgreSQL need. Install the client tools of PostgreSQL, in the server's version or a newer one.`,
    );
  }
  if (code === 0) return;
  const lines = (await messages).split("\n").filter((line) => line.trim() !== "");
  throw new Error(lines.join("; ") || `${name} was killed`);
}
