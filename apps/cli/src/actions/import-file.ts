import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Call,
  CrmError,
  cancelRecordJob,
  createImport,
  type Deps,
  IMPORTS,
  type ImportOptions,
  type ImportView,
  type Principal,
  readRecordJob,
  readRefused,
  receiveData,
  requireProject,
  startJobWorker,
} from "@rapport/core";
import type { Output } from "../command.ts";
import { writeNewFile } from "../new-file.ts";
import { startProgress } from "../progress.ts";
import { type ProcessIo, print, withDeps } from "../session.ts";

/** Milliseconds between two reads of the import. */
const LOOK_MS = 200;

export interface FileOptions extends Output {
  project: number;
  object: string;
  mode: ImportOptions["mode"];
  by?: string;
  map?: readonly string[];
  dateFormat: ImportOptions["dateFormat"];
  decimal?: ImportOptions["decimalSeparator"];
  encoding?: string;
  empty?: readonly string[];
  longCells?: boolean;
  refused?: string;
}

/**
 * Imports a file and prints the counts.
 *
 * @throws CrmError if the import is refused or does not end as done
 */
export async function importFile(io: ProcessIo, file: string, options: FileOptions): Promise<void> {
  const run = (deps: Deps) =>
    runImport(deps, io, file, options).catch((error: unknown) => {
      throw withOptionNames(error);
    });
  const ended = await withDeps(io, run);
  if (ended.state === "done") return;
  throw new CrmError("CONFLICT", `The import is ${ended.state}. ${ended.failure ?? ""}`.trim());
}

/** What the API's messages call an option of the command, and how the command says it. */
const WORDS: readonly (readonly [string, string])[] = [
  [
    "Name one in mapping, or map the column to null.",
    "Name one with --map COLUMN=PROPERTY, or ignore the column with --map COLUMN=.",
  ],
  ["Map the column to null.", "Ignore the column with --map COLUMN=."],
  ["Map one of them to null.", "Ignore one of them with --map COLUMN=."],
  ["Give the property that finds", "Give with --by the property that finds"],
  ["Leave idProperty out.", "Leave --by out."],
  ["Create an import that gives decimalSeparator.", "Give --decimal."],
];

/** Returns the error of an import with the names of the command's options in its messages. */
function withOptionNames(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error;
  const issues = error.issues.map((issue) => ({ ...issue, message: inWords(issue.message) }));
  return new CrmError(error.code, inWords(error.message), { issues, cause: error });
}

function inWords(message: string): string {
  return WORDS.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), message);
}

async function runImport(
  deps: Deps,
  io: ProcessIo,
  file: string,
  options: FileOptions,
): Promise<ImportView> {
  const principal = await importingPrincipal(deps, options.project);
  const name = file.split(/[/\\]/).at(-1) ?? file;
  const settings = { fileName: name.slice(0, 255) };
  const made = await createImport(
    { deps, principal },
    options.object,
    importOptions(file, options),
    settings,
  );
  const ended = await untilStopped(async (signal) => {
    try {
      const source = readUntil(signal, file);
      await receiveData({ deps, principal }, made.id, source, /\.gz$/i.test(file));
      if (signal.aborted) throw stopped();
    } catch (error) {
      // Otherwise it would wait for another file, and a project can have only a few open imports.
      await cancelRecordJob({ deps, principal }, IMPORTS, made.id).catch(() => undefined);
      throw error;
    }
    return follow({ deps, principal }, io, made.id, { signal, ...options });
  });
  // Before the refused rows, because the import has ended even if these cannot be written.
  print(io, asJson(ended), options);
  if (options.refused !== undefined) {
    const rows = Readable.from(await readRefused({ deps, principal }, IMPORTS, made.id));
    await writeNewFile(options.refused, (target) => pipeline(rows, target));
  } else if (ended.refused > 0 && !options.json) io.stderr.write(whereRefused(ended));
  return ended;
}

/** Says where the reasons are. The rows themselves hold data of people, which a log should not have. */
function whereRefused({ id, refused }: ImportView): string {
  const rows = refused === 1 ? "1 row was" : `${refused} rows were`;
  return `${rows} refused. The import ${id} in the admin app has them with their reasons for 7 days; --refused writes them to a file.\n`;
}

/** Runs work with a signal that the first Ctrl-C or SIGTERM aborts. The second ends the process. */
async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(stopping.signal);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

function stopped(): CrmError {
  return new CrmError("CONFLICT", "The import was cancelled, because the command was stopped.");
}

function goesOn(importId: number): CrmError {
  return new CrmError(
    "CONFLICT",
    `The command was stopped. A running server or worker continues the import ${importId}. To cancel it, open "Imports" in the admin app, or send POST /api/crm/imports/${importId}/cancel.`,
  );
}

/** Reads a file. Throws `stopped` once the signal is aborted. */
async function* readUntil(signal: AbortSignal, file: string): AsyncGenerator<Buffer> {
  for await (const bytes of createReadStream(file)) {
    if (signal.aborted) throw stopped();
    yield bytes as Buffer;
  }
}

async function importingPrincipal(deps: Deps, projectId: number): Promise<Principal> {
  const { tenant_id: tenantId } = await requireProject(deps.db, projectId);
  return { kind: "system", id: "cli", tenantId, projectId, scopes: new Set() };
}

function importOptions(
  file: string,
  { mode, by, map = [], dateFormat, decimal, encoding, empty, longCells }: FileOptions,
): ImportOptions {
  const mapping = map.map((pair) => {
    const at = pair.lastIndexOf("=");
    // An empty name stands for values without a column.
    if (at < 0 || (at === 0 && pair !== "="))
      throw new CrmError("INVALID_INPUT", "Write --map as COLUMN=PROPERTY.");
    return [pair.slice(0, at), pair.slice(at + 1) || null] as const;
  });
  return {
    mode,
    idProperty: by,
    format: /\.(ndjson|jsonl)(\.gz)?$/i.test(file) ? "ndjson" : "csv",
    mapping: Object.fromEntries(mapping),
    associations: [],
    dateFormat,
    decimalSeparator: decimal ?? ".",
    openForms: decimal === undefined ? ["decimalSeparator"] : [],
    multiValueSeparator: ";",
    emptyCells: "keep",
    emptyValues: empty,
    longCells: longCells ? "allow" : "refuse",
    encoding,
  };
}

/** Works on the import until it has ended, unless a server does. @throws CrmError if the signal is aborted */
async function follow(
  call: Call,
  io: ProcessIo,
  importId: number,
  { json, signal }: Output & { readonly signal: AbortSignal },
): Promise<ImportView> {
  const onError = (error: unknown) => void io.stderr.write(`rapport: ${String(error)}\n`);
  const worker = startJobWorker(call.deps, { onError });
  const progress = json ? undefined : startProgress(io);
  try {
    for (;;) {
      const found = await readRecordJob(call, IMPORTS, importId);
      progress?.show({ doing: "Importing", done: found.read, of: found.rows, unit: "row" });
      if (found.state !== "running") return found;
      if (signal.aborted) throw goesOn(importId);
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    progress?.end();
    await worker.stop();
  }
}

function asJson({ id, state, read, created, updated, unchanged, refused, blank }: ImportView) {
  return { import_id: id, state, read, created, updated, unchanged, refused, blank };
}
