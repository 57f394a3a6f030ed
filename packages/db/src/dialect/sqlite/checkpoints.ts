import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Sqlite from "better-sqlite3";

/** Pages by which the log grows between two checkpoints, as between SQLite's own. */
const PAGES_BETWEEN = 1_000;
/** Limit on the heap of the thread, which uses a quarter of it. */
const HEAP_MB = 32;

export interface CheckpointThreadData {
  readonly file: string;
}

export type CheckpointOrder = "checkpoint" | "close";

export interface Checkpoints {
  /** Copies the log into the database if it has grown long. To be called between two transactions. */
  runIfDue(): Promise<void>;
  /** Closes the connection of the thread. */
  close(): Promise<void>;
}

/**
 * Copies the write-ahead log into the database in a thread, which starts when the log is long for the first time. SQLite's
 * own checkpoints run within a commit, and block every request of the process: for 20 ms after a batch of 1,000 records.
 *
 * The next transaction waits for the end of a checkpoint, because SQLite starts the log again from its beginning only when
 * all of it is copied. Otherwise the log would grow for as long as records are written. Reads do not wait.
 *
 * @param writer the connection of all transactions
 * @param file path of its database
 */
export function openCheckpoints(writer: Sqlite.Database, file: string): Checkpoints {
  writer.pragma("wal_autocheckpoint = 0");
  // Copies nothing (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint).
  const lengths = writer.prepare("pragma wal_checkpoint(noop)");
  let pagesAtLast = 0;
  let thread: CheckpointThread | undefined;
  let isThreadLost = false;
  let isClosed = false;

  async function runIfDue(): Promise<void> {
    if (isThreadLost || isClosed) return;
    const pages = pagesOfLog();
    // The log has started again.
    if (pages < pagesAtLast) pagesAtLast = 0;
    if (pages - pagesAtLast < PAGES_BETWEEN) return;
    // A reader of an old snapshot keeps a checkpoint from its end. Then the next one waits for as many pages again.
    pagesAtLast = pages;
    thread ??= startThread(file);
    isThreadLost = !(await thread.checkpoint());
    if (isThreadLost && !isClosed) writer.pragma(`wal_autocheckpoint = ${PAGES_BETWEEN}`);
  }

  function pagesOfLog(): number {
    try {
      return (lengths.get() as { log: number }).log;
    } catch {
      // The next transaction reports what is wrong with the file.
      return 0;
    }
  }

  return {
    runIfDue,
    close: async () => {
      isClosed = true;
      await thread?.close();
    },
  };
}

interface CheckpointThread {
  /** @returns false if the thread has ended */
  checkpoint(): Promise<boolean>;
  close(): Promise<void>;
}

function startThread(file: string): CheckpointThread {
  const workerData: CheckpointThreadData = { file };
  const worker = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 1 },
  });
  // Without a listener, an error of the thread would end the process.
  worker.on("error", () => undefined);
  const no = () => false;
  // `once` fails if the thread ends with an error.
  const ended = once(worker, "exit").then(no, no);
  const send = (order: CheckpointOrder) => worker.postMessage(order);
  let isClosing = false;

  return {
    checkpoint: async () => {
      worker.ref();
      send("checkpoint");
      const answered = once(worker, "message").then(() => true, no);
      const isDone = await Promise.race([answered, ended]);
      // Between two checkpoints it does not keep the process alive. While it ends, someone waits for it.
      if (!isClosing) worker.unref();
      return isDone;
    },
    close: async () => {
      isClosing = true;
      worker.ref();
      send("close");
      await ended;
    },
  };
}
