import {
  attachments,
  type Db,
  liveRevisions,
  type RecordRow,
  recordHistory,
  records,
} from "@rapport/db";
import { MAX_ATTACHMENT_BYTES, withoutControls } from "@rapport/model";
import { type LogActor, nameAuthors } from "../audit/actors.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError, quoted } from "../errors.ts";
import { deleteFile, fileLength, NO_VALUES, readFile } from "../files/files.ts";
import { storeFile } from "../files/write-file.ts";
import { type Principal, storedActor } from "../principal.ts";
import type { Target } from "../records/associations/kinds.ts";
import { findCurrent } from "../records/current.ts";
import { notLive } from "../records/errors.ts";

/** Files of a record, with those of the records that were merged into it. */
const MAX_ATTACHMENTS = 50;
const MAX_NAME_BYTES = 255;

/** Name of a file in a history entry; no property has a dot in its name. */
const ATTACHMENT = "attachment.name";

/** A file that is attached to a record (specification §53). */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly addedAt: string;
  readonly addedBy: LogActor;
}

/** Lists the files of a live record, first those that were attached first. @throws CrmError NOT_FOUND */
export async function listAttachments(
  { deps, principal }: Call<Pick<Deps, "db">>,
  { type, id }: Target,
): Promise<readonly Attachment[]> {
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  return (await readAttachments({ deps, principal }, [record.id])).get(record.id) ?? [];
}

/** Reads the files of records, by the id of the record. */
export async function readAttachments(
  { deps, principal }: Call<Pick<Deps, "db">>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Attachment[]>> {
  const rows = await attachments.listForRecords(deps.db, principal, ids);
  const authorName = await nameAuthors(
    deps,
    principal.projectId,
    rows.map(({ actor }) => actor),
  );
  const found = new Map<number, Attachment[]>();
  for (const row of rows) {
    const one = shown(row, authorName);
    const before = found.get(row.record);
    if (before === undefined) found.set(row.record, [one]);
    else before.push(one);
  }
  return found;
}

function shown(
  { id, name, length: bytes, created_at: addedAt, actor }: attachments.AttachmentRow,
  authorName: (actor: string) => LogActor,
): Attachment {
  return { id, name, bytes, addedAt, addedBy: authorName(actor) };
}

/** A file that arrives. */
interface NewAttachment {
  /** Name of the file as the client gives it. */
  readonly name: string;
  /** What the client says that its length is; undefined if it does not. */
  readonly declared: number | undefined;
  readonly source: AsyncIterable<Buffer>;
}

/**
 * Stores a file, encrypted, and attaches it to a live record. If it fails, nothing of it stays.
 *
 * @throws CrmError NOT_FOUND; PAYLOAD_TOO_LARGE; CONFLICT if the record has as many files as it may have; QUOTA
 */
export async function attachFile(
  { deps, principal }: Call,
  { type, id }: Target,
  { name: given, declared, source }: NewAttachment,
): Promise<Attachment> {
  const { objects } = await deps.schemas.get(principal.projectId);
  if (!objects.has(type)) {
    throw new CrmError("NOT_FOUND", `This project has no object type ${quoted(type)}.`);
  }
  const name = attachmentName(given);
  if ((declared ?? 0) > MAX_ATTACHMENT_BYTES) throw tooLarge();
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  const actor = storedActor(principal);
  const stored = await storeFile(
    deps,
    principal,
    {
      ...{ type: NO_VALUES, kind: "attachment", isKept: true, expected: declared },
      admit: (tx) => requireRoom(tx, principal, record),
    },
    {
      source: limited(source),
      finish: async (tx, { id: file }) => {
        const current = await records.lockRecord(tx, principal, type, record.id);
        if (current === undefined) throw await notLive(tx, principal, type, record.id);
        await requireRoom(tx, principal, current);
        const project = principal.projectId;
        await attachments.attach.all(tx, { project, id: file, record: current.id, name, actor });
        await noteChange(tx, principal, current, [null, name]);
        const all = await attachments.listForRecords(tx, principal, [current.id]);
        return all.find((one) => one.id === file);
      },
    },
  );
  if (stored === undefined) throw new Error("the new attachment was not found");
  const authorName = await nameAuthors(deps, principal.projectId, [actor]);
  return shown(stored, authorName);
}

/** Removes a file from a live record at once. @throws CrmError NOT_FOUND */
export async function removeAttachment(
  { deps, principal }: Call<Pick<Deps, "db">>,
  { type, id }: Target,
  file: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const record = await findCurrent(tx, principal, type, id);
    const current = record && (await records.lockRecord(tx, principal, type, record.id));
    if (current === undefined) throw await notLive(tx, principal, type, id);
    const found = (await attachments.listForRecords(tx, principal, [current.id])).find(
      (one) => one.id === file,
    );
    if (found === undefined) throw noFile(file);
    await deleteFile(tx, { ...principal, id: file });
    await noteChange(tx, principal, current, [found.name, null]);
  });
}

/**
 * Opens a file of a live record.
 *
 * @returns its name, its length and its bytes
 * @throws CrmError NOT_FOUND
 */
export async function openAttachment(
  { deps, principal }: Call<Pick<Deps, "db" | "fileParts" | "secrets">>,
  id: string,
): Promise<{ name: string; bytes: number; content: AsyncGenerator<Buffer> }> {
  if (!/^kept\.[\w-]{22}$/.test(id)) throw noFile(id);
  const file = { projectId: principal.projectId, id };
  const found = await attachments.findAttachment(deps.db, file);
  const record = found && (await findCurrent(deps.db, principal, found.type, found.record_id));
  const bytes = await fileLength(deps.db, file);
  if (found === undefined || record === undefined || bytes === undefined) throw noFile(id);
  return { name: found.name, bytes, content: readFile(deps, file) };
}

/** Attachments that one statement lists. */
const PAGE = 100;

/** A file of a project, as an export has it. */
interface ExportedAttachment {
  readonly id: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly content: AsyncGenerator<Buffer>;
}

/** Returns whether a project has attached files. */
export async function hasAttachments(deps: Pick<Deps, "db">, project: number): Promise<boolean> {
  const first = { project, record: 0, after: "", limit: 1 };
  return (await attachments.listAll.all(deps.db, first)).length > 0;
}

/** Yields the files that are attached to the records of a project, with what is known of them. */
export async function* exportAttachments(
  deps: Pick<Deps, "db" | "fileParts" | "secrets">,
  projectId: number,
): AsyncGenerator<ExportedAttachment> {
  for (let last: attachments.StoredAttachment | undefined; ; ) {
    const after = { record: last?.record_id ?? 0, after: last?.id ?? "" };
    const page = await attachments.listAll.all(deps.db, {
      ...{ project: projectId, limit: PAGE, ...after },
    });
    for (const { id, record_id: recordId, name, length: bytes, created_at: addedAt } of page) {
      const file = { projectId, id };
      // It may have been removed meanwhile.
      if ((await fileLength(deps.db, file)) === undefined) continue;
      yield { id, facts: { id, recordId, name, bytes, addedAt }, content: readFile(deps, file) };
    }
    last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
  }
}

/** Writes that a file was attached, or removed, to the history of its record, and tells the pages. */
async function noteChange(
  tx: Db,
  principal: Principal,
  { id, version }: RecordRow,
  change: readonly [before: string | null, after: string | null],
): Promise<void> {
  const at = new Date().toISOString();
  const changes = JSON.stringify({ [ATTACHMENT]: change });
  await recordHistory.insertHistory(tx, [
    [principal.projectId, id, "updated", changes, storedActor(principal), at, version],
  ]);
  await liveRevisions.noteRevision(tx, principal, "attachments");
}

async function requireRoom(tx: Db, principal: Principal, { id }: RecordRow): Promise<void> {
  const { length } = await attachments.listForRecords(tx, principal, [id]);
  if (length < MAX_ATTACHMENTS) return;
  throw new CrmError(
    "CONFLICT",
    `A record may have ${MAX_ATTACHMENTS} files, and this one has as many. Remove one first.`,
  );
}

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const bytes of source) {
    length += bytes.length;
    if (length > MAX_ATTACHMENT_BYTES) throw tooLarge();
    yield bytes;
  }
}

function tooLarge(): CrmError {
  const message = "The file is larger than 25 MiB. Attach a smaller one, or a link to it.";
  return new CrmError("PAYLOAD_TOO_LARGE", message);
}

function noFile(id: string): CrmError {
  return new CrmError("NOT_FOUND", `There is no file ${quoted(id)} in this project.`);
}

/**
 * Returns the name of a file without folders and control characters, in at most 255 bytes of UTF-8. A long one keeps its
 * ending.
 *
 * @throws CrmError INVALID_INPUT if nothing is left
 */
function attachmentName(given: string): string {
  const [last = ""] = given.toWellFormed().split(/[/\\]/).slice(-1);
  const name = withoutControls(last).replaceAll(/\s+/gu, " ").trim();
  if (/^\.*$/.test(name)) {
    throw new CrmError("INVALID_INPUT", "The file has no name. Rename it, then attach it again.");
  }
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const [ending = ""] = /\.[^.\s]{1,16}$/u.exec(name) ?? [];
  let start = "";
  for (const { segment } of GRAPHEMES.segment(name.slice(0, name.length - ending.length))) {
    if (Buffer.byteLength(start + segment + ending) > MAX_NAME_BYTES) break;
    start += segment;
  }
  return start + ending;
}

const GRAPHEMES = new Intl.Segmenter();
