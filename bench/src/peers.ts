import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@rapport/testing";
import Sqlite from "better-sqlite3";
import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { type Figures, type Load, measureInTurn } from "./load.ts";
import { type Options, wants } from "./options.ts";
import { FIELDS, fill, type Peer, runPeer, type StartPeer, startPeer } from "./peer-process.ts";
import { type Running, startRapport } from "./processes.ts";
import type { Row } from "./report.ts";
import { WORKS } from "./works.ts";

const PREFIX = "peers: ";
/** Works of `WORKS`, and what a peer is asked instead. */
const PEER_WORKS: Readonly<Record<string, (peer: Peer, count: number) => Load["next"]>> = {
  "read by id":
    ({ path }, count) =>
    () => ({ path: `${path}/${1 + Math.floor(Math.random() * count)}` }),
  create:
    ({ path }) =>
    () => ({ path, body: JSON.stringify(contact(`new${unique++}`)) }),
  "list 50 filtered, page 1":
    ({ path, firstLeads }) =>
    () => ({ path: `${path}?${firstLeads}` }),
};

const startFeathers: StartPeer = async (home, file, contacts) => {
  const db = new Sqlite(file);
  db.exec(
    `create table contacts (id integer primary key, ${FIELDS.map((field) => `${field} text`).join(", ")})`,
  );
  db.close();
  fill(file, contacts);
  const port = await freePort();
  const program = fileURLToPath(new URL("../peers/feathers.mjs", import.meta.url));
  const server = await startPeer([program, home, file, String(port)], port, "/contacts/1");
  const firstLeads = "lifecyclestage=lead&$limit=50&$sort[id]=1";
  return { ...server, path: "/contacts", firstLeads, headers: {} };
};

/** Directus with an admin's static token, which needs no look at permissions: its fastest caller. */
const startDirectus: StartPeer = async (home, file, contacts) => {
  const program = join(home, "node_modules/directus/cli.js");
  const port = await freePort();
  const token = randomBytes(16).toString("hex");
  const env = settingsOf(file, port, token);
  await runPeer([program, "bootstrap"], env);
  const server = await startPeer([program, "start"], port, "/server/ping", env);
  const headers = { authorization: `Bearer ${token}` };
  await createCollection(server.url, headers);
  fill(file, contacts);
  const firstLeads = "filter[lifecyclestage][_eq]=lead&limit=50&sort=id";
  return { ...server, path: "/items/contacts", firstLeads, headers };
};

const STARTS = { feathers: startFeathers, directus: startDirectus } as const;

let unique = 0;

/**
 * Measures what users could run instead, next to Rapport. Each keeps as many contacts in a SQLite file of its own. Does
 * nothing unless BENCH_PEERS names the folder that `bench/peers/README.md` fills.
 */
export async function benchPeers(
  { url, seeded }: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<void> {
  const installed = process.env.BENCH_PEERS;
  const wanted = WORKS.filter(
    ({ name }) => Object.hasOwn(PEER_WORKS, name) && wants(options, PREFIX + name),
  );
  if (installed === undefined || !url.startsWith("sqlite:") || wanted.length === 0) return;
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  const peers = new Map<string, Peer>();
  const data = join(folder, "peers");
  mkdirSync(data);
  try {
    for (const [name, start] of Object.entries(STARTS)) {
      const home = join(installed, name);
      if (!existsSync(home)) continue;
      peers.set(name, await start(home, join(data, `${name}.db`), contacts(seeded.count)));
    }
    const caller = {
      ...{ token: await fetchToken(rapport, seeded) },
      ...{ deepCursor: "", deepFilteredCursor: "" },
    };
    for (const { name, load } of wanted) {
      const own = load(rapport.url, caller, seeded);
      const loads = [
        { load: own, clocks: clocksOf(rapport) },
        ...[...peers.values()].map((peer) => ({
          load: {
            ...{ url: peer.url, method: own.method },
            headers: { ...peer.headers, "content-type": "application/json" },
            next: (PEER_WORKS[name] as (typeof PEER_WORKS)[string])(peer, seeded.count),
          },
          clocks: clocksOf(peer),
        })),
      ];
      const [ours, ...theirs] = await measureInTurn(loads, options);
      const yardsticks = Object.fromEntries(
        [...peers.keys()].map((peer, i) => [peer, theirs[i] as Figures]),
      );
      report({ work: PREFIX + name, rapport: ours as Figures, yardsticks });
    }
    for (const [name, server] of [["rapport", rapport] as const, ...peers]) {
      process.stdout.write(
        `peers     ${name}: ${server.residentMb()} MiB resident after the load\n`,
      );
    }
  } finally {
    await Promise.all([rapport, ...peers.values()].map((server) => server.stop()));
    rmSync(data, { recursive: true, force: true });
  }
}

function settingsOf(file: string, port: number, token: string): Record<string, string> {
  const folder = `${file}.files`;
  mkdirSync(folder);
  return {
    ...{ DB_CLIENT: "sqlite3", DB_FILENAME: file },
    ...{ HOST: "127.0.0.1", PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...{ SECRET: randomBytes(32).toString("hex"), ADMIN_TOKEN: token },
    ...{ ADMIN_EMAIL: "ada@example.com", ADMIN_PASSWORD: randomBytes(16).toString("hex") },
    // One of its libraries writes to HOME.
    ...{ HOME: folder, EXTENSIONS_PATH: folder, STORAGE_LOCAL_ROOT: folder },
    ...{ SERVE_APP: "false", TELEMETRY: "false" },
    // Otherwise it delays requests while its processor is busy, as it is here.
    PRESSURE_LIMITER_ENABLED: "false",
  };
}

async function createCollection(url: string, headers: Record<string, string>): Promise<void> {
  const id = {
    ...{ field: "id", type: "integer" },
    schema: { is_primary_key: true, has_auto_increment: true },
  };
  const fields = [id, ...FIELDS.map((field) => ({ field, type: "string" }))];
  const response = await fetch(`${url}/collections`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ collection: "contacts", schema: {}, meta: {}, fields }),
  });
  if (!response.ok) throw new Error(`Directus answered ${response.status}`);
}

function clocksOf({ cpuMs }: Pick<Running, "cpuMs">) {
  return { server: cpuMs, database: () => 0 };
}

function* contacts(count: number): Generator<ReturnType<typeof contact>> {
  for (let i = 0; i < count; i++) yield contact(`person${i}`, i % 10 === 0 ? "customer" : "lead");
}

function contact(name: string, lifecyclestage = "lead") {
  return {
    email: `${name}@example.com`,
    firstname: `First ${name}`,
    lastname: name,
    lifecyclestage,
  };
}
