import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort, PROGRAM_ENV } from "@rapport/testing";
import Sqlite from "better-sqlite3";
import { cpuMs } from "./cpu.ts";
import { pinnedCommand, residentMbOf } from "./processes.ts";

/** A server of contacts that is not Rapport. */
export interface Peer {
  readonly url: string;
  /** Path of the contacts. */
  readonly path: string;
  /** Query string for the first 50 leads by id. */
  readonly firstLeads: string;
  residentMb(): number;
  cpuMs(): number;
  stop(): Promise<void>;
}

type Contacts = Iterable<Readonly<Record<string, string>>>;

const FIELDS = ["email", "firstname", "lastname", "lifecyclestage"] as const;
const START_LIMIT_MS = 60_000;

/** @param home the folder with Feathers' packages */
export async function startFeathers(home: string, file: string, contacts: Contacts): Promise<Peer> {
  const db = new Sqlite(file);
  db.exec(
    `create table contacts (id integer primary key, ${FIELDS.map((field) => `${field} text`).join(", ")})`,
  );
  fill(db, contacts);
  const port = await freePort();
  const program = fileURLToPath(new URL("../peers/feathers.mjs", import.meta.url));
  const server = await start([program, home, file, String(port)], port, "/contacts/1");
  const firstLeads = "lifecyclestage=lead&$limit=50&$sort[id]=1";
  return { ...server, path: "/contacts", firstLeads };
}

function fill(db: Sqlite.Database, contacts: Contacts): void {
  db.exec("create index contacts_by_stage on contacts (lifecyclestage, id)");
  const values = FIELDS.map((field) => `@${field}`).join(", ");
  const insert = db.prepare(`insert into contacts (${FIELDS.join(", ")}) values (${values})`);
  db.transaction(() => {
    for (const contact of contacts) insert.run(contact);
  })();
  db.close();
}

/** Starts a program and waits until a path answers. */
async function start(args: readonly string[], port: number, path: string) {
  const [program = "", ...rest] = pinnedCommand(args);
  const child = spawn(program, rest, {
    env: PROGRAM_ENV,
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
