import { Table, VisuallyHidden } from "@mantine/core";
import {
  type CellData,
  type ColumnDef,
  type RowData,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";

const features = tableFeatures({});
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, CellData>;

/** Id of the column that says nothing, but does something. */
const ACTIONS = "actions";

interface DataTableProps<Row extends RowData> {
  /** Says what the table holds to those who do not see it. */
  readonly label: string;
  /** Kept in a constant or a memo: a new list makes every cell anew. Buttons are in a last one with the id `actions`. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** What stands in place of the rows when there are none. */
  readonly empty: ReactNode;
  /** Whether all columns are as wide, so that tables below one another line up. */
  readonly even?: boolean;
}

/** A plain table of what is already here: tables of records sort and filter at the server. */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled with the keyboard too
    <section className={classes.frame} aria-label={label} tabIndex={0} data-even={even}>
      <Table
        highlightOnHover
        layout={even ? "fixed" : "auto"}
        miw={even ? 480 : 0}
        className={classes.table}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {group.headers.map((header) => (
                <Table.Th key={header.id} scope="col" data-column={header.id}>
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
                <Table.Td key={cell.id} data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
