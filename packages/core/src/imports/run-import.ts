import { type Db, pace } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { readFile } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import type { Job } from "../jobs/jobs.ts";
import type { JobKind, JobRun } from "../jobs/run-job.ts";
import type { Principal } from "../principal.ts";
import {
  addCounts,
  countResults,
  inPortions,
  noteChanged,
  writePortion,
} from "../record-jobs/portions.ts";
import { jobActors, keepFiles } from "../record-jobs/record-jobs.ts";
import { undoJobs } from "../record-jobs/undo.ts";
import { type Apply, applyCreate, applyUpdate } from "../records/batch/apply.ts";
import { applyUpsert } from "../records/batch/upsert.ts";
import { csvRows } from "./csv-rows.ts";
import { IMPORTS, type ImportProgress, importProgress } from "./imports.ts";
import { ndjsonRows } from "./ndjson-rows.ts";
import { type ImportPlan, planImport } from "./plan.ts";
import { fixed, type Row, type RowPosition, readFixes } from "./row.ts";
import { refusalReason, refusedLine, rowInputs } from "./row-inputs.ts";
import { type ImportedFile, type ImportSettings, importSettings } from "./settings.ts";

/** What jobs of the kind `import` do, and those that undo them (specification §26). */
export const importJobs: JobKind = {
  run: runImport,
  ended: (_, tx, job) => keepFiles(tx, IMPORTS, job),
};
export const importUndoJobs = undoJobs(IMPORTS);

/** Bytes of the file that one transaction takes. */
const MAX_CHUNK_BYTES = 4 * 1024 * 1024;

async function runImport(run: JobRun): Promise<void> {
  const { deps, job } = run;
  const settings = importSettings(job);
  const { data } = settings;
  if (data === null) throw new Error("an import without data was started");
  const progress = importProgress(job);
  const { offset, line = progress.read } = progress;
  const rows = importRows(deps, job, settings, { file: data, from: { offset, before: line } });
  const fixes = await readFixes(deps, job, data.fixesFile ?? null);
  const writer = { ...run.principal, kind: "system", id: jobActors(IMPORTS, job).job } as const;
  // The next rows are parsed while PostgreSQL works on these. On SQLite that would keep other writers waiting.
  const isAhead = pace.canReadAhead(deps.db);
  let end = offset;
  let ahead: ReturnType<typeof takeRows> | null = null;
  try {
    await inPortions<Row, ImportProgress>(run, progress, {
      take: async (most) => {
        const { chunk, isLast } = await (ahead ?? takeRows(rows, most, end));
        end = chunk.at(-1)?.end ?? end;
        ahead = isAhead && !isLast ? takeRows(rows, most, end) : null;
        // If these rows fail, its error does not matter.
        ahead?.catch(() => undefined);
        return chunk.map((row) => fixed(row, fixes));
      },
      write: (joined, tx, chunk, before) =>
        writeRows(joined, tx, { writer, job, data }, { rows: chunk, before }),
    });
  } finally {
    await rows.return(undefined);
  }
}

/** Reads the rows of an import from a position on. */
export function importRows(
  deps: Deps,
  { projectId }: Pick<Job, "projectId">,
  { format, mapping, longCells }: Pick<ImportSettings, "format" | "mapping" | "longCells">,
  {
    file: { file, delimiter, columns, begin },
    from: { offset, before } = START,
  }: {
    readonly file: FileToRead;
    readonly from?: Pick<RowPosition, "offset" | "before"> | undefined;
  },
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

async function takeRows(
  rows: AsyncGenerator<Row>,
  most: number,
  offset: number,
): Promise<{ readonly chunk: readonly Row[]; readonly isLast: boolean }> {
  const chunk: Row[] = [];
  while (chunk.length < most) {
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
  {
    writer,
    job,
    data,
  }: { readonly writer: Principal; readonly job: Job; readonly data: ImportedFile },
  { rows, before }: { readonly rows: readonly Row[]; readonly before: ImportProgress },
): Promise<ImportProgress> {
  const settings = importSettings(job);
  const plan = await currentPlan(deps, job, settings, data);
  const inputs = await rowInputs(
    tx,
    writer,
    plan,
    rows.filter(({ fault }) => fault === null),
  );
  const { object } = plan;
  const operation = batchOperation(plan);
  const { results, refused } = await writePortion({ deps, writer, object }, inputs, operation);
  const reasons = new Map<Row, string>();
  for (const row of rows) if (row.fault !== null) reasons.set(row, row.fault);
  for (const { given, error } of refused) reasons.set(given.row, refusalReason(error, given));
  const lines = rows.flatMap((row) => {
    const reason = reasons.get(row);
    return reason === undefined ? [] : [refusedLine(row, data.columns, reason, settings)];
  });
  const { projectId } = job;
  const { refusedFile, changesFile } = data;
  await appendAll(deps, { projectId, id: refusedFile }, Buffer.from(lines.join("")));
  await noteChanged(deps, { projectId, id: changesFile }, results);
  const counts = { read: rows.length, ...countResults(results), refused: reasons.size };
  return {
    ...addCounts(before, counts),
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
export function batchOperation({ options, key }: Pick<ImportPlan, "options" | "key">): {
  readonly apply: Apply;
  readonly idProperty: string | undefined;
} {
  if (options.mode === "create") return { apply: applyCreate, idProperty: undefined };
  if (key === undefined) return { apply: applyUpdate, idProperty: undefined };
  const apply = options.mode === "update" ? applyUpdateByKey : applyUpsert;
  return { apply, idProperty: key.name };
}

/** Updates the one live record that has the value of the key property. Creates none. */
const applyUpdateByKey: Apply = (context, draft, input) => {
  const { key, paths } = input;
  if (key === undefined || (draft.keys.get(key.value) ?? []).length > 0) {
    return applyUpsert(context, draft, input);
  }
  const { title } = context.object;
  const message = `No ${title.toLowerCase()} has this ${key.property}.`;
  const path = paths.conflict(key.property);
  throw CrmError.ofIssue("NOT_FOUND", { path, code: "record_not_found", message });
};
