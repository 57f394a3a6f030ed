import { type Db, files, tenancy } from "@rapport/db";
import type { Call } from "../call.ts";
import type { FileKey } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { FileGone } from "../files/files.ts";
import { type StoredFile, storeFile } from "../files/write-file.ts";

/** Imports of a project that may wait or run at the same time. */
export const MAX_OPEN_IMPORTS = 5;

/** Largest file as it is sent, and unpacked; in bytes. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3;
export const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Largest row, in bytes. */
export const MAX_ROW_BYTES = 1024 ** 2;
/** Largest row of a file of refused rows, in bytes. */
export const MAX_REFUSED_ROW_BYTES = 4 * 1024 ** 2;
export const MAX_COLUMNS = 1_000;
/** Line ends of a cell that a missing quote may have caused. */
export const MAX_CELL_LINE_ENDS = 200;

/** Returns the refusal of a file. */
export function fileFault(code: string, message: string): CrmError {
  return CrmError.ofIssue("INVALID_INPUT", { path: "", code, message });
}

export function notText(encoding: string): CrmError {
  return fileFault("encoding_invalid", `The file is not text in ${encoding}. Save it as UTF-8.`);
}

/** Kind of the files to import. */
const IMPORT_FILE = "import";

/** Gibibytes that the files of all imports of a project may have together, before compression by the storage. */
const MAX_GIBIBYTES = 20;

/**
 * Checks that a file to import may have a length. Locks the project, so that uploads at the same time count each other.
 *
 * @throws CrmError CONFLICT if the files of the project would have too many bytes
 */
async function admitImportFile(tx: Db, file: FileKey, length: number): Promise<void> {
  await tenancy.lockProject.first(tx, { id: file.projectId });
  const now = new Date().toISOString();
  const others = await files.listLengths(tx, file, IMPORT_FILE, { now, except: file.id });
  const bytes = others.reduce((sum, one) => sum + one, length);
  if (bytes > MAX_GIBIBYTES * 1024 ** 3) throw full();
}

function full(): CrmError {
  const message = `With this file, the import files of this project exceed ${MAX_GIBIBYTES} GiB. Discard an import in preparation, or wait until an older file expires.`;
  return CrmError.ofIssue("CONFLICT", { path: "", code: "imports_too_large", message });
}

/**
 * Stores the file of an import.
 *
 * @param type the type of its records
 * @param finish see `storeFile`
 * @throws CrmError CONFLICT if the project's files would have too many bytes, or a record of the type is erased meanwhile;
 *   what `source` and `finish` throw
 */
export async function storeImportFile<T>(
  { deps, principal }: Call,
  type: string,
  source: AsyncIterable<Buffer>,
  finish: (tx: Db, file: StoredFile) => Promise<T>,
): Promise<T> {
  const file = { type, kind: IMPORT_FILE, admit: admitImportFile };
  try {
    return await storeFile(deps, principal, file, { source, finish });
  } catch (error) {
    throw error instanceof FileGone ? deleted(error) : error;
  }
}

function deleted(cause: FileGone): CrmError {
  const message =
    "The file was deleted while it was received, because a record of its type was erased or it expired. Send it again.";
  const issues = [{ path: "", code: "file_deleted", message }];
  return new CrmError("CONFLICT", message, { issues, cause });
}
