import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { type ObjectType, TYPES } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { useAutoFetchNextPage } from "../../../ui/use-auto-fetch-next-page.ts";
import type { Field } from "../fields.ts";
import type { Sort } from "../search.ts";
import type { Table, TableRow } from "../use-table.ts";
import { RecordRow } from "./record-row.tsx";
import classes from "./record-table.module.css";
import { TableFoot } from "./table-foot.tsx";
import { TableHead } from "./table-head.tsx";
import { widthOf } from "./widths.ts";

interface RecordTableProps {
  readonly type: ObjectType;
  readonly schema: Schema;
  readonly columns: readonly Field[];
  readonly table: Table;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => void;
}

/** Pixels; every row has one line. */
const ROW_HEIGHT = 38;
/** Rows before the end at which the next page is asked for. */
const AHEAD = 15;

/** The rows that are in view, of as many as have been loaded; the next page comes when the end is near. */
export function RecordTable(props: RecordTableProps) {
  const { type, schema, columns, table, sort, onSort, onEdit, onDelete } = props;
  const { query, rows } = table;
  const frame = useRef<HTMLElement>(null);
  const wanted = useRef<number | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const inView = virtualizer.getVirtualItems();
  const [first, last] = [inView[0], inView.at(-1)];
  useAutoFetchNextPage(query, last !== undefined && last.index >= rows.length - AHEAD);
  const height = virtualizer.getTotalSize();
  const widths = columns.map(widthOf);

  // A row that was out of view is there after one of the next renders.
  useEffect(() => focusWanted(frame.current, wanted));

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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled with the keyboard too
      tabIndex={0}
    >
      <table
        className={classes.table}
        style={{
          width: `calc(var(--first-width) + ${widths.reduce((sum, width) => sum + width, 0)}px)`,
        }}
        aria-label={TYPES[type].label}
        aria-rowcount={query.hasNextPage ? -1 : rows.length + 1}
      >
        <colgroup>
          <col className={classes.first} />
          {columns.map((field, i) => (
            <col key={field.name} style={{ width: widths[i] }} />
          ))}
        </colgroup>
        <TableHead type={type} columns={columns} schema={schema} sort={sort} onSort={onSort} />
        <tbody onKeyDown={step}>
          <Spacer height={first?.start ?? 0} />
          {inView.map(({ index, key }) => {
            const row = rows[index];
            return (
              row && (
                <RecordRow
                  key={key as number}
                  {...{ type, schema, columns, row, index, onEdit, onDelete }}
                />
              )
            );
          })}
          <Spacer height={height - (last?.end ?? 0)} />
        </tbody>
      </table>
      <TableFoot query={query} />
    </section>
  );
}

/** Stands for the rows out of view, so that the scroll bar tells the truth. */
function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className={classes.spacer} style={{ height }} />
    </tr>
  );
}

/** Sets the focus on the row that the reader has stepped to, once it is there. */
function focusWanted(frame: HTMLElement | null, wanted: { current: number | null }): void {
  if (wanted.current === null) return;
  const link = frame?.querySelector<HTMLElement>(`a[data-row="${wanted.current}"]`);
  if (!link) return;
  wanted.current = null;
  link.focus();
}
