import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { isUnavailable, whenFree } from "./errors.ts";

export interface Compacted {
  /** Bytes of the database. */
  readonly before: number;
  readonly after: number;
}

/** Called between two steps with the number of bytes freed so far. */
export type OnGivenBack = (bytes: number) => void;

/** Thrown if a file cannot be compacted as it is. The message says what to do. */
class CompactRefused extends Error {
  override readonly name = "CompactRefused";
}

/** Pages that one transaction gives back: 1 MiB, a few milliseconds. */
const PORTION_PAGES = 256;
/** Shortest pause between two transactions in milliseconds, longer than a waiting writer's. */
const PAUSE_MS = 5;
/** Attempts to empty the log, which readers may hold. Otherwise the next checkpoint shortens the file. */
const LOG_ATTEMPTS = 20;

const INCREMENTAL = 2;

/** Cuts unused pages off an embedded database, in small transactions with pauses in which others write. */
export async function compactFile(
  file: string,
  rewrite: boolean,
  onGivenBack: OnGivenBack,
): Promise<Compacted> {
  const connection = new Sqlite(file, { fileMustExist: true, timeout: 0 });
  const read = (name: string) => Number(connection.pragma(name, { simple: true }));
  const size = () => read("page_count") * read("page_size");
  try {
    // Unused pages keep no values of erased records.
    connection.pragma("secure_delete = on");
    connection.pragma("synchronous = full");
    const before = size();
    if (rewrite) rewriteFile(connection);
    else if (read("auto_vacuum") !== INCREMENTAL) throw needsRewrite(read);
    while (read("freelist_count") > 0) {
      const startedAt = performance.now();
      await whenFree(() => connection.pragma(`incremental_vacuum(${PORTION_PAGES})`));
      onGivenBack(before - size());
      await sleep(Math.max(PAUSE_MS, performance.now() - startedAt));
    }
    const after = size();
    await emptyLog(connection);
    return { before, after };
  } finally {
    connection.close();
  }
}

function needsRewrite(read: (name: string) => number): CompactRefused {
  const unused = megabytes(read("freelist_count") * read("page_size"));
  return new CompactRefused(
    `An earlier version made the database file, so its unused space (${unused} MB) cannot be given back while the server runs. Stop all programs of Rapport and run "rapport compact --rewrite" once.`,
  );
}

/** Leaves WAL mode first, because SQLite allows that only if no other connection is open. */
function rewriteFile(connection: Sqlite.Database): void {
  try {
    connection.pragma("journal_mode = delete");
  } catch (error) {
    if (!isUnavailable(error, "SQLITE_BUSY")) throw error;
    throw new CompactRefused(
      "Another program has the database open. Stop all programs of Rapport, then run this again.",
    );
  }
  try {
    connection.pragma(`auto_vacuum = ${INCREMENTAL}`);
    connection.exec("vacuum");
  } finally {
    connection.pragma("journal_mode = wal");
  }
}

async function emptyLog(connection: Sqlite.Database): Promise<void> {
  for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
    const [result] = connection.pragma("wal_checkpoint(truncate)") as { busy: number }[];
    if (result?.busy === 0) return;
    await sleep(PAUSE_MS * 10);
  }
}

function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en");
}
