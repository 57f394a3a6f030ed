import { useCallback, useState } from "react";
import type { TableRow } from "../use-table.ts";

/** The rows of a table that are selected. */
export interface Selection {
  readonly rows: ReadonlyMap<number, TableRow>;
  readonly toggle: (row: TableRow) => void;
  readonly clear: () => void;
}

/** Keeps the selected rows of a table. They stay selected while others are loaded or searched. */
export function useSelection(): Selection {
  const [rows, setRows] = useState<ReadonlyMap<number, TableRow>>(new Map());
  const toggle = useCallback((row: TableRow) => {
    setRows((before) => {
      const after = new Map(before);
      if (!after.delete(row.id)) after.set(row.id, row);
      return after;
    });
  }, []);
  const clear = useCallback(() => setRows(new Map()), []);
  return { rows, toggle, clear };
}
