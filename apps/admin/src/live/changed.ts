import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { queryClient } from "../api.ts";

/** How long a record is marked after someone else has changed it. */
const MARKED_MS = 4_000;
/** Changes that arrive within this time after a change of this page are taken for its own. */
const OWN_MS = 3_000;
/** Records that are marked at the same time. */
const MAX_MARKED = 500;

/**
 * Value of the attribute `data-changed`. It alternates, so that a mark that is still fading begins again with the next
 * change.
 */
type Mark = "true" | "again" | undefined;

const nextMark = (mark: Mark): Mark => (mark === "true" ? "again" : "true");

const marked = new Map<
  number,
  { readonly timer: ReturnType<typeof setTimeout>; readonly mark: Mark }
>();
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
    const before = marked.get(id);
    clearTimeout(before?.timer);
    if (before === undefined && marked.size >= MAX_MARKED) continue;
    marked.set(id, { timer: setTimeout(unmark, MARKED_MS, id), mark: nextMark(before?.mark) });
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

/** Returns the mark of a record that someone else has just changed. */
export function useMark(id: number): Mark {
  return useSyncExternalStore(subscribe, () => marked.get(id)?.mark);
}

/** Returns the mark of a value of a record that someone else has just changed. */
export function useValueMark(id: number, value: unknown): Mark {
  const isMarked = useMark(id) !== undefined;
  const text = JSON.stringify(value);
  const before = useRef({ text, changedAt: Number.NEGATIVE_INFINITY });
  const [mark, setMark] = useState<Mark>();
  useEffect(() => {
    if (before.current.text !== text) before.current = { text, changedAt: Date.now() };
    if (!isMarked) setMark(undefined);
    // The page may have fetched the value before it hears of the change. Changes of this page mark nothing for as long.
    else if (Date.now() - before.current.changedAt < OWN_MS) setMark(nextMark);
  }, [isMarked, text]);
  return mark;
}
