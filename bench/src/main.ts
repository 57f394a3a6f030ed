import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchDatabase, openDatabases } from "./databases.ts";
import { benchPages } from "./measures/admin-pages.ts";
import type { CallTimes } from "./measures/admin-server.ts";
import { benchBatches } from "./measures/batches.ts";
import { benchQuestions } from "./measures/bench-questions.ts";
import { benchRequests } from "./measures/bench-requests.ts";
import { benchSyncs, type SyncFigures } from "./measures/syncs.ts";
import { benchTransfers, type TransferFigures } from "./measures/transfers.ts";
import { benchBacklog, benchDelay } from "./measures/webhooks.ts";
import { benchMemory, type MemoryFigures } from "./memory.ts";
import { readOptions, wants } from "./options.ts";
import { benchOthers, type OthersFigures } from "./others.ts";
import { pinSelf } from "./processes.ts";
import { print, printGrowth, printRow, type Row } from "./report.ts";

type Report = (row: Omit<Row, "database" | "records">) => void;

const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "rapport-bench-"));
const rows: Row[] = [];
/** By database and number of records. */
const delays: Record<string, { p50: number; p99: number }> = {};
const pages: Record<string, readonly CallTimes[]> = {};
const others: Record<string, readonly OthersFigures[]> = {};
const transfers: Record<string, readonly TransferFigures[]> = {};
const syncs: Record<string, readonly SyncFigures[]> = {};
const upserts: Record<string, MemoryFigures> = {};
const memory: Record<string, { startMs: number; residentMb: number }> = {};
try {
  for (const dialect of options.dialects) await benchDialect(dialect);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
printGrowth(rows);
writeFileSync(
  options.out,
  `${JSON.stringify({ at: new Date().toISOString(), options, rows, delays, pages, others, transfers, syncs, upserts, memory }, null, 2)}\n`,
);
process.stdout.write(`\nWritten to ${options.out}.\n`);

async function benchDialect(dialect: "sqlite" | "postgres"): Promise<void> {
  const databases = await openDatabases(dialect, options.onOneCore);
  try {
    for (const records of options.seeds) {
      print(`\n${dialect}`, `with ${records} records …`);
      const database = await databases.copySeeded(records);
      pinSelf();
      const report: Report = (row) => {
        const complete = { database: dialect, records, ...row };
        rows.push(complete);
        printRow(complete);
      };
      await benchDatabase(dialect, `${dialect} ${records}`, database, report);
      await database.drop();
    }
  } finally {
    await databases.stop();
  }
}

async function benchDatabase(
  dialect: string,
  key: string,
  database: BenchDatabase,
  report: Report,
): Promise<void> {
  // Questions come first, because the other works add records.
  await benchQuestions(database, folder, options, report);
  const start = await benchRequests(database, folder, options, report);
  if (start !== null) {
    memory[key] = start;
    print(
      dialect,
      `${start.startMs} ms from start to first answer, ${start.residentMb} MiB resident after the load`,
    );
  }
  await benchBatches(database, folder, options, report);
  if (wants(options, "others")) {
    others[key] = await benchOthers(database, folder, options);
    for (const { beside, alone, together, done } of others[key]) {
      print(
        dialect,
        `others' reads beside ${beside}: p99 ${together.p99} ms, ${alone.p99} ms without (${(together.p99 / alone.p99).toFixed(1)} times); p50 ${together.p50} and ${alone.p50} ms; ${done} meanwhile`,
      );
    }
  }
  transfers[key] = await benchTransfers(database, folder, options, report);
  for (const { work, rows, residentMb, readsP99 } of transfers[key]) {
    const { started, warm, peak } = residentMb;
    print(
      dialect,
      `${work} of ${rows} rows: ${peak} MiB at most, ${started} after the start, ${warm} warm; reads' p99 ${readsP99.beside} ms beside, ${readsP99.alone} ms without`,
    );
  }
  if (wants(options, "sync")) {
    syncs[key] = await benchSyncs(database, folder);
    for (const { by, read, written, changed, requests, seconds } of syncs[key]) {
      print(
        dialect,
        `sync by ${by}: ${requests} requests in ${seconds} s; ${read} read, ${written} written, ${changed} changed since`,
      );
    }
  }
  if (wants(options, "memory")) {
    upserts[key] = await benchMemory(database, folder, options);
    print(dialect, `memory over upserts: ${JSON.stringify(upserts[key])}`);
  }
  if (wants(options, "webhooks")) {
    delays[key] = await benchWebhooks(dialect, database, report);
  }
  // Last, because the pages need many more records.
  if (wants(options, "pages")) {
    pages[key] = await benchPages(database, folder);
    printCalls(dialect, "pages", pages[key]);
  }
}

function printCalls(dialect: string, works: string, calls: readonly CallTimes[]): void {
  for (const { call, medianMs, slowestMs } of calls) {
    print(dialect, `${works}: ${call.padEnd(28)}median ${medianMs} ms  slowest ${slowestMs} ms`);
  }
}

async function benchWebhooks(
  dialect: string,
  database: BenchDatabase,
  report: Report,
): Promise<{ p50: number; p99: number }> {
  for (const endpointCount of [1, 100]) {
    const { name, rapport, bare } = await benchBacklog(database, folder, endpointCount);
    report({ work: name, rapport, yardsticks: { undici: bare } });
  }
  const delay = await benchDelay(database.url, folder);
  print(dialect, `webhook delay from commit    p50 ${delay.p50} ms  p99 ${delay.p99} ms`);
  return delay;
}
