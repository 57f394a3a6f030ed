import { useMemo } from "react";
import type { Schema } from "../property/use-schema.ts";
import { columnFields, defaultColumns, type Field } from "./fields.ts";
import type { Asked } from "./use-records-search.ts";
import {
  clampWidth,
  DEFAULT,
  readColumns,
  type ShownColumn,
  writeColumns,
} from "./views/view-params.ts";

export interface Columns {
  readonly all: readonly Field[];
  /** The fields of the columns in their order, pinned ones first. */
  readonly shown: readonly Field[];
  /** Names of columns that the schema does not have any more. */
  readonly removed: readonly string[];
  readonly chosenWidth: (name: string) => number | undefined;
  readonly isPinned: (name: string) => boolean;
  readonly toggle: (name: string) => void;
  /** Moves a column to before or after its neighbour, or to the place of another. */
  readonly move: (name: string, to: number) => void;
  /** @param width in pixels; undefined for the usual one */
  readonly resize: (name: string, width: number | undefined) => void;
  readonly pin: (name: string, pinned: boolean) => void;
  /** Resets to the default columns. */
  readonly reset: () => void;
}

/** Returns the columns of the view, or those that the admin chose for the type. */
export function useColumns(schema: Schema, asked: Asked): Columns {
  const { params, change } = asked;
  return useMemo(() => {
    const chosen: readonly ShownColumn[] =
      params.columns === DEFAULT
        ? defaultColumns(schema.name).map((name) => ({ name }))
        : readColumns(params.columns);
    const all = columnFields(schema);
    const findField = (name: string) => all.find((field) => field.name === name);
    const columns = [
      ...chosen.filter(({ pinned }) => pinned),
      ...chosen.filter(({ pinned }) => !pinned),
    ];
    const known = columns.filter(({ name }) => findField(name) !== undefined);
    const save = (next: readonly ShownColumn[]) =>
      void change({ columns: writeColumns(next) }, { replace: true });
    const set = (name: string, changes: Partial<ShownColumn>) =>
      save(columns.map((one) => (one.name === name ? { ...one, ...changes } : one)));
    const find = (name: string) => columns.find((one) => one.name === name);
    return {
      all,
      shown: known.flatMap(({ name }) => findField(name) ?? []),
      removed: columns.filter((one) => !known.includes(one)).map(({ name }) => name),
      chosenWidth: (name) => find(name)?.width,
      isPinned: (name) => find(name)?.pinned === true,
      toggle: (name) =>
        save(find(name) ? columns.filter((one) => one.name !== name) : [...columns, { name }]),
      move: (name, to) => {
        const moved = find(name);
        const place = known[Math.min(known.length - 1, Math.max(0, to))];
        if (moved === undefined || place === undefined || moved === place) return;
        const at = columns.indexOf(place);
        const others = columns.filter((one) => one !== moved);
        // Among pinned columns it becomes one of them, and the other way round.
        save(others.toSpliced(at, 0, { ...moved, pinned: place.pinned }));
      },
      resize: (name, width) =>
        set(name, { width: width === undefined ? undefined : clampWidth(width) }),
      pin: (name, pinned) => set(name, { pinned }),
      reset: () => void change({ columns: undefined }),
    };
  }, [params.columns, change, schema]);
}
