import { useSyncExternalStore } from "react";

type Show = (() => void) | undefined;

let show: Show;
const listeners = new Set<() => void>();

/** Sets the function that shows the rows that wait; undefined if none wait. */
export function setShowWaiting(next: Show): void {
  if (show === next) return;
  show = next;
  for (const listener of listeners) listener();
}

/** Returns a function that shows the rows that wait while many records change; undefined if none wait. */
export function useShowWaiting(): Show {
  return useSyncExternalStore(subscribe, () => show);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
