import { randomBytes } from "node:crypto";
import { type Db, importDrafts, tenancy } from "@rapport/db";
import type { Call } from "../../call.ts";
import { type Deps, joinDeps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { makeEncoder } from "../../exports/encode.ts";
import { deleteFile, expireFile, readFile } from "../../files/files.ts";
import { type Principal, storedActor } from "../../principal.ts";
import { encodingName } from "../encoding.ts";
import { storeImportFile } from "../files.ts";
import { type Inspected, inspected } from "../inspect.ts";
import { matchColumns } from "../match/match-columns.ts";
import { importRows } from "../run-import.ts";
import type { ImportOptions } from "../settings.ts";
import { toText } from "../to-text.ts";
import { dropReport, lockOpen } from "./change-draft.ts";
import { DRAFT_DAYS, type DraftSettings, draftExpiry, readDraft, saveDraft } from "./draft.ts";
import { findIdColumn, proposeOptions, readSamples } from "./propose.ts";

/** Imports that a project may have in preparation, so that abandoned uploads do not fill the disk. */
const MAX_DRAFTS = 20;
const MAX_NAME_CHARACTERS = 255;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface Upload {
  readonly type: string;
  readonly fileName: string;
  /** The bytes that were sent. */
  readonly source: AsyncIterable<Buffer>;
}

/**
 * Stores an uploaded file and prepares its import: finds its columns, matches them to properties and proposes options.
 *
 * @returns the id of the draft
 * @throws CrmError INVALID_INPUT if the file is no table; CONFLICT if too many imports are in preparation, or the
 *   project's files would have too many bytes, or a record of the type is erased meanwhile
 */
export async function uploadDraft(
  { deps, principal }: Call,
  { type, fileName, source }: Upload,
): Promise<string> {
  // A file for which there is no room is not received.
  await requireRoom(deps.db, principal);
  let encoding = "utf-8";
  let found: Inspected | undefined;
  const text = await peeked(
    toText(source, {}, (used) => {
      encoding = used;
    }),
  );
  const { format } = text;
  const checked = inspected(
    text.all,
    format,
    () => undefined,
    (inside) => {
      found = inside;
    },
  );
  return storeImportFile(
    { deps, principal },
    type,
    checked,
    async (tx, { id: fileId, length: bytes }) => {
      if (found === undefined) throw new Error("a file was stored before it was read");
      const file = { encoding, bytes, ...found };
      const read = { fileId, format, ...found };
      const options = await proposedOptions({ deps, principal }, tx, type, read);
      const settings: DraftSettings = { ...file, options, chosen: [] };
      const at = new Date();
      const id = randomBytes(12).toString("base64url");
      await expireFile(
        tx,
        { ...principal, id: fileId },
        new Date(at.getTime() + DRAFT_DAYS * DAY_MS).toISOString(),
      );
      await tenancy.lockProject.first(tx, { id: principal.projectId });
      await requireRoom(tx, principal);
      await importDrafts.insertDraft(tx, principal, {
        ...{ id, type, file_id: fileId, content: JSON.stringify(settings) },
        file_name: readableName(fileName),
        actor: storedActor(principal),
        created_at: at.toISOString(),
      });
      return id;
    },
  );
}

/** Proposes the options of an import from the first rows of its file. */
async function proposedOptions(
  { deps: given, principal }: Call,
  tx: Db,
  type: string,
  { fileId: file, format, ...found }: Inspected & { fileId: string; format: Format },
): Promise<ImportOptions> {
  const deps = joinDeps(given, tx);
  const rows = importRows(deps, principal, { format, mapping: {} }, { file: { ...found, file } });
  const samples = await readSamples(rows, found.columns);
  const object = await deps.schemas.object(principal.projectId, type);
  const matches = matchColumns(object, object.properties.values(), samples);
  const idColumn = await findIdColumn(deps, principal, type, samples);
  return proposeOptions(object, { format, facts: found.facts }, matches, idColumn);
}

type Format = ImportOptions["format"];

/** Recognizes the format of a text. A file of JSON objects starts with a brace; a header that does is rare enough. */
async function peeked(
  text: AsyncGenerator<Buffer>,
): Promise<{ readonly format: Format; readonly all: AsyncGenerator<Buffer> }> {
  const { value: first, done } = await text.next();
  const start = done ? "" : first.subarray(0, 1_024).toString("utf8");
  async function* all(): AsyncGenerator<Buffer> {
    if (!done) yield first;
    yield* text;
  }
  return { format: /^\s*\{/.test(start) ? "ndjson" : "csv", all: all() };
}

async function requireRoom(db: Db, principal: Principal): Promise<void> {
  const drafts = await importDrafts.listDrafts.all(db, { project: principal.projectId });
  const open = drafts.filter(({ import_id }) => import_id === null);
  if (open.length < MAX_DRAFTS) return;
  const message = `${MAX_DRAFTS} imports are in preparation. Start or discard one of them first.`;
  throw new CrmError("CONFLICT", message);
}

/** Returns the name without characters that would confuse a reader. */
function readableName(given: string): string {
  const name = given.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return [...name].slice(0, MAX_NAME_CHARACTERS).join("") || "File without a name";
}

/**
 * Reads the file of a draft again in another encoding, and prepares its import from the beginning: other letters may be in
 * the names of its columns.
 *
 * @throws CrmError INVALID_INPUT if there is no such encoding, or the file is no table in it; NOT_FOUND; CONFLICT if the
 *   import was started
 */
export async function changeEncoding(
  { deps, principal }: Call,
  id: string,
  label: string,
): Promise<void> {
  const encoding = encodingName(label);
  if (encoding === undefined) throw new CrmError("INVALID_INPUT", "Choose an encoding.");
  const draft = await readDraft(deps.db, principal, id);
  const { type, settings } = draft;
  const { format } = settings.options;
  // The recognized encoding can restore the bytes. Another encoding may have lost some.
  const original = settings.original ?? { file: draft.fileId, encoding: settings.encoding };
  const sent = readUploadedBytes(deps, principal, original);
  const text = toText(sent, { encoding }, () => undefined);
  let found: Inspected | undefined;
  const checked = inspected(
    text,
    format,
    () => undefined,
    (inside) => {
      found = inside;
    },
  );
  await storeImportFile(
    { deps, principal },
    type,
    checked,
    async (tx, { id: fileId, length: bytes }) => {
      if (found === undefined) throw new Error("a file was stored before it was read");
      const locked = await lockOpen(tx, principal, id);
      if (locked.fileId !== draft.fileId) throw changed();
      const options = await proposedOptions({ deps, principal }, tx, type, {
        ...found,
        fileId,
        format,
      });
      await dropReport(tx, principal, locked);
      for (const file of [locked.fileId, locked.fixesFile]) {
        if (file !== null && file !== original.file)
          await deleteFile(tx, { ...principal, id: file });
      }
      await expireFile(tx, { ...principal, id: fileId }, draftExpiry(locked));
      await saveDraft(tx, principal, locked, {
        ...{ fileId, fixesFile: null, checkId: null, reportFile: null, counts: null },
        settings: { ...found, bytes, encoding, original, options, chosen: [] },
      });
    },
  );
}

/** Reads a file as it was sent, except for gzip and a byte order mark. */
async function* readUploadedBytes(
  deps: Deps,
  { projectId }: Principal,
  { file, encoding }: { readonly file: string; readonly encoding: string },
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encode = makeEncoder(encoding);
  for await (const part of readFile(deps, { projectId, id: file })) {
    yield encode(decoder.decode(part, { stream: true }));
  }
}

function changed(): CrmError {
  return new CrmError("CONFLICT", "Another encoding was chosen at the same time. Choose again.");
}
