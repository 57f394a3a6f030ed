import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { queryClient } from "./api.ts";

/** How long a record is marked after someone else has changed it. */
const MARKED_MS = 4_000;
/** Changes that arrive within this time after a change of this page are taken for its own. */
const OWN_MS = 3_000;
/** Records that are marked at the same time. */
const MAX_MARKED = 500;

const marked = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
let ownUntil = 0;

queryClient.getMutationCache().subscribe(({ mutation }) => {
  if (mutation?.state.status === "pending" || mutation?.state.status === "success") {
    ownUntil = Date.now() + OWN_MS;
  }
});

/** Marks records as changed by someone else, for a few seconds. */
export function noteChanged(ids: readonly number[]): void {
  if (Date.now() < ownUntil) return;
  for (const id of ids) {
    clearTimeout(marked.get(id));
    if (!marked.has(id) && marked.size >= MAX_MARKED) continue;
    marked.set(id, setTimeout(unmark, MARKED_MS, id));
  }
  notify();
}

function unmark(id: number): void {
  marked.delete(id);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether someone else has just changed a record. */
export function useIsChanged(id: number): boolean {
  return useSyncExternalStore(subscribe, () => marked.has(id));
}

/** Returns whether someone else has just changed a value of a record. */
export function useIsValueChanged(id: number, value: unknown): boolean {
  const isMarked = useIsChanged(id);
  const text = JSON.stringify(value);
  const before = useRef(text);
  const [isChanged, setChanged] = useState(false);
  useEffect(() => {
    if (!isMarked) setChanged(false);
    else if (before.current !== text) setChanged(true);
    before.current = text;
  }, [isMarked, text]);
  return isChanged;
}
