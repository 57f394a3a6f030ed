import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../deps.ts";
import { idlePause } from "../idle-pause.ts";
import { numberEvents, type OnNumbered } from "./number-events.ts";

/** Pause after an internal error, such as an unreachable database. */
const AFTER_ERROR_MS = 1_000;

/**
 * Numbers the events of every project until it is stopped. Any number of processes may do so.
 *
 * @param options.onNumbered called in the transaction that numbers events
 * @param options.onCommitted called after a round that numbered events
 * @param options.onError receives internal errors; numbering continues
 */
export function startNumbering(
  deps: Pick<Deps, "db">,
  options: {
    onNumbered: OnNumbered;
    onCommitted: () => void;
    onError: (error: unknown) => void;
  },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const began = performance.now();
        const { numbered, isMore } = await numberEvents(deps, options.onNumbered);
        if (numbered > 0) options.onCommitted();
        if (!isMore) await pause(idlePause(numbered > 0 ? 0 : performance.now() - began));
      } catch (error) {
        options.onError(error);
        await pause(AFTER_ERROR_MS);
      }
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
