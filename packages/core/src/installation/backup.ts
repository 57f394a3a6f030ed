import { existsSync } from "node:fs";
import { type BackupProgress, backUp } from "@rapport/db";
import { CrmError } from "../errors.ts";
import { fileOf, reach } from "./addresses.ts";

/**
 * Backs up a SQLite database while servers use it. Runs no migration on it.
 *
 * @param options.databaseUrl value of DATABASE_URL
 * @param options.file path of the backup
 * @param options.onProgress called with the amount copied so far
 * @param options.onCheck called when the copy is complete and its check begins
 * @throws CrmError INVALID_INPUT for PostgreSQL and for a database that does not exist; BackupRefused, see
 *   `backUp`
 */
export async function backUpInstallation(options: {
  databaseUrl: string;
  file: string;
  onProgress: (progress: BackupProgress) => void;
  onCheck: () => void;
}): Promise<void> {
  const source = fileOf(options.databaseUrl);
  if (source === undefined) {
    throw new CrmError("INVALID_INPUT", "Use pg_dump to back up a PostgreSQL database.");
  }
  if (!existsSync(source)) {
    throw new CrmError(
      "INVALID_INPUT",
      `There is no database at ${source}; check DATABASE_URL and DATA_DIR.`,
    );
  }
  const db = await reach(options.databaseUrl, "DATABASE_URL");
  try {
    await backUp(db, options.file, options);
  } finally {
    await db.close();
  }
}
