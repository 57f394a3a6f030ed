import { type Db, pace } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { expireFile } from "../files/files.ts";
import { readFile } from "../files/read-file.ts";
import { appendAll } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import { FIRST_PORTION, nextPortion } from "../jobs/portion-size.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import { KEPT_MS } from "../jobs/undo-conflict.ts";
import type { Principal } from "../principal.ts";
import { type Apply, applyCreate, applyUpdate } from "../records/batch/apply.ts";
import { writeBatch } from "../records/batch/batch.ts";
import { MAX_BATCH_BYTES } from "../records/batch/room.ts";
import { applyUpsert } from "../records/batch/upsert.ts";
import { type ChangedRecord, encodeChanges } from "../records/undo/change-list.ts";
import { csvRows } from "./csv-rows.ts";
import { fixed, readFixes } from "./fixes.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import { type ImportPlan, planImport } from "./plan.ts";
import { type ImportProgress, progressOf } from "./progress.ts";
import { refusedLine } from "./refused-line.ts";
import type { Row, RowPosition } from "./row.ts";
import { reasonOf, rowInputs } from "./row-inputs.ts";
import { inParts, MAX_CHUNK_BYTES, RowsTooLarge } from "./row-parts.ts";
import { type ImportedFile, type ImportSettings, settingsOf } from "./settings.ts";
import { applyUpdateByKey } from "./update-by-key.ts";

/** What jobs of the kind `import` do (specification §26). */
export const importJobs: JobKind = { run: runImport, ended: keepFiles };

async function runImport(run: JobRun): Promise<void> {
  const { deps, job } = run;
  const settings = settingsOf(job);
  const { data } = settings;
  if (data === null) throw new Error("an import without data was started");
  let progress = progressOf(job);
  const { offset, line = progress.read } = progress;
  const rows = importRows(deps, job, settings, data, { offset, before: line });
  const fixes = await readFixes(deps, job, data.fixesFile ?? null);
  const writer = { ...run.principal, kind: "system", id: `import:${job.id}` } as const;
  const commit = async (chunk: readonly Row[]) => {
    let next = progress;
    await run.commit(async (joined, tx) => {
      next = await writeRows(joined, tx, writer, job, data, chunk, progress);
      return { ...next };
    });
    progress = next;
  };
  let size: number = FIRST_PORTION;
  // The next rows are parsed while PostgreSQL works on these. On SQLite that would keep other writers waiting.
  const isAhead = pace.canReadAhead(deps.db);
  let ahead: Promise<Taken> | null = null;
  try {
    for (;;) {
      const taken: Taken = await (ahead ?? take(rows, size, progress.offset));
      const { chunk: read, isLast } = taken;
      const last = read.at(-1);
      if (last === undefined) return;
      ahead = isAhead && !isLast ? take(rows, size, last.end) : null;
      // If these rows fail, its error does not matter.
      ahead?.catch(() => undefined);
      const chunk = read.map((row) => fixed(row, fixes));
      const startedAt = performance.now();
      await inParts(chunk, commit);
      if (isLast) return;
      size = nextPortion(deps.db, chunk.length, performance.now() - startedAt);
    }
  } finally {
    await rows.return(undefined);
  }
}

/** Reads the rows of an import from a position on. */
export function importRows(
  deps: Deps,
  { projectId }: Pick<Job, "projectId">,
  { format, mapping, longCells }: Pick<ImportSettings, "format" | "mapping" | "longCells">,
  { file, delimiter, columns, begin }: FileToRead,
  { offset, before }: Pick<RowPosition, "offset" | "before"> = START,
): AsyncGenerator<Row> {
  const position = {
    ...(offset === 0 && begin ? { offset: begin.offset, before: begin.lines } : { offset, before }),
    isCounted: begin === undefined,
  };
  const source = readFile(deps, { projectId, id: file }, { from: position.offset });
  if (format === "ndjson") return ndjsonRows(source, position);
  const ignoresUnnamed = Object.hasOwn(mapping, "");
  const form = { delimiter: delimiter ?? ",", columns, ignoresUnnamed, longCells };
  return csvRows(source, form, position);
}

type FileToRead = Pick<ImportedFile, "file" | "delimiter" | "columns" | "begin">;

const START = { offset: 0, before: 0 };

interface Taken {
  readonly chunk: readonly Row[];
  readonly isLast: boolean;
}

async function take(rows: AsyncGenerator<Row>, size: number, offset: number): Promise<Taken> {
  const chunk: Row[] = [];
  while (chunk.length < size) {
    const { done, value } = await rows.next();
    if (done) return { chunk, isLast: true };
    chunk.push(value);
    if (value.end - offset > MAX_CHUNK_BYTES) break;
  }
  return { chunk, isLast: false };
}

async function writeRows(
  deps: Deps,
  tx: Db,
  writer: Principal,
  job: Job,
  data: ImportedFile,
  rows: readonly Row[],
  before: ImportProgress,
): Promise<ImportProgress> {
  const settings = settingsOf(job);
  const plan = await currentPlan(deps, job, settings, data);
  const inputs = await rowInputs(
    tx,
    writer,
    plan,
    rows.filter(({ fault }) => fault === null),
  );
  const { apply, idProperty } = operationOf(plan);
  const batch = {
    ...{ inputs: inputs.map(({ input }) => input), atomic: false, idProperty },
    maxBytes: MAX_BATCH_BYTES,
  };
  const { results, errors } =
    inputs.length === 0
      ? { results: [], errors: [] }
      : await writeBatch(deps, writer, plan.object.name, batch, apply);
  if (errors.some(({ code }) => code === "PAYLOAD_TOO_LARGE")) throw new RowsTooLarge();
  const reasons = new Map<Row, string>();
  for (const row of rows) if (row.fault !== null) reasons.set(row, row.fault);
  for (const error of errors) {
    const input = inputs[error.index];
    if (input !== undefined) reasons.set(input.row, reasonOf(error, input));
  }
  const lines = rows.flatMap((row) => {
    const reason = reasons.get(row);
    return reason === undefined ? [] : [refusedLine(row, data.columns, reason, settings)];
  });
  await appendAll(
    deps,
    { projectId: job.projectId, id: data.refusedFile },
    Buffer.from(lines.join("")),
  );
  const changes = results.flatMap(({ status, record }): ChangedRecord[] =>
    status === "unchanged" ? [] : [{ id: record.id, version: record.version }],
  );
  await appendAll(deps, { projectId: job.projectId, id: data.changesFile }, encodeChanges(changes));
  const count = (status: string) => results.filter((one) => one.status === status).length;
  return {
    read: before.read + rows.length,
    created: before.created + count("created"),
    updated: before.updated + count("updated"),
    unchanged: before.unchanged + count("unchanged"),
    refused: before.refused + reasons.size,
    offset: rows.at(-1)?.end ?? before.offset,
    line: rows.at(-1)?.last ?? before.line ?? before.read,
  };
}

/** @throws CrmError CONFLICT if the schema no longer fits the import */
async function currentPlan(
  deps: Deps,
  { projectId, type }: Job,
  settings: ImportSettings,
  data: ImportedFile,
): Promise<ImportPlan> {
  const planned = planImport(await deps.schemas.get(projectId), type, settings, data);
  if ("plan" in planned) return planned.plan;
  const [issue] = planned.issues;
  throw new CrmError("CONFLICT", `The schema changed during the import. ${issue?.message}`);
}

/** Returns what to do with each row. */
export function operationOf({ options, key }: Pick<ImportPlan, "options" | "key">): {
  readonly apply: Apply;
  readonly idProperty: string | undefined;
} {
  if (options.mode === "create") return { apply: applyCreate, idProperty: undefined };
  if (key === undefined) return { apply: applyUpdate, idProperty: undefined };
  const apply = options.mode === "update" ? applyUpdateByKey : applyUpsert;
  return { apply, idProperty: key.name };
}

/** Lets the files of an import that has ended expire. */
export async function keepFiles(_: Deps, tx: Db, job: Job): Promise<void> {
  const { projectId } = job;
  const { data } = settingsOf(job);
  if (data === null) return;
  const at = new Date(Date.now() + KEPT_MS).toISOString();
  const fixes = data.fixesFile == null ? [] : [data.fixesFile];
  for (const id of [data.file, data.refusedFile, data.changesFile, ...fixes]) {
    await expireFile(tx, { projectId, id }, at);
  }
}
