import type { Db } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { FileGone } from "../files/files.ts";
import { type StoredFile, storeFile } from "../files/write-file.ts";
import type { Principal } from "../principal.ts";
import { admitImportFile, IMPORT_FILE } from "./limits.ts";

/**
 * Stores the file of an import.
 *
 * @param type the type of its records
 * @param finish see `storeFile`
 * @throws CrmError CONFLICT if the project's files would have too many bytes, or a record of the type is erased meanwhile;
 *   what `source` and `finish` throw
 */
export async function storeImportFile<T>(
  deps: Deps,
  principal: Principal,
  type: string,
  source: AsyncIterable<Buffer>,
  finish: (tx: Db, file: StoredFile) => Promise<T>,
): Promise<T> {
  const file = { type, kind: IMPORT_FILE, admit: admitImportFile };
  try {
    return await storeFile(deps, principal, file, source, finish);
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
