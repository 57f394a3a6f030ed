import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { type Figures, type Load, measureInTurn } from "./load.ts";
import { type Options, wants } from "./options.ts";
import { startDirectus } from "./peer-directus.ts";
import { startFeathers } from "./peer-feathers.ts";
import type { Peer } from "./peer-process.ts";
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
