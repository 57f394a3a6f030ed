import { useCallback, useMemo, useRef, useState } from "react";
import type { TableRow } from "../../../records/use-table.ts";

/** The records of a table that are selected. */
export interface Selection {
  /** Records that were selected one by one; none if all are. */
  readonly ids: ReadonlySet<number>;
  /** The ones left out, if all records that the table finds are selected, also those not loaded; else null. */
  readonly except: ReadonlySet<number> | null;
  readonly isSelected: (id: number) => boolean;
  /** Selects a row or clears it; with a range, all rows from the last one that was selected or cleared. */
  readonly toggle: (index: number, isRange: boolean) => void;
  /** Selects all rows that are loaded, or clears them if they are all selected. */
  readonly toggleLoaded: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

interface State {
  readonly ids: ReadonlySet<number>;
  /** What the table found when all of it was selected. */
  readonly all: { readonly table: string; readonly except: ReadonlySet<number> } | null;
}

const NOTHING: State = { ids: new Set(), all: null };

/**
 * Keeps the selected records of a table. Those selected one by one stay so while others are loaded or searched. All
 * records that the table finds are selected only until it finds others.
 *
 * @param rows the loaded rows
 * @param table what the table is asked for
 */
export function useSelection(rows: readonly TableRow[], table: string): Selection {
  const [stored, setState] = useState<State>(NOTHING);
  const state = stored.all !== null && stored.all.table !== table ? NOTHING : stored;
  const now = useRef({ rows, state });
  now.current = { rows, state };
  const last = useRef<number | null>(null);

  const toggle = useCallback((index: number, isRange: boolean) => {
    const { rows, state } = now.current;
    const row = rows[index];
    if (row === undefined) return;
    const from = rows.findIndex(({ id }) => id === last.current);
    const isSelected = !isSelectedIn(state, row.id);
    const [low, high] =
      isRange && from >= 0 ? [Math.min(from, index), Math.max(from, index)] : [index, index];
    last.current = row.id;
    setState(withRows(state, rows.slice(low, high + 1), isSelected));
  }, []);
  const toggleLoaded = useCallback(() => {
    const { rows, state } = now.current;
    const isAll = rows.every(({ id }) => isSelectedIn(state, id));
    setState(withRows(state, rows, !isAll));
  }, []);
  const selectAll = useCallback(() => {
    setState({ ids: new Set(), all: { table, except: new Set() } });
  }, [table]);
  const clear = useCallback(() => {
    last.current = null;
    setState(NOTHING);
  }, []);
  return useMemo(
    () => ({
      ids: state.ids,
      except: state.all?.except ?? null,
      isSelected: (id: number) => isSelectedIn(state, id),
      ...{ toggle, toggleLoaded, selectAll, clear },
    }),
    [state, toggle, toggleLoaded, selectAll, clear],
  );
}

function isSelectedIn({ ids, all }: State, id: number): boolean {
  return all === null ? ids.has(id) : !all.except.has(id);
}

function withRows(state: State, rows: readonly TableRow[], isSelected: boolean): State {
  const { ids, all } = state;
  // With all selected, the set has the records left out.
  const after = new Set(all === null ? ids : all.except);
  for (const { id } of rows) {
    if (isSelected === (all === null)) after.add(id);
    else after.delete(id);
  }
  return all === null ? { ids: after, all } : { ids, all: { ...all, except: after } };
}
