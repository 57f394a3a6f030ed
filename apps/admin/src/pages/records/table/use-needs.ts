import { type RefObject, useLayoutEffect, useState } from "react";
import { NAME, type Needs } from "./place-columns.ts";

const NONE: Needs = new Map();

/**
 * Returns the widths that the values of the first rows need. They are measured once for what the table lists, not while it
 * scrolls or its values change, and never become less, so that columns move seldom.
 *
 * @param names the columns, joined by commas
 * @param shows what the table lists; undefined while that is loading
 */
export function useNeeds(
  frame: RefObject<HTMLElement | null>,
  names: string,
  shows: string | undefined,
): Needs {
  const [needs, setNeeds] = useState(NONE);
  useLayoutEffect(() => {
    const table = frame.current?.querySelector("table");
    if (!table || shows === undefined) return;
    setNeeds((before) => {
      const now = new Map(before);
      const note = (name: string, width: number) =>
        now.set(name, Math.max(now.get(name) ?? 0, Math.ceil(width)));
      const columns = names.split(",");
      // Rows of records, and the sums of groups and of the table.
      for (const row of table.querySelectorAll(":is(tbody, tfoot) tr:has(th[scope=row])")) {
        for (const [i, name] of columns.entries()) {
          const cell = row.children[i + 1];
          if (cell !== undefined) note(name, contentWidth(cell) + inlinePadding(cell) + SPARE_PX);
        }
      }
      for (const link of table.querySelectorAll<HTMLElement>("tbody th a")) {
        const cell = link.closest("th");
        const start = link.getBoundingClientRect().left - (cell?.getBoundingClientRect().left ?? 0);
        note(NAME, start + link.scrollWidth + NAME_END_PX + SPARE_PX);
      }
      return now;
    });
  }, [frame, names, shows]);
  return needs;
}

/** Rounding must not cut a value that fits. */
const SPARE_PX = 2;
/** The padding at the end of a name. */
const NAME_END_PX = 6;

function inlinePadding(cell: Element): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  return Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
}

/** Returns the width of what is shown in an element, also where the element cuts it. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  const shown = Array.from(element.childNodes).filter((node) => !isForScreenReaders(node));
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return 0;
  range.setStartBefore(first);
  range.setEndAfter(last);
  return range.getBoundingClientRect().width;
}

function isForScreenReaders(node: Node): boolean {
  return node instanceof Element && node.classList.contains("mantine-VisuallyHidden-root");
}
