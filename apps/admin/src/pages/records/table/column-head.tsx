import { type DragEvent, type ReactNode, useRef, useState } from "react";
import type { Columns } from "../use-columns.ts";
import { HeaderMenu } from "./header-menu.tsx";
import type { PlacedColumn } from "./place-columns.ts";
import { ResizeHandle } from "./resize-handle.tsx";
import classes from "./table-head.module.css";

interface ColumnHeadProps {
  readonly column: PlacedColumn;
  /** Place among the columns besides the name, from 0. */
  readonly place: number;
  readonly columns: Columns;
  /** Attributes of the cell: its order and kind. */
  readonly attributes: { readonly "data-number": boolean };
  /** The button that sorts. */
  readonly children: ReactNode;
  readonly onDrag: (resized: { readonly name: string; readonly width: number } | null) => void;
  /** Tells screen readers what has happened. */
  readonly announce: (text: string) => void;
}

const DRAGGED = "application/x-rapport-column";

/** The header of a column: moved by dragging it, resized at its edge, or both by its menu. */
export function ColumnHead(props: ColumnHeadProps) {
  const { column, place, columns, attributes, children, onDrag, announce } = props;
  const { field, width, left, isEdge } = column;
  const { name, label } = field;
  const cell = useRef<HTMLTableCellElement>(null);
  const [over, setOver] = useState<"before" | "after" | null>(null);
  const count = columns.shown.length;
  const move = (moved: string, to: number) => {
    columns.move(moved, to);
    const text = columns.shown.find((one) => one.name === moved)?.label ?? moved;
    announce(`Moved ${text} to place ${to + 1} of ${count}.`);
  };
  const from = (event: DragEvent) => {
    const prefix = `${DRAGGED}.`;
    const type = event.dataTransfer.types.find((one) => one.startsWith(prefix));
    return type === undefined ? -1 : Number(type.slice(prefix.length));
  };
  const isNumber = attributes["data-number"];
  // Left of a number's label, which is above the digits. The Tab key follows.
  const menu = (
    <HeaderMenu
      {...{ label, place, count }}
      isPinned={columns.isPinned(name)}
      isResized={columns.widthOf(name) !== undefined}
      onMove={(to) => move(name, to)}
      onPin={(pinned) => columns.pin(name, pinned)}
      onResize={() => focusHandle(cell.current)}
      onResetWidth={() => columns.resize(name, undefined)}
      onHide={() => columns.toggle(name)}
    />
  );
  return (
    <th
      ref={cell}
      scope="col"
      // Otherwise the names of the menu and the edge would be part of it.
      aria-label={label}
      {...attributes}
      data-pinned={left !== null}
      data-edge={isEdge}
      style={left === null ? {} : { left }}
      {...(over === null ? {} : { "data-over": over })}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        // While a column is dragged, a page can read only the types of the data.
        event.dataTransfer.setData(`${DRAGGED}.${place}`, name);
      }}
      onDragOver={(event) => {
        const source = from(event);
        if (source < 0) return;
        event.preventDefault();
        setOver(source === place ? null : source > place ? "before" : "after");
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        const source = from(event);
        setOver(null);
        if (source < 0 || source === place) return;
        event.preventDefault();
        const moved = columns.shown[source];
        if (moved) move(moved.name, place);
      }}
    >
      <div className={classes.cell}>
        {isNumber && menu}
        {children}
        {!isNumber && menu}
      </div>
      <ResizeHandle
        label={label}
        width={width}
        onDrag={(dragged) => onDrag(dragged === null ? null : { name, width: dragged })}
        onResize={(next) => columns.resize(name, next)}
      />
    </th>
  );
}

/** The menu gives the focus back to its button when it closes. */
const AFTER_MENU_MS = 200;

function focusHandle(cell: HTMLElement | null): void {
  setTimeout(() => cell?.querySelector<HTMLElement>("[role=separator]")?.focus(), AFTER_MENU_MS);
}
