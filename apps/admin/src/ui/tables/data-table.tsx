import { Table, VisuallyHidden } from "@mantine/core";
import {
  type CellData,
  type ColumnDef,
  metaHelper,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { ScrollFrame } from "../pages/page.tsx";
import classes from "./data-table.module.css";

const features = tableFeatures({ columnMeta: metaHelper<{ readonly isNumber?: boolean }>() });
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, CellData>;

/** Defines a column by the content of its cells. */
export function column<Row extends RowData>(
  id: string,
  header: string,
  cell: (row: Row) => ReactNode,
): Column<Row> {
  return { id, header, cell: ({ row }) => cell(row.original) };
}

/** Defines a column of numbers, which end at the right edge so that their digits line up. */
export function numberColumn<Row extends RowData>(
  ...args: Parameters<typeof column<Row>>
): Column<Row> {
  return { ...column(...args), meta: { isNumber: true } };
}

/** Id of the column of buttons, whose header only screen readers read. */
const ACTIONS = "actions";

interface DataTableProps<Row extends RowData> {
  /** Name for screen readers. */
  readonly label: string;
  /** Buttons go in a last column `actions`. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  /** True if all columns have the same width, so that stacked tables line up. */
  readonly even?: boolean;
}

/** A plain table of loaded rows. For records use RecordTable, which sorts and filters on the server. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, even = false } = props;
  const table = useTable({
    features,
    columns: columns as Column<Row>[],
    data: rows as Row[],
    getRowId: (row) => String(rowKey(row)),
  });
  if (rows.length === 0) return empty;
  return (
    <ScrollFrame className={classes.frame} aria-label={label} data-even={even}>
      <Table
        highlightOnHover
        layout={even ? "fixed" : "auto"}
        miw={{ base: 0, sm: even ? 480 : 0 }}
        className={classes.table}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {group.headers.map((header) => (
                <Table.Th
                  key={header.id}
                  scope="col"
                  data-column={header.id}
                  data-number={header.column.columnDef.meta?.isNumber}
                >
                  {header.id === ACTIONS ? (
                    <VisuallyHidden>
                      <table.FlexRender header={header} />
                    </VisuallyHidden>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <Table.Tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <Table.Td
                  key={cell.id}
                  data-column={cell.column.id}
                  data-label={cell.column.columnDef.header}
                  data-number={cell.column.columnDef.meta?.isNumber}
                >
                  {cellContent(cell.column.columnDef.cell, cell.getContext())}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}

/**
 * Returns the content of a cell. FlexRender would take the function for a component: with new columns, it would mount
 * every cell again, which loses the focus and the dialogs in it.
 */
function cellContent<Context>(
  cell: string | ((context: Context) => ReactNode) | undefined,
  context: Context,
): ReactNode {
  return typeof cell === "function" ? cell(context) : cell;
}
