import { changeJobs, changeUndoJobs } from "./changes/run-change.ts";
import type { Deps } from "./deps.ts";
import { findDuplicates } from "./duplicates/find-duplicates.ts";
import { exportJobs } from "./exports/run-export.ts";
import { startNumbering } from "./feed/numbering.ts";
import { removeExpiredFiles } from "./files/files.ts";
import { HUBSPOT } from "./hubspot/hubspot-jobs.ts";
import { IMPORT_CHECK, importCheckJobs } from "./imports/check/run-check.ts";
import { importJobs, importUndoJobs } from "./imports/run-import.ts";
import { addUpAll } from "./insights/add-up.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import type { JobKinds } from "./jobs/work.ts";
import { addMissingWords } from "./record-index/index-words.ts";
import { undoJobs } from "./record-jobs/undo.ts";
import { cleanFiles, finishErasures } from "./records/erase/finish.ts";
import { syncDue } from "./templates/sync.ts";
import { purgeRemovedTypes, removeOldHistory, tidy } from "./tenancy/housekeeping.ts";
import { removeDue } from "./tenancy/remove.ts";
import { removeOldUsage } from "./usage/requests.ts";
import { startDeliverer } from "./webhooks/deliverer.ts";
import { fanOut } from "./webhooks/fan-out.ts";
import type { Outcome } from "./webhooks/send.ts";

/** Interval of the removal of expired rows. */
const REMOVED_TYPES_INTERVAL_MS = 60 * 1000;
const TIDY_INTERVAL_MS = 10 * 60 * 1000;
/** Interval of the search for records without words. */
const MISSING_WORDS_INTERVAL_MS = 60_000;
/** Interval of the search for erasures that are not finished. */
const ERASURES_INTERVAL_MS = 1_000;
/** Interval of the removal of what erasures left in files. One run serves all erasures since the last one. */
const CLEAN_INTERVAL_MS = 60_000;
/** Interval of the removal of expired files. */
const FILES_INTERVAL_MS = 60_000;
/** Interval of the search for duplicates among changed records. */
const DUPLICATES_INTERVAL_MS = 500;
/** Interval of the adding up of changes. A report adds up what has come since. */
const SUMS_INTERVAL_MS = 2_000;
/** Interval of the removal of deleted tenants and projects. */
const REMOVAL_INTERVAL_MS = 30_000;
/** Longest interval between two checks for template syncs that are due. */
const MAX_SYNC_CHECK_INTERVAL_MS = 30_000;

/** What jobs of each kind do. */
const JOB_KINDS: JobKinds = {
  export: exportJobs,
  import: importJobs,
  import_undo: importUndoJobs,
  [IMPORT_CHECK]: importCheckJobs,
  change: changeJobs,
  change_undo: changeUndoJobs,
  hubspot_undo: undoJobs(HUBSPOT),
};

export interface Worker {
  /** Starts no more work and waits for the current work to end. */
  stop(): Promise<void>;
}

/**
 * Starts the background work: numbers events, delivers webhooks, removes expired rows, adds missing words of records,
 * finds duplicates, adds up sums, finishes erasures, removes deleted tenants, syncs templates, removes expired files and
 * runs jobs. Any number of processes can run a worker.
 *
 * @param options.onAttempt receives the outcome of each delivery attempt
 * @param options.onError receives internal errors; the work continues
 */
export function startWorker(
  deps: Deps,
  options: {
    /** Milliseconds between two scheduled template syncs of a tenant; null if they are off. */
    templateSyncEvery?: number | null;
    /** Days after which logged requests are removed, if this process removes them. */
    requestLogDays?: number;
    /** Days after which changes are removed from histories; null if they are kept. */
    historyDays?: number | null;
    onAttempt?: (outcome: Outcome) => void;
    onError: (error: unknown) => void;
  },
): Worker {
  const { templateSyncEvery: every = null, requestLogDays: days, onError } = options;
  const { historyDays = null } = options;
  const deliverer = startDeliverer(deps, options);
  let hasDeliveries = false;
  const parts: Worker[] = [
    startNumbering(deps, {
      onError,
      onNumbered: async (tx, projectId, pending) => {
        const access = { db: tx, schemas: deps.schemas.within(tx) };
        if (await fanOut(access, projectId, pending)) hasDeliveries = true;
      },
      onCommitted: () => {
        if (hasDeliveries) deliverer.wake();
        hasDeliveries = false;
      },
    }),
    deliverer,
    repeat(() => tidy(deps), TIDY_INTERVAL_MS, onError),
    repeat((signal) => addMissingWords(deps, signal), MISSING_WORDS_INTERVAL_MS, onError),
    repeat((signal) => finishErasures(deps, signal), ERASURES_INTERVAL_MS, onError),
    repeat((signal) => cleanFiles(deps, signal), CLEAN_INTERVAL_MS, onError),
    repeat((signal) => removeDue(deps, signal, onError), REMOVAL_INTERVAL_MS, onError),
    repeat((signal) => removeExpiredFiles(deps, signal), FILES_INTERVAL_MS, onError),
    startJobs(deps, JOB_KINDS, { onError }),
    repeat((signal) => findDuplicates(deps, signal), DUPLICATES_INTERVAL_MS, onError),
    repeat((signal) => purgeRemovedTypes(deps, signal), REMOVED_TYPES_INTERVAL_MS, onError),
    repeat((signal) => addUpAll(deps, signal, onError), SUMS_INTERVAL_MS, onError),
  ];
  if (days !== undefined) {
    parts.push(repeat(() => removeOldUsage(deps, days), TIDY_INTERVAL_MS, onError));
  }
  if (historyDays !== null) {
    const remove = (signal: AbortSignal) => removeOldHistory(deps, historyDays, signal);
    parts.push(repeat(remove, TIDY_INTERVAL_MS, onError));
  }
  if (every !== null) {
    const interval = Math.min(every, MAX_SYNC_CHECK_INTERVAL_MS);
    parts.push(repeat(() => syncDue(deps, every, onError), interval, onError));
  }
  return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
}

/** Starts to work on jobs only, for a program that waits for one. */
export function startJobWorker(
  deps: Deps,
  options: { readonly onError: (error: unknown) => void },
): Worker {
  return startJobs(deps, JOB_KINDS, options);
}

/**
 * Runs a job now and after each interval. A new run starts only after the previous one has ended.
 *
 * @param job gets a signal that is aborted when the worker stops
 */
function repeat(
  job: (signal: AbortSignal) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): Worker {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;
  function run(): void {
    running = job(stopping.signal)
      .catch(onError)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(run, everyMs).unref();
      });
  }
  run();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
