import { createStore } from "../store.ts";

type Show = (() => void) | undefined;

const show = createStore<Show>(undefined);

/** Sets the function that shows the rows that wait; undefined if none wait. */
export const setShowWaiting = show.set;

/** Returns a function that shows the rows that wait while many records change; undefined if none wait. */
export function useShowWaiting(): Show {
  return show.use((run) => run);
}

let noteEnd: Show;

/** Sets the function that is called when a job that changes many records has ended. */
export function setOnJobEnd(next: Show): void {
  noteEnd = next;
}

/** Says that a job that changes many records has ended, so that rows need not wait any more. */
export function noteJobEnd(): void {
  noteEnd?.();
}
