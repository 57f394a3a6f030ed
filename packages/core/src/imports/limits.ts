import { type Db, files, tenancy } from "@rapport/db";
import type { FileKey } from "../deps.ts";
import { CrmError } from "../errors.ts";

/** Kind of the files to import. */
export const IMPORT_FILE = "import";

/** Gibibytes that the files of all imports of a project may have together, before compression by the storage. */
const MAX_GIBIBYTES = 20;

/**
 * Checks that a file to import may have a length. Locks the project, so that uploads at the same time count each other.
 *
 * @throws CrmError CONFLICT if the files of the project would have too many bytes
 */
export async function admitImportFile(tx: Db, file: FileKey, length: number): Promise<void> {
  await tenancy.lockProject.first(tx, { id: file.projectId });
  const now = new Date().toISOString();
  const others = await files.lengthsOf(tx, file, IMPORT_FILE, now, file.id);
  const bytes = others.reduce((sum, one) => sum + one, length);
  if (bytes > MAX_GIBIBYTES * 1024 ** 3) throw full();
}

function full(): CrmError {
  const message = `With this file, the import files of this project exceed ${MAX_GIBIBYTES} GiB. Discard an import in preparation, or wait until an older file expires.`;
  const issues = [{ path: "", code: "imports_too_large", message }];
  return new CrmError("CONFLICT", message, { issues });
}
