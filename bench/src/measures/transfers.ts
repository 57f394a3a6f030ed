import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { BenchDatabase } from "../databases.ts";
import type { Figures } from "../load.ts";
import { sendOpenLoop } from "../open-loop.ts";
import { type Options, wants } from "../options.ts";
import { type Running, startBareExport } from "../processes.ts";
import type { Row } from "../report.ts";
import {
  digestStream,
  exportContacts,
  importRows,
  type Side,
  sendBatches,
  TRANSFER_MODES,
  type TransferMode,
  withServer,
} from "./transfer-calls.ts";

/** What an import or an export costs others. */
export interface TransferFigures {
  readonly work: string;
  readonly rows: number;
  /** MiB of the server: after its start, after a small import or export, and the most during the measured one. */
  readonly residentMb: { readonly started: number; readonly warm: number; readonly peak: number };
  /** Milliseconds within which 99 % of reads by id were answered. */
  readonly readsP99: { readonly alone: number; readonly beside: number };
}

const WARM_UP_ROWS = 2_000;
/** Rows that are sent in batches before the import, and again after it. */
const BATCHED_ROWS = 10_000;
const MEMORY_INTERVAL_MS = 200;
const READS_PER_SECOND = 500;
const CONNECTIONS = 32;

type Report = (row: Omit<Row, "database" | "records">) => void;

/**
 * Measures an export of all contacts, the first one of a process and the second, beside a program that only reads and writes them, and imports of `options.rows`
 * rows, beside batches of such rows. Also how much memory they take, and how long reads by id take meanwhile.
 */
export async function benchTransfers(
  database: BenchDatabase,
  folder: string,
  options: Options,
  report: Report,
): Promise<readonly TransferFigures[]> {
  const figures: TransferFigures[] = [];
  // The export comes first, because the imports add contacts.
  if (wants(options, "export")) figures.push(await benchExport(database, folder, options, report));
  for (const mode of TRANSFER_MODES) {
    if (!wants(options, workName(mode))) continue;
    figures.push(await benchImport(database, folder, options, { mode, report }));
  }
  return figures;
}

function workName(mode: TransferMode): string {
  return `import by ${mode}`;
}

async function benchImport(
  database: BenchDatabase,
  folder: string,
  options: Options,
  { mode, report }: { readonly mode: TransferMode; readonly report: Report },
): Promise<TransferFigures> {
  const { rows } = options;
  const batches = (side: Side) =>
    timed(side, BATCHED_ROWS, () => sendBatches(side, mode, BATCHED_ROWS));
  const before = await withServer(database, folder, async (side) => {
    await sendBatches(side, mode, WARM_UP_ROWS);
    return batches(side);
  });
  return withServer(database, folder, async (side) => {
    const started = side.rapport.residentMb();
    await importRows(side, mode, WARM_UP_ROWS);
    const warm = side.rapport.residentMb();
    const memory = watchMemory(side.rapport);
    const imported = await timed(side, rows, () => importRows(side, mode, rows));
    const peak = memory.stop();
    const work = workName(mode);
    // The imported rows are in the way of the batches after it, and were not in the way of those before it.
    report({ work, rapport: imported, yardsticks: { batches: mean(before, await batches(side)) } });
    const readsP99 = await timeReads(side, options, () => importRows(side, mode, BATCHED_ROWS));
    return { work, rows, residentMb: { started, warm, peak }, readsP99 };
  });
}

async function benchExport(
  database: BenchDatabase,
  folder: string,
  options: Options,
  report: Report,
): Promise<TransferFigures> {
  const { url, seeded } = database;
  const rows = seeded.count;
  const databaseBefore = database.databaseCpuMs();
  const bareFile = join(folder, "bare.csv");
  const bare = await startBareExport(url, seeded.projectId, bareFile);
  const databaseMs = database.databaseCpuMs() - databaseBefore;
  const yardstick = toFigures(bare.rows, bare.ms, bare.cpuMs, databaseMs);
  const expected = await digestStream(createReadStream(bareFile));
  return withServer(database, folder, async (side) => {
    const started = side.rapport.residentMb();
    await exportContacts(side, FEW);
    const warm = side.rapport.residentMb();
    const memory = watchMemory(side.rapport);
    const measured = () =>
      timed(side, rows, async () => {
        if ((await exportContacts(side)) !== expected) throw new Error("the two files differ");
      });
    report({ work: "export", rapport: await measured(), yardsticks: { bare: yardstick } });
    report({ work: "export again", rapport: await measured(), yardsticks: { bare: yardstick } });
    const peak = memory.stop();
    const readsP99 = await timeReads(side, options, () => exportContacts(side));
    return { work: "export", rows, residentMb: { started, warm, peak }, readsP99 };
  });
}

const FEW = {
  filterGroups: [
    { filters: [{ internal_name: "email", operator: "EQ", value: "person0@example.com" }] },
  ],
};

async function timed(side: Side, rows: number, work: () => Promise<unknown>): Promise<Figures> {
  const before = side.cpu();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const after = side.cpu();
  return toFigures(rows, ms, after.server - before.server, after.database - before.database);
}

function toFigures(rows: number, ms: number, serverMs: number, databaseMs: number): Figures {
  return {
    perSecond: Math.round((1_000 * rows) / ms),
    ...{ p50: 0, p99: 0 },
    cpuUs: Math.round((1_000 * serverMs) / rows),
    databaseCpuUs: Math.round((1_000 * databaseMs) / rows),
  };
}

function mean(one: Figures, other: Figures): Figures {
  const of = (key: keyof Figures) => Math.round((one[key] + other[key]) / 2);
  return {
    ...{ perSecond: of("perSecond"), p50: 0, p99: 0 },
    ...{ cpuUs: of("cpuUs"), databaseCpuUs: of("databaseCpuUs") },
  };
}

function watchMemory({ residentMb }: Running): { stop(): number } {
  let peak = residentMb();
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb());
  }, MEMORY_INTERVAL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Measures reads by id, alone and while `work` is done again and again. */
async function timeReads(
  { rapport, authorization, seeded }: Side,
  { seconds }: Options,
  work: () => Promise<unknown>,
): Promise<TransferFigures["readsP99"]> {
  const path = `/api/crm/objects/contacts/${seeded.firstId}`;
  const text = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
  const load = {
    ...{ port: Number(new URL(rapport.url).port), request: () => text, seconds },
    ...{ rate: READS_PER_SECOND, connections: CONNECTIONS },
  };
  const alone = await sendOpenLoop(load);
  let isOver = false;
  const working = (async () => {
    while (!isOver) await work();
  })();
  const beside = await sendOpenLoop(load);
  isOver = true;
  await working;
  return { alone: alone.p99, beside: beside.p99 };
}
