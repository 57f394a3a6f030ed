import { VisuallyHidden } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { useMay } from "../../../session.ts";
import { useAutoFetchNextPage } from "../../../ui/use-auto-fetch-next-page.ts";
import type { Sort } from "../search.ts";
import type { Selection } from "../selection/use-selection.ts";
import type { Columns } from "../use-columns.ts";
import type { Table, TableRow } from "../use-table.ts";
import { firstWidth, placeColumns } from "./place-columns.ts";
import { RecordRow } from "./record-row.tsx";
import classes from "./record-table.module.css";
import { TableFoot } from "./table-foot.tsx";
import { TableHead } from "./table-head.tsx";
import { useWidth } from "./use-width.ts";

interface RecordTableProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly columns: Columns;
  readonly table: Table;
  readonly sort: Sort;
  readonly selection: Selection;
  readonly onSort: (sort: Sort) => void;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => void;
}

const ROW_HEIGHT_PX = 38;
/** Loads the next page this many rows before the end. */
const PREFETCH_ROWS = 15;

/** The virtualized table: renders the visible rows, and loads the next page near the end. */
export function RecordTable(props: RecordTableProps) {
  const { type, schema, columns, table, sort, selection, onSort, onEdit, onDelete } = props;
  const { query, rows } = table;
  const frame = useRef<HTMLElement>(null);
  const wanted = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const inView = virtualizer.getVirtualItems();
  const [first, last] = [inView[0], inView.at(-1)];
  useAutoFetchNextPage(query, last !== undefined && last.index >= rows.length - PREFETCH_ROWS);
  const height = virtualizer.getTotalSize();
  const frameWidth = useWidth(frame);
  const [status, setStatus] = useState("");
  const [resized, setResized] = useState<Parameters<typeof placeColumns>[2]>(null);
  const placed = useMemo(
    () => placeColumns(columns, frameWidth, resized),
    [columns, frameWidth, resized],
  );
  const nameWidth = firstWidth(frameWidth);

  // A row that was out of view is rendered a few renders later.
  useEffect(() => focusWanted(frame.current, wanted));

  const mayChange = useMay("admin");
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === "x" && mayChange) select(event);
    else step(event);
  };
  const select = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest("tr[aria-rowindex]");
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    selection.toggle(Number(row.getAttribute("aria-rowindex")) - 2, event.shiftKey);
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const index = Number(
      (event.target as HTMLElement).closest("a[data-row]")?.getAttribute("data-row") ?? Number.NaN,
    );
    const next = index + (by ?? Number.NaN);
    if (!(next >= 0 && next < rows.length)) return;
    event.preventDefault();
    wanted.current = next;
    virtualizer.scrollToIndex(next);
    focusWanted(frame.current, wanted);
  };

  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={TYPES[type].label}
      aria-busy={query.isPlaceholderData}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a wide table too
      tabIndex={0}
    >
      <table
        className={classes.table}
        style={{ width: placed.reduce((sum, { width }) => sum + width, nameWidth) }}
        aria-label={TYPES[type].label}
        aria-rowcount={query.hasNextPage ? -1 : rows.length + 1}
      >
        <colgroup>
          <col style={{ width: nameWidth }} />
          {placed.map(({ field, width }) => (
            <col key={field.name} style={{ width }} />
          ))}
        </colgroup>
        <TableHead
          {...{ type, columns, placed, schema, sort, onSort, rows, selection }}
          onDrag={setResized}
          announce={setStatus}
        />
        <tbody onKeyDown={press}>
          <Spacer height={first?.start ?? 0} />
          {inView.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <RecordRow
                  key={key as number}
                  {...{ type, schema, placed, row, index, onEdit, onDelete }}
                  isSelected={selection.isSelected(row.id)}
                  onSelect={selection.toggle}
                />
              )
            );
          })}
          <Spacer height={height - (last?.end ?? 0)} />
        </tbody>
      </table>
      <TableFoot query={query} />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </section>
  );
}

/** Takes the height of the rows out of view, so that the scroll bar is right. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className={classes.spacer} style={{ height }} />
    </tr>
  );
}

/** Focuses the row that an arrow key moved to, once it is rendered. */
function focusWanted(frame: HTMLElement | null, wanted: { current: number | null }): void {
  if (wanted.current === null) return;
  const link = frame?.querySelector<HTMLElement>(`a[data-row="${wanted.current}"]`);
  if (!link) return;
  wanted.current = null;
  link.focus();
}
