import { randomBytes } from "node:crypto";
import { type Db, files } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { newKey, openPart, parseKey } from "./part-cipher.ts";

/** A project, as far as files need it. */
type Scope = Pick<FileKey, "projectId">;

/** The file was deleted: it expired, a record of its type was erased, or the database was restored or copied. */
export class FileGone extends Error {
  override readonly name = "FileGone";
}

/** Type of a file that holds values of several object types. Every erasure in its project deletes it. */
export const ANY_TYPE = "any";

/** Type of a file that holds no values of records, only ids. No erasure deletes it. */
export const NO_VALUES = "none";

/**
 * Creates an empty file. It stays until its owner deletes it or lets it expire.
 *
 * @param type the object type whose values it will hold; an erasure of a record of this type deletes it
 * @param kind what it is for, if files of this kind are counted
 * @param isKept whether backups and copies of the database have it
 * @returns its id
 */
export async function createFile(
  { secrets }: Pick<Deps, "secrets">,
  tx: Db,
  { projectId }: Scope,
  {
    type,
    kind = null,
    isKept = false,
  }: {
    readonly type: string | typeof ANY_TYPE | typeof NO_VALUES;
    readonly kind?: string | null | undefined;
    readonly isKept?: boolean | undefined;
  },
): Promise<string> {
  const id = `${isKept ? files.KEPT : ""}${randomBytes(16).toString("base64url")}`;
  const at = new Date().toISOString();
  await files.insertFile(tx, { projectId, id }, { type, kind, key: secrets.seal(newKey()), at });
  return id;
}

/** Returns the length of a file in bytes; undefined if it was deleted. */
export async function fileLength(db: Db, file: FileKey): Promise<number | undefined> {
  return (await files.findFile(db, file))?.length;
}

/**
 * Lets the worker remove a file after a time.
 *
 * @param at ISO 8601; null to keep it
 */
export function expireFile(tx: Db, file: FileKey, at: string | null): Promise<void> {
  return files.setExpiry(tx, file, at);
}

/** Deletes a file by removing its key. The worker removes its parts. */
export function deleteFile(tx: Db, file: FileKey): Promise<void> {
  return files.deleteFile(tx, file, new Date().toISOString());
}

/** Deletes every file that holds values of an object type. */
export async function eraseTypeFiles(tx: Db, scope: Scope, type: string): Promise<void> {
  for (const one of [type, ANY_TYPE]) await deleteTypeFiles(tx, scope, one);
}

/** Deletes the files of an object type alone. */
export async function deleteTypeFiles(tx: Db, { projectId }: Scope, type: string): Promise<void> {
  await files.deleteTypeFiles.all(tx, { projectId }, { type, at: new Date().toISOString() });
}

/**
 * Reads a file, one part at a time.
 *
 * @param range.from position of the first byte
 * @param range.to position after the last byte; the end of the file if it is not given
 * @throws FileGone, also while it is read; Error if a part was changed
 */
export async function* readFile(
  { db, fileParts, secrets }: Pick<Deps, "db" | "fileParts" | "secrets">,
  file: FileKey,
  range: { readonly from?: number; readonly to?: number } = {},
): AsyncGenerator<Buffer> {
  const found = await files.findFile(db, file);
  if (found === undefined) throw new FileGone();
  const key = parseKey(secrets.open(found.key));
  const end = Math.min(range.to ?? found.length, found.length);
  let at = range.from ?? 0;
  while (at < end) {
    const part = await fileParts.find(db, file, at);
    if (part === undefined) throw new FileGone();
    const bytes = await openPart(key, file, part.start, part.bytes);
    const some = bytes.subarray(at - part.start, end - part.start);
    if (some.length === 0) throw new Error(`a file has no part at ${at}`);
    yield some;
    at += some.length;
  }
}

/** Reads a file, or a part of it, that fits into memory. @throws FileGone */
export async function readAll(...wanted: Parameters<typeof readFile>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readFile(...wanted)) parts.push(part);
  return Buffer.concat(parts);
}

/** Removes a file at once. */
export async function removeFile(
  { db, fileParts }: Pick<Deps, "db" | "fileParts">,
  file: FileKey,
): Promise<void> {
  await db.transaction((tx) => deleteFile(tx, file));
  await fileParts.cut(db, file, 0);
  await db.transaction((tx) => files.removeFile(tx, file));
}

/** Files that one statement lists. */
const PAGE = 100;

/**
 * Removes the parts and the rows of files that expired or were deleted, and parts whose file was never committed.
 * Any number of processes may do it at once.
 *
 * @param signal ends the work after the current file
 */
export async function removeExpiredFiles(
  { db, fileParts }: Pick<Deps, "db" | "fileParts">,
  signal: AbortSignal,
): Promise<void> {
  const now = new Date().toISOString();
  for (;;) {
    const expired = await files.listExpired(db, now, PAGE);
    for (const file of expired) {
      if (signal.aborted) return;
      await removeFile({ db, fileParts }, file);
    }
    if (expired.length < PAGE) break;
  }
  await fileParts.removeStray((file) => files.hasRow(db, file));
}
