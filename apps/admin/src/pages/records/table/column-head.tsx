import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsHorizontal,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
  IconRestore,
  IconSortAscending,
  IconSortDescending,
} from "@tabler/icons-react";
import {
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from "react";
import type { Sort } from "../../../records/search.ts";
import type { Columns } from "../../../records/use-columns.ts";
import { clampWidth, MAX_WIDTH_PX, MIN_WIDTH_PX } from "../../../records/views/view-params.ts";
import { LazyMenu } from "../../../ui/dialogs/lazy-menu.tsx";
import type { PlacedColumn } from "./place-columns.ts";
import classes from "./table-head.module.css";

interface ColumnHeadProps {
  readonly column: PlacedColumn;
  /** Place among the columns besides the name, from 0. */
  readonly place: number;
  readonly columns: Columns;
  /** Sorts by the column; undefined if records cannot be sorted by it. */
  readonly onSort: ((direction: Sort["direction"]) => void) | undefined;
  /** What to know about that order. */
  readonly note: string | undefined;
  /** Wraps the content with a form that filters by the column, if there can be another filter. */
  readonly filtered: (content: (openFilter?: () => void) => ReactElement) => ReactElement;
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
  const { column, place, columns, attributes, children, onSort, filtered, onDrag, announce } =
    props;
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
      {filtered((openFilter) => (
        <div className={classes.cell}>
          {children}
          <HeaderMenu
            {...{ label, place, count, onSort, note: props.note }}
            onFilter={openFilter}
            isPinned={columns.isPinned(name)}
            isResized={columns.chosenWidth(name) !== undefined}
            onMove={(to) => move(name, to)}
            onPin={(pinned) => columns.pin(name, pinned)}
            onResize={() => focusHandle(cell.current)}
            onResetWidth={() => columns.resize(name, undefined)}
            onHide={() => columns.toggle(name)}
          />
        </div>
      ))}
      <ResizeHandle
        label={label}
        width={width}
        onDrag={(dragged) => onDrag(dragged === null ? null : { name, width: dragged })}
        onResize={(next) => columns.resize(name, next)}
      />
    </th>
  );
}

interface HeaderMenuProps {
  readonly label: string;
  /** Place among the columns besides the name, from 0. */
  readonly place: number;
  readonly count: number;
  readonly isPinned: boolean;
  readonly isResized: boolean;
  readonly onSort: ColumnHeadProps["onSort"];
  readonly note: string | undefined;
  /** Undefined if there can be no filter. */
  readonly onFilter: (() => void) | undefined;
  readonly onMove: (place: number) => void;
  readonly onPin: (pinned: boolean) => void;
  /** Moves the focus to the edge of the column. */
  readonly onResize: () => void;
  readonly onResetWidth: () => void;
  readonly onHide: () => void;
}

/** The menu of a column: everything that dragging does, for the keyboard. */
function HeaderMenu(props: HeaderMenuProps) {
  const { label, place, count, isPinned, isResized, onSort, onFilter } = props;
  const item = (text: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Menu.Item leftSection={icon} onClick={onClick} disabled={disabled}>
      {text}
    </Menu.Item>
  );
  return (
    <LazyMenu
      position="bottom-end"
      width={190}
      shadow="md"
      target={
        <ActionIcon
          className={classes.menu}
          variant="subtle"
          color="gray"
          size={20}
          aria-label={`Column ${label}`}
        >
          <IconChevronDown size={13} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Dropdown>
        {onSort && (
          <>
            {item("Sort ascending", <IconSortAscending size={15} aria-hidden />, () =>
              onSort("asc"),
            )}
            {item("Sort descending", <IconSortDescending size={15} aria-hidden />, () =>
              onSort("desc"),
            )}
            {props.note && <Menu.Label>{props.note}</Menu.Label>}
          </>
        )}
        {onFilter && item("Filter", <IconFilter size={15} aria-hidden />, onFilter)}
        {(onSort || onFilter) && <Menu.Divider />}
        {item(
          "Move left",
          <IconArrowLeft size={15} aria-hidden />,
          () => props.onMove(place - 1),
          place === 0,
        )}
        {item(
          "Move right",
          <IconArrowRight size={15} aria-hidden />,
          () => props.onMove(place + 1),
          place === count - 1,
        )}
        {isPinned
          ? item("Unpin", <IconPinnedOff size={15} aria-hidden />, () => props.onPin(false))
          : item("Pin", <IconPin size={15} aria-hidden />, () => props.onPin(true))}
        {item("Resize", <IconArrowsHorizontal size={15} aria-hidden />, props.onResize)}
        {isResized &&
          item("Usual width", <IconRestore size={15} aria-hidden />, props.onResetWidth)}
        {item("Hide", <IconEyeOff size={15} aria-hidden />, props.onHide)}
      </Menu.Dropdown>
    </LazyMenu>
  );
}

interface ResizeHandleProps {
  readonly label: string;
  /** In pixels. */
  readonly width: number;
  /** Shows a width while the edge is dragged; null ends that. */
  readonly onDrag: (width: number | null) => void;
  /** @param width undefined for the usual width */
  readonly onResize: (width: number | undefined) => void;
}

const STEP_PX = 16;

/** The edge of a column: dragged, moved by the arrow keys, or set back by a double click. */
function ResizeHandle({ label, width, onDrag, onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    clampWidth((start.current?.width ?? width) + event.clientX - (start.current?.x ?? 0));
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      onResize(clampWidth(width + by));
    }
    if (event.key === "Home") onResize(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={-1}
      className={classes.handle}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH_PX}
      aria-valuemax={MAX_WIDTH_PX}
      onKeyDown={press}
      // Otherwise the browser drags the whole header.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        start.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => start.current && onDrag(widthAt(event))}
      onPointerUp={(event) => {
        if (start.current === null) return;
        const dragged = widthAt(event);
        const isMoved = event.clientX !== start.current.x;
        start.current = null;
        onDrag(null);
        if (isMoved) onResize(dragged);
      }}
      onPointerCancel={() => {
        start.current = null;
        onDrag(null);
      }}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}

/** The menu gives the focus back to its button when it closes. */
const AFTER_MENU_MS = 200;

function focusHandle(cell: HTMLElement | null): void {
  setTimeout(() => cell?.querySelector<HTMLElement>("[role=separator]")?.focus(), AFTER_MENU_MS);
}
