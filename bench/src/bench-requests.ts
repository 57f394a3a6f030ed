import { generateKeyPairSync, sign } from "node:crypto";
import { cursorOfPage, fetchToken } from "./credentials.ts";
import type { BenchDatabase } from "./databases.ts";
import { type CpuClocks, type Figures, type Load, measureInTurn } from "./load.ts";
import { type Options, wants } from "./options.ts";
import { type Running, startRapport, startYardstick } from "./processes.ts";
import type { Row } from "./report.ts";
import { WORKS } from "./works.ts";

/** Measures the basic requests on Rapport, and compares them with Express and node:http running the same statements. */
export async function benchRequests(
  { url, seeded, databaseCpuMs }: BenchDatabase,
  folder: string,
  options: Options,
  report: (row: Omit<Row, "database" | "records">) => void,
): Promise<{ startMs: number; residentMb: number } | null> {
  const wanted = WORKS.filter((work) => wants(options, work.name));
  if (wanted.length === 0 && !wants(options, "token")) return null;
  const running: Running[] = [];
  const keep = (server: Running): Running => {
    running.push(server);
    return server;
  };
  try {
    const rapport = keep(await startRapport({ DATABASE_URL: url, DATA_DIR: folder }));
    const express = keep(await startYardstick("express", url, seeded.projectId));
    const http = keep(await startYardstick("http", url, seeded.projectId));
    const clocks = (server: Running): CpuClocks => ({
      server: server.cpuMs,
      database: databaseCpuMs,
    });
    const caller = {
      token: await fetchToken(rapport, seeded),
      deepCursor: await cursorOfPage(rapport, seeded, 1_000, ""),
      deepFilteredCursor: await cursorOfPage(rapport, seeded, 1_000, "&lifecycleStage=lead"),
    };
    for (const { name, load } of wanted) {
      // Alternate, so that a machine that slows down affects all of them equally.
      const [ours, bare, barest] = await measureInTurn(
        [
          { load: load(rapport.url, caller, seeded), clocks: clocks(rapport) },
          { load: load(express.url, null, seeded), clocks: clocks(express) },
          { load: load(http.url, null, seeded), clocks: clocks(http) },
        ],
        options,
      );
      report({
        work: name,
        rapport: ours as Figures,
        yardsticks: { express: bare as Figures, http: barest as Figures },
      });
    }
    if (wants(options, "token")) {
      const load = tokenLoad(rapport, seeded);
      const [ours] = await measureInTurn([{ load, clocks: clocks(rapport) }], options);
      const yardsticks = { signature: signatures(options.seconds) };
      report({ work: "token", rapport: ours as Figures, yardsticks });
    }
    return { startMs: rapport.startMs, residentMb: rapport.residentMb() };
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

function tokenLoad(rapport: Running, seeded: BenchDatabase["seeded"]): Load {
  const basic = btoa(`${seeded.clientId}:${seeded.clientSecret}`);
  return {
    url: rapport.url,
    method: "POST",
    headers: {
      authorization: `Basic ${basic}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    next: () => ({
      path: "/oauth2/token",
      body: "grant_type=client_credentials&scope=crm.contacts.read",
    }),
  };
}

/** Measures how many RS256 signatures one processor makes, one after another. */
function signatures(seconds: number): Figures {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const content = Buffer.alloc(600, "x");
  const end = performance.now() + seconds * 1000;
  let count = 0;
  while (performance.now() < end) {
    sign("sha256", content, privateKey);
    count++;
  }
  const perSecond = Math.round(count / seconds);
  const ms = 1000 / perSecond;
  return { perSecond, p50: ms, p99: ms, cpuUs: Math.round(1000 * ms), databaseCpuUs: 0 };
}
