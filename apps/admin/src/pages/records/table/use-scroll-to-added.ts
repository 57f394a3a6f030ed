import { type RefObject, useEffect, useRef } from "react";
import type { PlacedColumn } from "./place-columns.ts";

/** Scrolls a table sideways to a column that was just added. */
export function useScrollToAdded(
  frame: RefObject<HTMLElement | null>,
  columns: readonly PlacedColumn[],
): void {
  const last = useRef(columns);
  useEffect(() => {
    const before = new Set(last.current.map(({ field }) => field.name));
    last.current = columns;
    const added = columns.filter(({ field }) => !before.has(field.name));
    // A view that was opened has many other columns.
    if (added.length !== 1 || columns.length !== before.size + 1) return;
    // New columns are the last. The router restores where the table was before, so this comes after it.
    const task = requestAnimationFrame(() =>
      frame.current?.scrollTo({ left: frame.current.scrollWidth }),
    );
    return () => cancelAnimationFrame(task);
  }, [frame, columns]);
}
