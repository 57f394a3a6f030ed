import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { PROGRAM_ENV } from "@rapport/testing";
import Sqlite from "better-sqlite3";
import { cpuMs, pinnedCommand, residentMbOf } from "./processes.ts";

/** A server of contacts that is not Rapport. */
export interface Peer {
  readonly url: string;
  /** Path of the contacts. */
  readonly path: string;
  /** Query string for the first 50 leads by id. */
  readonly firstLeads: string;
  /** Headers that every request needs. */
  readonly headers: Readonly<Record<string, string>>;
  residentMb(): number;
  cpuMs(): number;
  stop(): Promise<void>;
}

/**
 * Starts a peer with contacts.
 *
 * @param home the folder with the peer's packages
 * @param file the SQLite file that the peer creates
 */
export type StartPeer = (home: string, file: string, contacts: Contacts) => Promise<Peer>;

export type Contacts = Iterable<Readonly<Record<string, string>>>;

/** Fields of a contact besides its id. */
export const FIELDS = ["email", "firstname", "lastname", "lifecyclestage"] as const;

const START_LIMIT_MS = 60_000;

/** Fills the table `contacts`. */
export function fill(file: string, contacts: Contacts): void {
  const db = new Sqlite(file);
  db.exec("create index contacts_by_stage on contacts (lifecyclestage, id)");
  const values = FIELDS.map((field) => `@${field}`).join(", ");
  const insert = db.prepare(`insert into contacts (${FIELDS.join(", ")}) values (${values})`);
  db.transaction(() => {
    for (const contact of contacts) insert.run(contact);
  })();
  db.close();
}

/** Runs a program of a peer to its end. */
export async function runPeer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${args.join(" ")} failed`);
}

/** Starts a peer on one processor and waits until a path answers. */
export async function startPeer(
  args: readonly string[],
  port: number,
  path: string,
  env: Readonly<Record<string, string>> = {},
) {
  const [program = "", ...rest] = pinnedCommand(args);
  const child = spawn(program, rest, {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_LIMIT_MS;
  while (!(await answers(url + path))) {
    if (Date.now() < until && child.exitCode === null) await sleep(100);
    else throw new Error(`${args.join(" ")} does not start`);
  }
  return {
    url,
    residentMb: () => residentMbOf(child.pid as number),
    cpuMs: () => cpuMs(child.pid as number),
    stop: async () => {
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    },
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
