import { type RefObject, useState } from "react";
import { type Field, isEditable } from "../../../records/fields.ts";
import type { TableRow } from "../../../records/use-table.ts";
import { useMay } from "../../../session.ts";
import type { PlacedColumn } from "../table/place-columns.ts";
import type { EditedCell, Onward } from "./cell-editor.tsx";
import { NAME_STOP, placeAfter } from "./stops.ts";
import { findPlace, type useCells } from "./use-cells.ts";

const EDITOR_PX = 260;
/** A day has its time beside it. */
const DATETIME_EDITOR_PX = 330;

/**
 * The cell that is being edited, and what begins and ends that.
 *
 * @param name the property that is the name of a record; undefined if several are
 */
export function useCellEditing(
  frame: RefObject<HTMLElement | null>,
  {
    rows,
    placed,
  }: { readonly rows: readonly TableRow[]; readonly placed: readonly PlacedColumn[] },
  cells: ReturnType<typeof useCells>,
  name: Field | undefined,
) {
  const may = useMay("admin");
  const [edited, setEdited] = useState<EditedCell | null>(null);

  /** Edits the cell of an element. Returns false if it cannot be edited. */
  function begin(element: HTMLElement): boolean {
    const place = findPlace(element);
    const cell = element.closest("td, th");
    const field =
      place?.stop === NAME_STOP
        ? name
        : placed.find((one) => one.field.name === place?.stop)?.field;
    const row = rows[place?.index ?? -1];
    if (!may || !frame.current || !place || !cell || !row || !field) return false;
    if (!isEditable(field)) return false;
    const least = field.type === "datetime" ? DATETIME_EDITOR_PX : EDITOR_PX;
    if (edited === null)
      setEdited({
        row,
        field,
        ...place,
        ...placeEditor(cell as HTMLElement, frame.current, least),
      });
    // A refused value stays until it is saved or given up.
    else frame.current.querySelector<HTMLElement>("[data-editing-cell] input")?.focus();
    return true;
  }
  function end(onward: Onward | null, takesFocus: boolean): void {
    if (edited === null) return;
    setEdited(null);
    if (!takesFocus) return;
    const place = { index: edited.index, stop: edited.stop };
    const stops = [NAME_STOP, ...placed.map(({ field }) => field.name)];
    const key = { key: onward ?? "", ctrlKey: false, metaKey: false };
    cells.focus(placeAfter(key, place, stops, rows.length) ?? place);
  }
  return { edited, begin, end };
}

/** Returns the place of the editor over a cell, within the frame. */
function placeEditor(cell: HTMLElement, frame: HTMLElement, least: number) {
  const inner = cell.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  const width = Math.min(Math.max(inner.width, least), frame.clientWidth);
  const start = inner.left - outer.left - frame.clientLeft;
  const left = Math.max(0, Math.min(start, frame.clientWidth - width));
  return {
    left: left + frame.scrollLeft,
    top: inner.top - outer.top - frame.clientTop + frame.scrollTop,
    width,
  };
}
