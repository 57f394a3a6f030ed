import { useCallback, useEffect, useRef } from "react";
import type { TableRow } from "../../../records/use-table.ts";
import { focusHeadingIfLost, hasNoFocus } from "../../../ui/pages/heading-focus.ts";

/**
 * Focuses the row that takes the place of a deleted one, or the page's heading if no row is left.
 *
 * @param focusRow focuses the name in the row with this index
 * @param onDelete deletes a row; returns whether it is deleted, or false if the admin cancelled it
 * @returns the function that deletes a row
 */
export function useFocusAfterDelete(
  rows: readonly TableRow[],
  focusRow: (index: number) => void,
  onDelete: (row: TableRow) => Promise<boolean>,
): (row: TableRow) => void {
  const shown = useRef(rows);
  const deleted = useRef<{ readonly id: number; readonly index: number } | null>(null);
  useEffect(() => {
    shown.current = rows;
    const { id, index } = deleted.current ?? {};
    if (index === undefined || rows.some((row) => row.id === id)) return;
    deleted.current = null;
    if (hasNoFocus()) focusRow(Math.max(0, Math.min(index, rows.length - 1)));
  });
  useEffect(
    () => () => {
      if (deleted.current !== null) focusHeadingIfLost();
    },
    [],
  );
  return useCallback(
    (row: TableRow) => {
      const note = { id: row.id, index: shown.current.findIndex(({ id }) => id === row.id) };
      deleted.current = note;
      const settle = (isDeleted: boolean) => {
        if (!isDeleted && deleted.current === note) deleted.current = null;
      };
      void onDelete(row).then(settle);
    },
    [onDelete],
  );
}
