import { type Db, files } from "@rapport/db";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** Kind of the files to import. */
export const IMPORT_FILE = "import";

/** Gibibytes that the files of all imports of a project may have together, before compression by the storage. */
const MAX_GIBIBYTES = 20;

/**
 * Passes on the bytes of a file to import. Refuses it as soon as the project's files would have too many bytes.
 *
 * @throws CrmError CONFLICT
 */
export async function* withinRoom(
  db: Db,
  scope: Pick<Principal, "projectId">,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const lengths = await files.lengthsOf(db, scope, IMPORT_FILE, new Date().toISOString());
  let room = lengths.reduce((left, length) => left - length, MAX_GIBIBYTES * 1024 ** 3);
  if (room <= 0) throw full();
  for await (const bytes of source) {
    room -= bytes.length;
    if (room < 0) throw full();
    yield bytes;
  }
}

function full(): CrmError {
  const message = `With this file, the import files of this project exceed ${MAX_GIBIBYTES} GiB. Discard an import in preparation, or wait until an older file expires.`;
  const issues = [{ path: "", code: "imports_too_large", message }];
  return new CrmError("CONFLICT", message, { issues });
}
