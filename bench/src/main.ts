import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres } from "@rapport/testing";
import { benchAdmin, type TableTimes } from "./admin.ts";
import { type Figures, type Load, measure, median } from "./load.ts";
import { type Options, readOptions } from "./options.ts";
import { benchOverload, type OverloadFigures } from "./overload.ts";
import { pinSelf, type Running, startRapport, startYardstick } from "./processes.ts";
import { type Seeded, seed } from "./seed.ts";
import { benchTemplates } from "./templates.ts";
import { benchBacklog, benchDelay } from "./webhooks.ts";
import { WORKS } from "./works.ts";

interface Row {
  readonly database: string;
  readonly work: string;
  readonly rapport: Figures;
  readonly yardsticks: Readonly<Record<string, Figures>>;
}

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "rapport-bench-"));
const rows: Row[] = [];
const delays: Record<string, { p50: number; p99: number }> = {};
const syncs: Record<string, { totalMs: number; localMs: number }> = {};
const tables: Record<string, readonly TableTimes[]> = {};
const overloads: Record<string, readonly OverloadFigures[]> = {};
const memory: Record<string, { startMs: number; residentMb: number }> = {};
try {
  for (const dialect of options.dialects) await benchDatabase(dialect);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(
  options.out,
  `${JSON.stringify({ at: new Date().toISOString(), options, rows, delays, syncs, tables, overloads, memory }, null, 2)}\n`,
);
process.stdout.write(`\nWritten to ${options.out}.\n`);

async function benchDatabase(dialect: "sqlite" | "postgres"): Promise<void> {
  const postgres = dialect === "postgres" ? await startPostgres() : undefined;
  const url = postgres
    ? (await createDatabase(postgres.url)).url
    : `sqlite:${join(folder, "bench.db")}`;
  try {
    process.stdout.write(`\n${dialect}: making ${options.seed} records …\n`);
    const seeded = await seed(url, options.seed);
    pinSelf();
    await benchWorks(dialect, url, seeded);
    if (wants(options, "admin")) await benchTable(dialect, url, seeded);
    if (wants(options, "overload")) await benchOverloads(dialect, url, seeded);
    if (wants(options, "webhooks")) await benchWebhooks(dialect, url);
    if (wants(options, "templates")) {
      const sync = await benchTemplates(url, folder);
      syncs[dialect] = sync;
      process.stdout.write(
        `${dialect.padEnd(9)}sync of 5,000 templates   ${sync.totalMs} ms in all, ${sync.localMs} ms of them matching and writing\n`,
      );
    }
  } finally {
    await postgres?.stop();
  }
}

async function benchWorks(dialect: string, url: string, seeded: Seeded): Promise<void> {
  const running: Running[] = [];
  const keep = (server: Running): Running => {
    running.push(server);
    return server;
  };
  try {
    const rapport = keep(await startRapport({ DATABASE_URL: url, DATA_DIR: folder }));
    const express = keep(await startYardstick("express", url, seeded.projectId));
    const http = keep(await startYardstick("http", url, seeded.projectId));
    const caller = {
      token: await fetchToken(rapport, seeded),
      deepCursor: await cursorOfPage(rapport, seeded, 1_000, ""),
      deepFilteredCursor: await cursorOfPage(rapport, seeded, 1_000, "&lifecycleStage=lead"),
    };
    const wanted = WORKS.filter((work) => wants(options, work.name));
    for (const { name, load } of wanted) {
      // Alternate, so that a machine that slows down affects all of them equally.
      const [ours, bare, barest] = await inTurn([
        load(rapport.url, caller, seeded),
        load(express.url, null, seeded),
        load(http.url, null, seeded),
      ]);
      report({
        database: dialect,
        work: name,
        rapport: ours as Figures,
        yardsticks: { express: bare as Figures, http: barest as Figures },
      });
    }
    if (wants(options, "token")) await benchTokens(dialect, rapport, seeded);
    memory[dialect] = { startMs: rapport.startMs, residentMb: rapport.residentMb() };
    process.stdout.write(
      `${dialect}: ${rapport.startMs} ms from start to first answer, ${rapport.residentMb()} MiB resident after the load\n`,
    );
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

async function benchOverloads(dialect: string, url: string, seeded: Seeded): Promise<void> {
  const figures: OverloadFigures[] = [];
  overloads[dialect] = figures;
  const path = `/api/crm/objects/contacts/${seeded.firstId}`;
  for (const connections of [500, 4_000]) {
    const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder, METRICS_PORT: "0" });
    try {
      const authorization = `Bearer ${await fetchToken(rapport, seeded)}`;
      const reads: Load = {
        ...{ url: rapport.url, method: "GET", headers: { authorization } },
        next: () => ({ path }),
      };
      await measure(reads, options);
      const { perSecond: capacity } = await measure(reads, options);
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
      const { seconds } = options;
      const one = await benchOverload(rapport, { request, capacity, connections, seconds });
      figures.push(one);
      process.stdout.write(
        `${dialect.padEnd(9)}overload of ${connections} connections, ${one.rate}/s: ${JSON.stringify(one.served)}  health ${JSON.stringify(one.health)}  ${one.residentMb} MiB\n`,
      );
    } finally {
      await rapport.stop();
    }
  }
}

async function benchTable(dialect: string, url: string, seeded: Seeded): Promise<void> {
  const times = await benchAdmin(url, folder, seeded);
  tables[dialect] = times;
  for (const { call, medianMs, slowestMs } of times) {
    process.stdout.write(
      `${dialect.padEnd(9)}admin: ${call.padEnd(24)}median ${medianMs} ms  slowest ${slowestMs} ms\n`,
    );
  }
}

async function benchWebhooks(dialect: string, url: string): Promise<void> {
  for (const endpointCount of [1, 100]) {
    const { name, perSecond, bare } = await benchBacklog(url, folder, endpointCount);
    const figures = (rate: number): Figures => ({ perSecond: rate, p50: 0, p99: 0 });
    report({
      database: dialect,
      work: name,
      rapport: figures(perSecond),
      yardsticks: { undici: figures(bare) },
    });
  }
  const delay = await benchDelay(url, folder);
  delays[dialect] = delay;
  process.stdout.write(
    `${dialect.padEnd(9)}webhook delay from commit    p50 ${delay.p50} ms  p99 ${delay.p99} ms\n`,
  );
}

async function benchTokens(dialect: string, rapport: Running, seeded: Seeded): Promise<void> {
  const basic = btoa(`${seeded.clientId}:${seeded.clientSecret}`);
  const load: Load = {
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
  const [ours] = await inTurn([load]);
  report({
    database: dialect,
    work: "token",
    rapport: ours as Figures,
    yardsticks: { signature: signatures() },
  });
}

/** Measures how many RS256 signatures one processor makes, one after another. */
function signatures(): Figures {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const content = Buffer.alloc(600, "x");
  const end = performance.now() + options.seconds * 1000;
  let count = 0;
  while (performance.now() < end) {
    sign("sha256", content, privateKey);
    count++;
  }
  const perSecond = Math.round(count / options.seconds);
  return { perSecond, p50: 1000 / perSecond, p99: 1000 / perSecond };
}

async function inTurn(loads: readonly Load[]): Promise<readonly Figures[]> {
  const warmUp = {
    seconds: Math.max(1, Math.round(options.seconds / 3)),
    connections: options.connections,
  };
  for (const load of loads) await measure(load, warmUp);
  const rounds: Figures[][] = loads.map(() => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [i, load] of loads.entries()) rounds[i]?.push(await measure(load, options));
  }
  return rounds.map(median);
}

async function fetchToken(rapport: Running, seeded: Seeded): Promise<string> {
  const response = await fetch(`${rapport.url}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${seeded.clientId}:${seeded.clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      scope: "crm.contacts.read crm.contacts.write",
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Returns the cursor of a page of 50 contacts, or of the last but one if there are fewer pages. */
async function cursorOfPage(
  rapport: Running,
  seeded: Seeded,
  page: number,
  filter: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${seeded.apiKey}` };
  let cursor = "";
  for (let skipped = 0; skipped < (page - 1) * 50; skipped += 150) {
    const from = cursor === "" ? "" : `&cursor=${cursor}`;
    const response = await fetch(`${rapport.url}/v1/contacts?limit=150${filter}${from}`, {
      headers,
    });
    const { pagination } = (await response.json()) as { pagination: { nextCursor: string | null } };
    if (pagination.nextCursor === null) break;
    cursor = pagination.nextCursor;
  }
  return cursor;
}

function wants({ only }: Options, name: string): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

function report(row: Row): void {
  rows.push(row);
  const ratios = Object.entries(row.yardsticks).map(
    ([name, figures]) =>
      `${(row.rapport.perSecond / figures.perSecond).toFixed(2)} of ${name} (${figures.perSecond})`,
  );
  const { perSecond, p50, p99 } = row.rapport;
  process.stdout.write(
    `${row.database.padEnd(9)}${row.work.padEnd(24)}${String(perSecond).padStart(7)}/s  p50 ${p50} ms  p99 ${p99} ms  ${ratios.join("  ")}\n`,
  );
}
