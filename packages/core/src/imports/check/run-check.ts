import { type Db, importDrafts } from "@rapport/db";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { appendToFile } from "../../files/write-file.ts";
import type { JobKind, JobRun } from "../../jobs/run-job.ts";
import type { Principal } from "../../principal.ts";
import { expectedRecordRoom } from "../../quotas/records.ts";
import type { Room } from "../../quotas/room.ts";
import {
  type Counts,
  type Draft,
  draftRows,
  lockDraft,
  type Outcome,
  readDraft,
  saveDraft,
} from "../drafts/draft.ts";
import { planImport } from "../plan.ts";
import { fixed, type Row, type RowPosition, readFixes } from "../row.ts";
import { type CheckedRow, checkRows, keptRows, type ReportedRow, reported } from "./check-rows.ts";

/** The kind of jobs that do dry runs. */
export const IMPORT_CHECK = "import_check";

/** How far a dry run has come. */
export interface CheckProgress {
  readonly counts: Counts;
  /** The last row that was checked; null before the first one. */
  readonly position: Pick<RowPosition, "offset" | "before"> | null;
}

/** The import that a dry run checks. */
export interface CheckSettings {
  readonly draft: string;
}

export const NO_ROWS: Counts = { created: 0, updated: 0, unchanged: 0, duplicate: 0, refused: 0 };

/** Rows of one commit: about a tenth of a second. */
const PORTION_ROWS = 250;
const PORTION_BYTES = 1024 * 1024;
const KEYS_PER_COMMIT = 2_000;

/**
 * Does a dry run over the whole file of a draft: reads, converts and checks each row as the import does, and writes
 * nothing but the report.
 */
export const importCheckJobs: JobKind = { run, isUrgent: true };

async function run({ deps, principal, job, commit }: JobRun): Promise<void> {
  const { draft: id } = job.settings as CheckSettings;
  const draft = await readDraft(deps.db, principal, id);
  const { settings, type, reportFile } = draft;
  if (draft.checkId !== job.id || reportFile === null) return;
  let progress: CheckProgress = { counts: NO_ROWS, position: null, ...job.progress };
  // Version 0.3.0 counted rows in place of lines. What it has checked is checked again.
  if (progress.position?.before === undefined) progress = { counts: NO_ROWS, position: null };
  if (progress.position === null) await removeKeys({ commit, principal }, id);
  const schemas = await deps.schemas.get(principal.projectId);
  const planned = planImport(schemas, type, settings.options, settings);
  if ("issues" in planned) throw new CrmError("INVALID_INPUT", planned.issues[0]?.message ?? "");
  const fixes = await readFixes(deps, principal, draft.fixesFile);

  const flush = async (rows: readonly Row[]) => {
    const last = rows.at(-1);
    if (last === undefined) return;
    const checked = await checkRows({ deps, principal }, planned.plan, rows);
    const room = await expectedRecordRoom(deps, principal);
    const before = progress;
    await commit(async (joined, tx) => {
      const found = await findRepeats(tx, principal, draft, checked);
      const lines = withinQuota(found, room, before.counts.created);
      await appendLines(
        joined,
        { ...principal, id: reportFile },
        linesToShow(lines, before.counts),
      );
      const counts = added(before.counts, lines);
      progress = { counts, position: { offset: last.end, before: last.last } };
      return { ...progress };
    });
  };
  let portion: Row[] = [];
  let bytes = 0;
  let end = progress.position?.offset ?? 0;
  for await (const row of draftRows(deps, principal, draft, progress.position ?? undefined)) {
    portion.push(fixed(row, fixes));
    bytes += row.end - end;
    end = row.end;
    if (portion.length < PORTION_ROWS && bytes < PORTION_BYTES) continue;
    await flush(portion);
    portion = [];
    bytes = 0;
  }
  await flush(portion);
  await commit(async (_, tx) => {
    const locked = await lockDraft(tx, principal, id);
    const { counts } = progress;
    if (locked.checkId === job.id) await saveDraft(tx, principal, locked, { counts });
    return { ...progress };
  });
}

/** Removes the values that an earlier dry run of the draft has noted. */
async function removeKeys({ commit, principal }: Pick<JobRun, "commit" | "principal">, id: string) {
  for (let isMore = true; isMore; ) {
    await commit(async (_, tx) => {
      isMore = await importDrafts.deleteKeys(tx, principal, id, KEYS_PER_COMMIT);
      return {};
    });
  }
}

/** Refuses the rows for whose records the tenant has no room. @param created records that earlier rows create */
function withinQuota(
  lines: readonly ReportedRow[],
  room: Room,
  created: number,
): readonly ReportedRow[] {
  let left = room.left - created;
  return lines.map((line) => {
    if (line.outcome !== "created" || left-- > 0) return line;
    const reasons = [{ column: null, message: room.refusal(room.left).message }];
    return { ...line, outcome: "refused", reasons, changes: [], isFull: true };
  });
}

/** Returns the lines that the report still has room for. */
function linesToShow(lines: readonly ReportedRow[], before: Counts): readonly ReportedRow[] {
  const counts: Record<Outcome, number> = { ...before };
  return lines.filter(({ outcome }) => ++counts[outcome] <= keptRows(outcome));
}

function added(before: Counts, lines: readonly ReportedRow[]): Counts {
  const counts: Record<Outcome, number> = { ...before };
  for (const { outcome } of lines) counts[outcome]++;
  return counts;
}

/** Appends lines to a file of JSON objects. */
export async function appendLines(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  file: { readonly projectId: number; readonly id: string },
  lines: readonly object[],
): Promise<void> {
  let text = "";
  const write = async () => {
    if (text !== "") await appendToFile(deps, file, Buffer.from(text));
    text = "";
  };
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    // A part has at most 1 MiB, and a character at most three bytes.
    if (text.length > 250_000) await write();
  }
  await write();
}

/**
 * Finds the rows that repeat an earlier one: those with its key are duplicates, those with another unique value are
 * refused. Stores the values of the others for later rows. They are in the database, because a file can have millions.
 *
 * @param tx the transaction that commits the progress of the dry run
 */
export async function findRepeats(
  tx: Db,
  scope: Pick<Principal, "projectId">,
  { id: draft, settings: { columns } }: Pick<Draft, "id" | "settings">,
  checked: readonly CheckedRow[],
): Promise<readonly ReportedRow[]> {
  const first = new Map<string, number>();
  for (const { row, outcome, key, unique } of checked) {
    if (outcome === "refused") continue;
    const digests = [...(key === undefined ? [] : [key]), ...unique.map(({ digest }) => digest)];
    for (const digest of digests) if (!first.has(digest)) first.set(digest, row.number);
  }
  const keys = [...first].map(([digest, row_number]) => ({ digest, row_number }));
  for (let start = 0; start < keys.length; start += MAX_KEYS) {
    const some = keys.slice(start, start + MAX_KEYS);
    for (const { digest, row_number } of await importDrafts.addKeys(tx, scope, draft, some)) {
      first.set(digest, row_number);
    }
  }
  return checked.map((one) => {
    const line = reported(one, columns);
    const earlier = (digest: string | undefined) => {
      const found = digest === undefined ? undefined : first.get(digest);
      return found === one.row.number ? undefined : found;
    };
    if (one.outcome === "refused") return line;
    const firstRow = earlier(one.key);
    if (firstRow !== undefined) return { ...line, outcome: "duplicate", firstRow };
    const taken = one.unique.find(({ digest }) => earlier(digest) !== undefined);
    if (taken === undefined) return line;
    const message = `${taken.label} is the same as in row ${earlier(taken.digest)}. It must be unique.`;
    return { ...line, outcome: "refused", reasons: [{ column: null, message }], changes: [] };
  });
}

/** Values that one statement notes. */
const MAX_KEYS = 1_000;
