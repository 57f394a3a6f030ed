import type { Deps } from "./deps.ts";
import { syncDue } from "./templates/schedule.ts";
import { tidy } from "./tenancy/housekeeping.ts";
import { startDeliverer } from "./webhooks/deliverer.ts";
import type { Outcome } from "./webhooks/send.ts";

/** Milliseconds between two tidyings. */
const TIDY_EVERY = 10 * 60 * 1000;
/** Milliseconds between two looks for template syncs that are due, at the most. */
const SCHEDULE_LOOK = 30_000;

export interface Worker {
  /** Takes on nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

/**
 * Does what no request waits for: delivers webhooks, tidies up, syncs templates. Any number of
 * processes may have one.
 *
 * @param options.onAttempt told of each attempt of a delivery
 * @param options.onError told of failures of our own; the work goes on
 */
export function startWorker(
  deps: Deps,
  options: {
    /** Milliseconds between scheduled template syncs of a tenant; null when they are off. */
    templateSyncEvery?: number | null;
    onAttempt?: (outcome: Outcome) => void;
    onError: (error: unknown) => void;
  },
): Worker {
  const { templateSyncEvery: every = null, onError } = options;
  const parts: Worker[] = [
    startDeliverer(deps, options),
    repeat(() => tidy(deps), TIDY_EVERY, onError),
  ];
  if (every !== null) {
    const look = Math.min(every, SCHEDULE_LOOK);
    parts.push(repeat(() => syncDue(deps, every, onError), look, onError));
  }
  return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
}

/** Does a job now and again, never twice at once. */
function repeat(
  job: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): Worker {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;
  function run(): void {
    running = job()
      .catch(onError)
      .finally(() => {
        if (!stopped) timer = setTimeout(run, everyMs).unref();
      });
  }
  run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
