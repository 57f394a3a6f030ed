import { setImmediate as nextTurn } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import { type Database, DatabaseUnavailable } from "../dialect.ts";
import { TRANSACTION_LIMIT_MS } from "../postgres/postgres.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { convertSqliteError, transactionEnded } from "./errors.ts";
import { type Deferred, executor } from "./executor.ts";
import { checkSpace, rewriteFirstPage, type WatchedFiles } from "./files.ts";
import { writeTurns } from "./write-turns.ts";

/** Maximum number of transactions that share one commit. */
const MAX_GROUP_TRANSACTIONS = 64;
/** Deferred queries per turn of the event loop: about 5 ms. */
const DEFERRED_PER_TURN = 200;
/** Milliseconds between two attempts to write after one failed. */
const PROBE_INTERVAL_MS = 1_000;

/** A transaction reached its limit. It says nothing about the database. */
class TransactionTooLong extends DatabaseUnavailable {
  constructor() {
    const reason = `a transaction took longer than ${TRANSACTION_LIMIT_MS / 1000} seconds`;
    super(reason, { cause: undefined });
  }
}

interface Waiting {
  readonly isAlone: boolean;
  readonly isLong: boolean;
  run(): Promise<void>;
  succeed(): void;
  fail(error: unknown): void;
}

export interface CommitQueue {
  readonly enqueue: Database["transaction"];
  /**
   * Returns at once while writing works. After a failed write it tries again, at most once a second.
   *
   * @throws DatabaseUnavailable while writing fails
   */
  checkWriting(): Promise<void>;
  /** Runs a task on the connection while no transaction is open. */
  betweenGroups<T>(task: () => T): Promise<T>;
  /** Waits for the enqueued transactions. */
  end(): Promise<void>;
}

/**
 * Lets transactions that arrive together share one commit and so one flush to disk. This is several times
 * faster than one flush each, and equally durable. Each has a savepoint, so a failed one does not affect the
 * others. A disk error fails the whole group; the next group tries again.
 *
 * Deferred queries of all transactions run at the end: FTS5 writes what it has collected at each savepoint,
 * and one write of the words of 32 records took half the time of 32 writes.
 */
export function commitQueue(
  writer: Sqlite.Database,
  files: WatchedFiles,
  checkpoints: Checkpoints,
): CommitQueue {
  // Bounded by the concurrent requests, each of which waits for one transaction at a time.
  const waiting: Waiting[] = [];
  const tasks: (() => void)[] = [];
  let busy = false;
  let failure: DatabaseUnavailable | undefined;
  let probedAt = 0;
  /** When the open group is rolled back, on the clock of `performance`. */
  let limit = Number.POSITIVE_INFINITY;
  const turns = writeTurns(writer);
  const deferred: Deferred[] = [];
  const tx = executor(writer, true, deferred, checkLimit);
  const direct = executor(writer, true);
  const commit = writer.prepare("commit");
  const savepoint = writer.prepare("savepoint job");
  const rollBack = writer.prepare("rollback to job");
  const release = writer.prepare("release job");
  const mergeWords = wordMerges(writer);

  async function drain(): Promise<void> {
    busy = true;
    while (waiting.length + tasks.length > 0) {
      for (const task of tasks.splice(0)) task();
      if (waiting.length > 0) {
        await commitGroup(waiting.splice(0, nextGroupSize(waiting)));
        await checkpoints.runIfDue();
      }
      if (waiting.length > 0) await turns.giveWay();
    }
    busy = false;
  }

  function wake(): void {
    if (busy) return;
    busy = true;
    setImmediate(drain);
  }

  async function commitGroup(group: readonly Waiting[]): Promise<void> {
    try {
      files.checkLast();
      await turns.begin();
      const isLong = group[0]?.isLong === true;
      limit = isLong ? Number.POSITIVE_INFINITY : performance.now() + TRANSACTION_LIMIT_MS;
      const reports = await runAll(group);
      await runDeferred();
      checkLimit();
      commit.run();
      checkCommitted();
      failure = undefined;
      // Writing the response to a batch takes as long as its commit.
      if (group[0]?.isAlone) await nextTurn();
      for (const report of reports) report();
    } catch (error) {
      endTransaction(writer);
      const fault = convertSqliteError(error);
      const isFailure = fault instanceof DatabaseUnavailable;
      if (isFailure && !(fault instanceof TransactionTooLong)) failure = fault;
      for (const job of group) job.fail(fault);
    } finally {
      deferred.length = 0;
    }
  }

  function checkLimit(): void {
    if (performance.now() > limit) throw new TransactionTooLong();
  }

  /** Returns the callbacks that settle each job once the group is committed, successes first. */
  async function runAll(group: readonly Waiting[]): Promise<readonly (() => void)[]> {
    const done: (() => void)[] = [];
    const failed: (() => void)[] = [];
    for (const job of group) {
      savepoint.run();
      const deferredBefore = deferred.length;
      let fault: unknown;
      try {
        await job.run();
        done.push(() => job.succeed());
      } catch (error) {
        fault = error;
        failed.push(() => job.fail(error));
        deferred.length = deferredBefore;
        if (writer.inTransaction) rollBack.run();
      }
      // A disk error may end the transaction, and with it the savepoints of every job.
      if (!writer.inTransaction) throw transactionEnded(fault);
      release.run();
    }
    return [...done, ...failed];
  }

  /** Lets others read meanwhile, because a batch has hundreds of deferred queries. */
  async function runDeferred(): Promise<void> {
    for (const [i, [query, values]] of deferred.entries()) {
      if (i % DEFERRED_PER_TURN === DEFERRED_PER_TURN - 1) await nextTurn();
      await direct.execute(query, values);
    }
    if (deferred.length > 0) await mergeWords(deferred.length);
  }

  function checkCommitted(): void {
    try {
      files.check();
    } catch (error) {
      throw new DatabaseUnavailable((error as Error).message, {
        cause: error,
        isOutcomeUnknown: true,
      });
    }
  }

  const enqueue: Database["transaction"] = (work, { isLong = false, hasOwnCommit = false } = {}) =>
    new Promise((resolve, reject) => {
      let result: Awaited<ReturnType<typeof work>>;
      waiting.push({
        isAlone: isLong || hasOwnCommit,
        isLong,
        run: async () => {
          result = await work(tx);
        },
        succeed: () => resolve(result),
        fail: reject,
      });
      wake();
    });

  const betweenGroups: CommitQueue["betweenGroups"] = (task) =>
    new Promise((resolve, reject) => {
      tasks.push(() => {
        try {
          resolve(task());
        } catch (error) {
          reject(convertSqliteError(error));
        }
      });
      wake();
    });

  async function checkWriting(): Promise<void> {
    if (failure === undefined) return;
    if (Date.now() - probedAt < PROBE_INTERVAL_MS) throw failure;
    probedAt = Date.now();
    checkSpace(writer);
    await enqueue(async () => rewriteFirstPage(writer));
  }

  return {
    enqueue,
    betweenGroups,
    checkWriting,
    end: () => enqueue(async () => undefined).catch(() => undefined),
  };
}

/** Pages that are merged at once: about 1 ms. */
const MERGED_PAGES = 8;
/**
 * What a commit adds to the pages to merge: pages of hardly any words until they are full, and then a sixtieth of a page
 * for each record at each of five levels.
 */
const PAGES_PER_COMMIT = 0.5;
const PAGES_PER_RECORD = 0.08;

/**
 * Returns a function that merges the index of words in small steps, in proportion to the records whose words a
 * transaction has written. It lets others read between two steps. FTS5's automatic merges take 64 pages per level at
 * once. With a million records they blocked every query for up to 190 ms, so migration 025 turns them off.
 */
function wordMerges(writer: Sqlite.Database): (records: number) => Promise<void> {
  const changes = writer.prepare("select total_changes()").pluck();
  // Prepared when it is needed, because a migration makes the index.
  let merge: Sqlite.Statement | undefined;
  let pages = 0;

  return async (records) => {
    pages += PAGES_PER_COMMIT + records * PAGES_PER_RECORD;
    while (pages >= MERGED_PAGES) {
      merge ??= writer.prepare(
        "insert into record_word_index (record_word_index, rank) values ('merge', ?)",
      );
      const before = changes.get() as number;
      merge.run(MERGED_PAGES);
      // A merge that has nothing to do counts as one change (https://www.sqlite.org/fts5.html#the_merge_command).
      const isDone = (changes.get() as number) - before <= 1;
      pages = isDone ? 0 : pages - MERGED_PAGES;
      await nextTurn();
    }
  };
}

/** A long transaction has a group of its own: a short one must not wait for it to be committed. */
function nextGroupSize(waiting: readonly Waiting[]): number {
  const alone = waiting.findIndex(({ isAlone }) => isAlone);
  return Math.min(alone < 0 ? waiting.length : Math.max(alone, 1), MAX_GROUP_TRANSACTIONS);
}

function endTransaction(writer: Sqlite.Database): void {
  if (!writer.inTransaction) return;
  try {
    writer.exec("rollback");
  } catch {
    // The first error is the one to report. If a problem remains, the next group's "begin" fails.
  }
}
