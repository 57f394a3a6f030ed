import { type Db, files } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { requireFileRoom } from "../quotas/tenant-room.ts";
import { createFile, expireFile, FileGone, removeFile } from "./files.ts";
import { parseKey, sealPart } from "./part-cipher.ts";

type FileDeps = Pick<Deps, "db" | "fileParts" | "secrets">;

/** Bytes of a part before encryption. */
const PART_BYTES = 1024 * 1024;

/** Bytes after which the length of a file that is being written is saved, if its length is limited. */
const SAVED_BYTES = 64 * PART_BYTES;

/** Milliseconds after which an unfinished file expires. Its writer extends this every minute. */
const UNFINISHED_MS = 5 * 60_000;
const EXTENSION_INTERVAL_MS = 60_000;

/**
 * Appends bytes to a file and saves its new length in the same transaction. First removes what a crash left after the
 * old length.
 *
 * @param deps with joined dependencies it is part of their transaction
 * @param bytes at most `PART_BYTES`
 * @returns the new length
 * @throws FileGone; DatabaseUnavailable if there is no room
 */
export async function appendToFile(deps: FileDeps, file: FileKey, bytes: Buffer): Promise<number> {
  const found = await files.findFile(deps.db, file);
  if (found === undefined) throw new FileGone();
  const { key, length: start } = found;
  await deps.fileParts.cut(deps.db, file, start);
  await putSealed(deps, file, key, { start, bytes });
  const length = start + bytes.length;
  return deps.db.transaction(async (tx) => {
    if (!(await files.setLength(tx, file, length))) throw new FileGone();
    return length;
  });
}

/** Like `appendToFile`, for any number of bytes. */
export async function appendAll(deps: FileDeps, file: FileKey, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    await appendToFile(deps, file, bytes.subarray(at, at + PART_BYTES));
  }
}

/** A file that was written completely. */
export interface StoredFile {
  readonly id: string;
  readonly length: number;
}

/** Describes a new file. */
export interface NewFile {
  /** The object type whose values it holds. */
  readonly type: string;
  /** What it is for, if files of this kind are counted. */
  readonly kind?: string | null;
  /** Whether backups and copies of the database have it. */
  readonly isKept?: boolean;
  /** Its length, if it is known: then a file for which there is no room is not received. */
  readonly expected?: number | undefined;
  /**
   * Throws if there is no room for a file of this length. Runs in the transactions that save the length: at the
   * beginning, at the end, and often enough that files which are written at the same time count each other.
   */
  admit?(tx: Db, file: FileKey, length: number): Promise<void>;
}

/**
 * Writes a new file, one part at a time, so memory is bounded. If it fails, the file is removed. If the process
 * crashes, the file expires within 5 minutes, and a worker of any process removes it.
 *
 * @param finish runs in the transaction that finishes the file
 * @throws DatabaseUnavailable if there is no room; FileGone if the file is deleted meanwhile; what `source`, `admit`
 *   and `finish` throw; CrmError QUOTA if the tenant's files may not have as many bytes
 */
export async function storeFile<T>(
  deps: FileDeps & Pick<Deps, "quotas">,
  { projectId }: Pick<FileKey, "projectId">,
  { type, kind = null, isKept = false, expected = 0, admit }: NewFile,
  {
    source,
    finish,
  }: {
    readonly source: AsyncIterable<Buffer>;
    readonly finish: (tx: Db, file: StoredFile) => Promise<T>;
  },
): Promise<T> {
  const file = await deps.db.transaction(async (tx) => {
    const id = await createFile(deps, tx, { projectId }, { type, kind, isKept });
    const created = { projectId, id };
    await expireFile(tx, created, unfinishedExpiry());
    await admit?.(tx, created, 0);
    // An empty file needs no room, but the file will not be empty.
    await requireFileRoom(deps, tx, created, Math.max(1, expected));
    return created;
  });
  const saveLength = async (length: number) => {
    await deps.db.transaction(async (tx) => {
      await admit?.(tx, file, length);
      await requireFileRoom(deps, tx, file, length);
      if (!(await files.setLength(tx, file, length))) throw new FileGone();
    });
  };
  const extensions = extendExpiry(deps.db, file);
  try {
    const length = await writeParts(deps, file, source, saveLength);
    await saveLength(length);
    await extensions.end();
    return await deps.db.transaction(async (tx) => {
      if (!(await files.setLength(tx, file, length))) throw new FileGone();
      await expireFile(tx, file, null);
      return finish(tx, { id: file.id, length });
    });
  } catch (error) {
    await extensions.end();
    // If this fails too, the file expires.
    await removeFile(deps, file).catch(() => undefined);
    throw error;
  }
}

function unfinishedExpiry(): string {
  return new Date(Date.now() + UNFINISHED_MS).toISOString();
}

/** Keeps a file from expiring while this process writes it. Waits for the last extension at the end. */
function extendExpiry(db: Deps["db"], file: FileKey): { end(): Promise<void> } {
  let extending = Promise.resolve();
  const timer = setInterval(() => {
    extending = extending
      .then(() => db.transaction((tx) => expireFile(tx, file, unfinishedExpiry())))
      // Four may fail before the file expires.
      .catch(() => undefined);
  }, EXTENSION_INTERVAL_MS).unref();
  return {
    end: () => {
      clearInterval(timer);
      return extending;
    },
  };
}

async function writeParts(
  deps: FileDeps,
  file: FileKey,
  source: AsyncIterable<Buffer>,
  saveLength: (length: number) => Promise<void>,
): Promise<number> {
  const found = await files.findFile(deps.db, file);
  if (found === undefined) throw new FileGone();
  let length = 0;
  for await (const bytes of inParts(source)) {
    await putSealed(deps, file, found.key, { start: length, bytes });
    length += bytes.length;
    if (length % SAVED_BYTES === 0) await saveLength(length);
  }
  return length;
}

async function putSealed(
  { db, fileParts, secrets }: FileDeps,
  file: FileKey,
  key: string,
  { start, bytes }: { readonly start: number; readonly bytes: Buffer },
): Promise<void> {
  const sealed = await sealPart(parseKey(secrets.open(key)), file, start, bytes);
  if (!(await fileParts.put(db, file, start, sealed))) throw new FileGone();
}

/** Cuts a stream into parts. */
async function* inParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const read of source) {
    let bytes = read;
    while (size + bytes.length >= PART_BYTES) {
      const room = PART_BYTES - size;
      yield Buffer.concat([...held, bytes.subarray(0, room)]);
      held = [];
      size = 0;
      bytes = bytes.subarray(room);
    }
    if (bytes.length > 0) held.push(bytes);
    size += bytes.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
