import { feed } from "@rapport/db";
import type { Deps } from "../deps.ts";

/** Milliseconds between two polls while a caller waits. */
const LOOK_EVERY_MS = 200;

interface Waiting {
  readonly number: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Waits for new events of projects. */
export interface FeedWatch {
  /**
   * Waits until a project has an event after a number, or the signal is aborted.
   *
   * @throws the database's error
   */
  changed(projectId: number, number: number, signal: AbortSignal): Promise<void>;
}

/** Creates a watch that reads the state of each project once per poll, however many callers wait for it. */
export function watchFeeds(deps: Pick<Deps, "db">): FeedWatch {
  // Bounded by the number of open streams.
  const waiting = new Map<number, Set<Waiting>>();
  let isLooking = false;

  async function look(): Promise<void> {
    for (const [projectId, all] of waiting) await lookAt(projectId, all);
    isLooking = false;
    if (waiting.size > 0) lookLater();
  }

  function lookLater(): void {
    if (isLooking) return;
    isLooking = true;
    setTimeout(look, LOOK_EVERY_MS).unref();
  }

  async function lookAt(projectId: number, all: ReadonlySet<Waiting>): Promise<void> {
    try {
      const { last_number: last } = await feed.readPosition(deps.db, { projectId });
      for (const one of all) if (last > one.number) one.resolve();
    } catch (error) {
      for (const one of all) one.reject(error);
    }
  }

  return {
    changed: (projectId, number, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal.aborted) return resolve();
        const all = waiting.get(projectId) ?? new Set();
        waiting.set(projectId, all);
        const leave = () => {
          signal.removeEventListener("abort", one.resolve);
          all.delete(one);
          if (all.size === 0 && waiting.get(projectId) === all) waiting.delete(projectId);
        };
        const one: Waiting = {
          number,
          resolve: () => {
            leave();
            resolve();
          },
          reject: (error) => {
            leave();
            reject(error);
          },
        };
        all.add(one);
        signal.addEventListener("abort", one.resolve, { once: true });
        lookLater();
      }),
  };
}
