import { type Db, recordsById } from "@rapport/db";
import { withLabels } from "@rapport/model";
import { parse } from "csv-parse/sync";
import type { Call } from "../call.ts";
import { csvLine, withoutFormula } from "../csv.ts";
import type { Deps, FileKey } from "../deps.ts";
import { CrmError, type Issue } from "../errors.ts";
import { fileLength, readAll, readFile } from "../files/files.ts";
import { appendAll } from "../files/write-file.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { namingProperties, recordName } from "../records/names.ts";
import type { UndoSettings } from "./begin-undo.ts";
import { type AnyRecordJobKind, findRecordJob, findUndo, requireAccess } from "./record-jobs.ts";

const COLUMNS = ["Record id", "Name", "Refused because"];

/** The first line of a file of refused records. */
export const REFUSED_HEAD = csvLine(COLUMNS);

/** Records whose names one statement reads. */
const CHUNK = 200;

/** Refused records that are kept with their reasons. All of them are counted. */
const MAX_KEPT = 100_000;

/**
 * Adds lines of CSV that name records and say why each was refused.
 *
 * @param before how many were refused before
 */
export async function noteRefused(
  where: {
    readonly deps: Deps;
    readonly tx: Db;
    readonly object: ObjectSchema;
    readonly file: FileKey;
  },
  reasons: ReadonlyMap<number, string>,
  before: number,
): Promise<void> {
  if (reasons.size === 0 || before >= MAX_KEPT) return;
  const { deps, tx, object, file } = where;
  const all = [...reasons];
  let lines = "";
  for (let start = 0; start < all.length; start += CHUNK) {
    const some = all.slice(start, start + CHUNK);
    const ids = some.map(([id]) => id);
    const rows = await recordsById.findTexts(tx, file, ids, namingProperties(object.schema));
    for (const [id, reason] of some) {
      const row = rows.get(id);
      const name = row?.type === object.name ? recordName(object, row) : "";
      lines += csvLine([String(id), name, reason].map((text) => withoutFormula(text)));
    }
  }
  await appendAll(deps, file, Buffer.from(lines));
}

/**
 * Reads what a job has refused so far, as CSV with a column that says why. Refused rows of an import can be imported
 * again.
 *
 * @param of `refused` for that of the job, `left` for the records that its undo has left
 * @throws CrmError NOT_FOUND; INSUFFICIENT_SCOPE; EXPIRED if it is not kept any more
 */
export async function readRefused(
  { deps, principal }: Call,
  kind: AnyRecordJobKind,
  id: number,
  of: "refused" | "left" = "refused",
): Promise<AsyncGenerator<Buffer>> {
  const job = await findRecordJob(deps.db, principal, kind, id);
  await requireAccess({ deps, principal }, job, "read");
  const undoing = of === "left" ? await findUndo(deps.db, job) : undefined;
  const name =
    of === "left"
      ? (undoing?.settings as UndoSettings | undefined)?.leftFile
      : kind.jobFiles(job)?.refused;
  const head = kind.refusedHead(job);
  if (name === undefined) return withHead(head, undefined);
  const file = { projectId: principal.projectId, id: name };
  const to = await fileLength(deps.db, file);
  if (to === undefined) {
    const message = `The refused ${kind.inputs} are kept for 7 days, or until a record of their type is erased. Backups and copies do not have them.`;
    throw new CrmError("EXPIRED", message);
  }
  return withHead(head, readFile(deps, file, { to }));
}

async function* withHead(
  head: string,
  lines: AsyncGenerator<Buffer> | undefined,
): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  if (lines !== undefined) yield* lines;
}

/** Returns why a record was refused, with the labels of properties. */
export function refusalReason(
  { message, issues }: { readonly message: string; readonly issues: readonly Issue[] },
  { properties }: Pick<ObjectSchema, "properties">,
): string {
  const messages = issues.length === 0 ? [message] : issues.map((issue) => issue.message);
  const inWords = messages.map((text) => withLabels(text, properties.values()));
  return [...new Set(inWords)].join(" ");
}

/** Why records were refused, and how many. */
export interface Reason {
  readonly message: string;
  readonly count: number;
}

/** Reasons that are shown. */
const MAX_REASONS = 5;

/** Counts reasons, and returns the most frequent ones. */
export function frequent(messages: readonly string[]): readonly Reason[] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts]
    .map(([message, count]) => ({ message, count }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_REASONS);
}

/** Bytes of the list of refused records that are read, enough for hundreds of them. */
const MAX_READ_BYTES = 64 * 1024;

/** Why a job refused records. */
export interface RefusalReasons {
  /** The most frequent ones first. */
  readonly reasons: readonly Reason[];
  /** The first refused records, which were read; 0 if they are not kept any more. */
  readonly read: number;
}

/**
 * Returns why a job has refused its first refused records.
 *
 * @throws CrmError NOT_FOUND
 */
export async function refusalReasons(
  { deps, principal }: Call,
  kind: AnyRecordJobKind,
  id: number,
): Promise<RefusalReasons> {
  const job = await findRecordJob(deps.db, principal, kind, id);
  const name = kind.jobFiles(job)?.refused;
  if (name === undefined) return { reasons: [], read: 0 };
  const file = { projectId: principal.projectId, id: name };
  const length = await fileLength(deps.db, file);
  if (length === undefined) return { reasons: [], read: 0 };
  const bytes = await readAll(deps, file, { to: Math.min(length, MAX_READ_BYTES) });
  const lines = bytes.subarray(0, bytes.lastIndexOf("\r\n") + 2);
  const rows: readonly string[][] = parse(lines, { skip_records_with_error: true });
  return { reasons: frequent(rows.map((row) => row[2] ?? "")), read: rows.length };
}
