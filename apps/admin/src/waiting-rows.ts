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
