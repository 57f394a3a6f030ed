import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { fetchToken } from "../credentials.ts";
import type { BenchDatabase } from "../databases.ts";
import { type Answer, type Caller, makeCaller } from "../load.ts";
import { type Running, startRapport } from "../processes.ts";
import type { Seeded } from "../seed.ts";
import { NAMESAKES } from "../seed-rows.ts";
import type { Input } from "./batch-works.ts";

const BATCH = 1_000;
/** Short, because it is part of the measured time. */
const POLL_MS = 20;

/** A server with the means to call it. */
export interface Side {
  readonly rapport: Running;
  readonly caller: Caller;
  readonly authorization: string;
  readonly seeded: Seeded;
  /** Processor time of the server and of its database, in milliseconds. */
  readonly cpu: () => { readonly server: number; readonly database: number };
}

export async function withServer<Result>(
  { url, seeded, databaseCpuMs }: BenchDatabase,
  folder: string,
  work: (side: Side) => Promise<Result>,
): Promise<Result> {
  const rapport = await startRapport({ DATABASE_URL: url, DATA_DIR: folder });
  try {
    const token = await fetchToken(rapport, seeded);
    return await work({
      ...{ rapport, seeded, authorization: `Bearer ${token}` },
      caller: makeCaller(rapport.url, token),
      cpu: () => ({ server: rapport.cpuMs(), database: databaseCpuMs() }),
    });
  } finally {
    await rapport.stop();
  }
}

export type TransferMode = (typeof TRANSFER_MODES)[number];

export async function sendBatches(
  { caller, seeded }: Side,
  mode: TransferMode,
  rows: number,
): Promise<void> {
  for (let first = 0; first < rows; first += BATCH) {
    const body = { ...modeKey(mode), inputs: rowInputs(mode, seeded, first, BATCH) };
    await caller.send("POST", `/api/crm/objects/contacts/batch/${mode}`, body);
  }
}

/** @throws Error if a row was refused */
export async function importRows(
  { rapport, caller, authorization, seeded }: Side,
  mode: TransferMode,
  rows: number,
): Promise<void> {
  const options = { object: "contact", mode, ...modeKey(mode) };
  const { id } = await caller.send("POST", "/api/crm/imports", options);
  const sent = await request(`${rapport.url}/api/crm/imports/${id}/data`, {
    method: "PUT",
    headers: { authorization, "content-type": "text/csv" },
    body: Readable.from(makeCsv(mode, seeded, rows)),
  });
  const text = await sent.body.text();
  if (sent.statusCode !== 200) throw new Error(`${sent.statusCode} ${text}`);
  const ended = await waitForEnd(caller, `/api/crm/imports/${id}`);
  if (ended.read !== rows || ended.refused !== 0) throw new Error(JSON.stringify(ended));
}

/**
 * Exports contacts with the columns of the imports, and downloads the file.
 *
 * @param search which contacts
 * @returns the SHA-256 digest of the file
 */
export async function exportContacts(
  { rapport, caller, authorization }: Side,
  search: object = {},
): Promise<string> {
  const options = { object: "contact", properties: COLUMNS, ...search };
  const { id } = await caller.send("POST", "/api/crm/exports", options);
  const path = `/api/crm/exports/${id}`;
  await waitForEnd(caller, path);
  const file = await request(`${rapport.url}${path}/file`, { headers: { authorization } });
  return digestStream(file.body);
}

/** Returns the SHA-256 digest of a stream. */
export async function digestStream(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of stream) hash.update(bytes);
  return hash.digest("hex");
}

function modeKey(mode: TransferMode): object {
  return mode === "upsert" ? { idProperty: "email" } : {};
}

/** Columns of the imported and the exported files. */
export const COLUMNS = [
  ...["firstname", "lastname", "email", "phone", "jobtitle"],
  ...["city", "zip", "country", "lifecyclestage", "notes"],
];

export const TRANSFER_MODES = ["create", "upsert"] as const;

let unique = 0;

/**
 * Returns the cells of row `i`. The mode `create` makes a new contact of each row. The mode `upsert` finds a seeded
 * contact by its email and changes one in ten; rows beyond the seeded contacts are new.
 */
function rowCells(mode: TransferMode, { count }: Seeded, i: number): readonly string[] {
  const isNew = mode === "create" || i >= count;
  const n = isNew ? `${process.pid}t${unique++}` : String(i);
  const isChanged = !isNew && i % 10 === 0;
  return [
    `First${i % 977}`,
    `Last${i % Math.ceil(count / NAMESAKES)}`,
    isNew ? `imported${n}@example.com` : `person${n}@example.com`,
    `+44207946${String(i).padStart(7, "0")}`,
    isChanged ? `Moved${unique++}` : "Buyer",
    ...["Leeds", `Z${i % 20}`, "United Kingdom", i % 10 === 0 ? "customer" : "lead", "plain"],
  ];
}

/** Yields a CSV file in pieces of about 100 KB. */
function* makeCsv(mode: TransferMode, seeded: Seeded, rows: number): Generator<Buffer> {
  const linesAtOnce = 1_000;
  let lines = [COLUMNS.join(",")];
  for (let i = 0; i < rows; i++) {
    lines.push(rowCells(mode, seeded, i).join(","));
    if (lines.length < linesAtOnce) continue;
    yield Buffer.from(`${lines.join("\n")}\n`);
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join("\n")}\n`);
}

/** Returns rows as inputs of a batch. */
function rowInputs(
  mode: TransferMode,
  seeded: Seeded,
  first: number,
  rows: number,
): readonly Input[] {
  return Array.from({ length: rows }, (_, n) => {
    const cells = rowCells(mode, seeded, first + n);
    return {
      properties: COLUMNS.map((internal_name, i) => ({ internal_name, value: cells[i] ?? "" })),
    };
  });
}

/** @throws Error unless the job was done */
async function waitForEnd(caller: Caller, path: string): Promise<Answer> {
  for (;;) {
    const job = await caller.get(path);
    if (job.state === "done") return job;
    if (job.state !== "waiting" && job.state !== "running") throw new Error(JSON.stringify(job));
    await delay(POLL_MS);
  }
}
