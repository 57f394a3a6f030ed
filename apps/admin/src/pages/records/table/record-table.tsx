import { Button, Center, Text, VisuallyHidden } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { objectType, typeNames } from "../../../object-types.ts";
import type { Schema } from "../../../property/use-schema.ts";
import { associatedType, type Field } from "../../../records/fields.ts";
import type { Filter, Sort } from "../../../records/search.ts";
import { focusRows } from "../../../records/toolbar.tsx";
import type { Columns } from "../../../records/use-columns.ts";
import type { Groups } from "../../../records/use-groups.ts";
import type { Table, TableRow } from "../../../records/use-table.ts";
import { useMay } from "../../../session.ts";
import { usePageKeys } from "../../../ui/keyboard.ts";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import { useAutoFetchNextPage } from "../../../ui/tables/load-more.tsx";
import { AssociationEditor } from "../cells/association-editor.tsx";
import { CellEditor, type CellEditorProps, type EditedCell } from "../cells/cell-editor.tsx";
import { NAME_STOP } from "../cells/stops.ts";
import { useCellEditing } from "../cells/use-cell-editing.ts";
import { findPlace, useCells } from "../cells/use-cells.ts";
import type { Selection } from "../selection/use-selection.ts";
import { GroupFoot, GroupRow, MoreRow, toLines } from "./group-rows.tsx";
import { type PlacedColumn, placeColumns } from "./place-columns.ts";
import { RecordRow } from "./record-row.tsx";
import classes from "./record-table.module.css";
import { TableHead } from "./table-head.tsx";
import { useFocusAfterDelete } from "./use-focus-after-delete.ts";
import { useNeeds } from "./use-needs.ts";

interface RecordTableProps {
  readonly schema: Schema;
  readonly columns: Columns;
  readonly table: Table;
  /** The groups of its rows; null if it is not grouped. */
  readonly groups: Groups | null;
  readonly sort: Sort;
  readonly selection: Selection;
  readonly onSort: (sort: Sort) => void;
  /** Adds a filter; undefined if there can be no more. */
  readonly onFilter: ((filter: Filter) => void) | undefined;
  /** The filters that the row below the headers changes; null without that row. */
  readonly filters: readonly Filter[] | null;
  readonly onFilters: (filters: readonly Filter[]) => void;
  /** What is searched and filtered. If it changes, the table begins at its top. */
  readonly shows: string;
  readonly onEdit: (row: TableRow) => void;
  readonly onDelete: (row: TableRow) => Promise<boolean>;
}

const ROW_HEIGHT_PX = 38;
/** Loads the next page this many rows before the end. */
const PREFETCH_ROWS = 15;

/** The virtualized table: renders the visible rows, and loads the next page near the end. */
export function RecordTable(props: RecordTableProps) {
  const { schema, columns, table, sort, selection, onSort, onEdit, onDelete } = props;
  const { name: type } = schema;
  const { groups } = props;
  const { query, rows } = table;
  const frame = useRef<HTMLElement>(null);
  const lines = useMemo(() => toLines(rows, groups), [rows, groups]);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (at) => lines[at]?.key ?? at,
    overscan: 12,
  });
  const inView = virtualizer.getVirtualItems();
  const [first, last] = [inView[0], inView.at(-1)];
  useAutoFetchNextPage(query, last !== undefined && last.index >= lines.length - PREFETCH_ROWS);
  const height = virtualizer.getTotalSize();
  const frameWidth = useWidth(frame);
  const [status, setStatus] = useState("");
  const [resized, setResized] = useState<Parameters<typeof placeColumns>[2]>(null);
  const order = `${sort.property} ${sort.direction} ${props.shows}`;
  const names = columns.shown.map(({ name }) => name).join();
  // The records of each group come by themselves.
  const loaded = groups?.groups.filter(({ list }) => (list?.rows.length ?? 0) > 0).length ?? 0;
  // It grows with the first rows, and more of them are in view then.
  const frameHeight = virtualizer.scrollRect?.height ?? 0;
  const isListed = rows.length > 0 && inView[0]?.index === 0 && !query.isPlaceholderData;
  const needs = useNeeds(
    frame,
    names,
    isListed ? `${order} ${loaded} ${groups?.sums != null} ${frameHeight}` : undefined,
  );
  const { placed, nameWidth } = useMemo(
    () => placeColumns(columns, frameWidth, resized, needs),
    [columns, frameWidth, resized, needs],
  );
  useScrollToAdded(frame, placed);
  const pinnedWidth = placed.reduce(
    (sum, { left, width }) => (left === null ? sum : sum + width),
    nameWidth,
  );

  const shownRows = inView.flatMap(({ index: at }) => lines[at]?.index ?? []);
  const rendered = { first: shownRows[0] ?? 0, last: shownRows.at(-1) ?? -1 };
  const show = (index: number) =>
    virtualizer.scrollToIndex(lines.findIndex((line) => line.index === index));
  const cells = useCells(frame, rows.length, rendered, show);
  const { edited, begin, end } = useCellEditing(frame, { rows, placed }, cells, nameField(schema));

  const focusRow = (index: number) => cells.focus({ index, stop: NAME_STOP });
  // A new table would lose the focus of the header that was clicked.
  const lastOrder = useRef(order);
  useEffect(() => {
    if (lastOrder.current !== order) frame.current?.scrollTo({ top: 0 });
    lastOrder.current = order;
  }, [order]);
  const remove = useFocusAfterDelete(rows, focusRow, onDelete);

  const enter = () => {
    if (!document.activeElement?.closest("[role=grid] tbody")) focusRows();
  };
  usePageKeys([
    ["j", enter],
    ["k", enter],
  ]);
  const mayChange = useMay("admin");
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // Events of the menu of a row arrive here too, though it is elsewhere in the page.
    if (!event.currentTarget.contains(target)) return;
    const { key } = event;
    if (key.toLowerCase() === "x" && mayChange) select(event);
    else if ((key === "Enter" || key === "F2") && target.tagName === "TD") open(event, target);
    else if (key === "F2" && findPlace(target)?.stop === NAME_STOP) editName(event, target);
    else cells.move(event);
  };
  const open = (event: KeyboardEvent, cell: HTMLElement) => {
    event.preventDefault();
    if (!begin(cell)) cell.querySelector("a")?.click();
  };
  const editName = (event: KeyboardEvent, link: HTMLElement) => {
    event.preventDefault();
    const row = rows[findPlace(link)?.index ?? -1];
    // Names of several parts are edited in the form.
    if (!begin(link) && mayChange && row !== undefined) onEdit(row);
  };
  const select = (event: KeyboardEvent) => {
    const place = findPlace(event.target as HTMLElement);
    if (place === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    selection.toggle(place.index, event.shiftKey);
  };

  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={typeNames(type).label}
      aria-busy={query.isPlaceholderData}
      // Keeps what is focused from under the columns and the header that stay in place.
      style={
        {
          "--pinned": `${pinnedWidth}px`,
          scrollPadding: `${props.filters === null ? 36 : 74}px 0 0 var(--pinned)`,
        } as CSSProperties
      }
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of WAI-ARIA
        role="grid"
        className={classes.table}
        data-pins={placed.some(({ isEdge }) => isEdge)}
        style={{ width: placed.reduce((sum, { width }) => sum + width, nameWidth) }}
        aria-label={typeNames(type).label}
        aria-rowcount={query.hasNextPage ? -1 : rows.length + 1}
      >
        <colgroup>
          <col style={{ width: nameWidth }} />
          {placed.map(({ field, width }) => (
            <col key={field.name} style={{ width }} />
          ))}
        </colgroup>
        <TableHead
          {...{ columns, placed, schema, sort, onSort, rows, selection }}
          onFilter={props.onFilter}
          filters={props.filters}
          onFilters={props.onFilters}
          onDrag={setResized}
          announce={setStatus}
        />
        <tbody
          onKeyDown={press}
          onFocus={cells.onFocus}
          onDoubleClick={({ target }) => begin(target as HTMLElement)}
        >
          <Spacer height={first?.start ?? 0} />
          {inView.map(({ index: at, key }) => {
            const { index, group } = lines[at] ?? {};
            if (group !== undefined && groups !== null) {
              const Line = lines[at]?.isMore ? MoreRow : GroupRow;
              return <Line key={key as string} {...{ type, group, groups, placed }} />;
            }
            const row = rows[index ?? -1];
            return (
              row &&
              index !== undefined && (
                <RecordRow
                  key={key as string}
                  {...{ schema, placed, row, index, onEdit }}
                  onDelete={remove}
                  isSelected={selection.isSelected(row.id)}
                  tabStop={cells.findTabStop(index)}
                  onSelect={selection.toggle}
                />
              )
            );
          })}
          <Spacer height={height - (last?.end ?? 0)} />
        </tbody>
        {groups?.sums && <GroupFoot sums={groups} reporting={groups.reporting} placed={placed} />}
      </table>
      {groups?.isMore && (
        <Text c="dimmed" className={classes.foot}>
          The table has more groups than can be shown. Filter it to see the others.
        </Text>
      )}
      {edited && <Editor key={cellKey(edited)} schema={schema} cell={edited} onClose={end} />}
      <TableFoot query={query} />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
    </section>
  );
}

/** The button that loads the next page, or the error if that failed. */
function TableFoot({ query }: Pick<Table, "query">) {
  if (query.isFetchNextPageError) {
    return (
      <div className={classes.foot}>
        <ErrorNotice error={query.error} onRetry={() => void query.fetchNextPage()} />
      </div>
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <Center className={classes.foot}>
      <Button
        variant="default"
        size="compact-sm"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </Button>
    </Center>
  );
}

/** Scrolls a table sideways to a column that was just added. */
function useScrollToAdded(
  frame: RefObject<HTMLElement | null>,
  columns: readonly PlacedColumn[],
): void {
  const last = useRef(columns);
  useEffect(() => {
    const before = new Set(last.current.map(({ field }) => field.name));
    last.current = columns;
    const added = columns.filter(({ field }) => !before.has(field.name));
    // A view that was opened has many other columns.
    if (added.length !== 1 || columns.length !== before.size + 1) return;
    // New columns are the last. The router restores where the table was before, so this comes after it.
    const task = requestAnimationFrame(() =>
      frame.current?.scrollTo({ left: frame.current.scrollWidth }),
    );
    return () => cancelAnimationFrame(task);
  }, [frame, columns]);
}

/** Returns the inner width of an element in pixels; 0 before it is rendered. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const node = element.current;
    if (node === null) return;
    const measure = () => setWidth(node.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Returns the property that is the name of a record; undefined if several are. */
function nameField({ name: type, properties }: Schema): Field | undefined {
  const [name, ...others] = objectType(type).nameProperties[0] ?? [];
  return others.length > 0 ? undefined : properties.find((one) => one.name === name);
}

function Editor(props: CellEditorProps) {
  const other = associatedType(props.cell.field);
  return other === null ? (
    <CellEditor {...props} />
  ) : (
    <AssociationEditor {...props} other={other} />
  );
}

function cellKey({ row, field }: EditedCell): string {
  return `${row.id} ${field.name}`;
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
