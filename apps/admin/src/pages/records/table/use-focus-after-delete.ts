import { useCallback, useEffect, useRef } from "react";
import { focusHeadingIfLost } from "../../../ui/heading-focus.ts";
import type { TableRow } from "../use-table.ts";

/**
 * Focuses the row that takes the place of a deleted one, or the page's heading if no row is left.
 *
 * @param focusRow focuses the name in the row with this index
 * @param onDelete deletes a row
 * @returns the function that deletes a row
 */
export function useFocusAfterDelete(
  rows: readonly TableRow[],
  focusRow: (index: number) => void,
  onDelete: (row: TableRow) => void,
): (row: TableRow) => void {
  const shown = useRef(rows);
  const deleted = useRef<{ readonly id: number; readonly index: number } | null>(null);
  useEffect(() => {
    shown.current = rows;
    const { id, index } = deleted.current ?? {};
    if (index === undefined || rows.some((row) => row.id === id)) return;
    deleted.current = null;
    if (document.activeElement === document.body)
      focusRow(Math.max(0, Math.min(index, rows.length - 1)));
  });
  useEffect(
    () => () => {
      if (deleted.current !== null) focusHeadingIfLost();
    },
    [],
  );
  return useCallback(
    (row: TableRow) => {
      deleted.current = { id: row.id, index: shown.current.findIndex(({ id }) => id === row.id) };
      onDelete(row);
    },
    [onDelete],
  );
}
