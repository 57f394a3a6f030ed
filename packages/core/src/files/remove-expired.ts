import { files } from "@rapport/db";
import type { Deps } from "../deps.ts";

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
      await db.transaction((tx) => files.deleteFile(tx, file, now));
      await fileParts.cut(db, file, 0);
      await db.transaction((tx) => files.removeFile(tx, file));
    }
    if (expired.length < PAGE) break;
  }
  await fileParts.removeStray((file) => files.hasRow(db, file));
}
