import { randomBytes } from "node:crypto";
import { type Db, files } from "@rapport/db";
import type { Deps, FileKey } from "../deps.ts";
import { newKey } from "./part-cipher.ts";

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
 * @returns its id
 */
export async function createFile(
  { secrets }: Pick<Deps, "secrets">,
  tx: Db,
  { projectId }: Scope,
  type: string | typeof ANY_TYPE | typeof NO_VALUES,
  kind: string | null = null,
): Promise<string> {
  const id = randomBytes(16).toString("base64url");
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
export async function eraseFilesOf(tx: Db, { projectId }: Scope, type: string): Promise<void> {
  const at = new Date().toISOString();
  for (const one of [type, ANY_TYPE]) await files.deleteFilesOf(tx, { projectId }, one, at);
}
