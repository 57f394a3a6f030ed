import { Table } from "@mantine/core";
import classes from "../../ui/chart.module.css";
import { formatDay, formatMinute, formatNumber } from "../../ui/format.ts";
import { StackedColumns } from "../../ui/stacked-columns.tsx";
import { type ChartColumn, columnsOf, type HourlyUsage } from "./columns-of-period.ts";
import type { Period } from "./search.ts";

interface RequestChartProps {
  readonly hours: readonly HourlyUsage[];
  readonly period: Period;
}

/** Requests per hour or day, stacked by outcome, and the same as a table. */
export function RequestChart({ hours, period }: RequestChartProps) {
  const columns = columnsOf(hours, period);
  const nameOf = ({ start }: ChartColumn) =>
    period === "24h" ? formatMinute(start.toISOString()) : formatDay(start.toISOString());
  return (
    <>
      <StackedColumns
        columns={columns.map((column) => ({
          key: column.start.getTime(),
          label: nameOf(column),
          parts: PARTS.map(({ key, label, count }) => ({
            ...{ key, label, colour: key },
            count: count(column),
          })),
        }))}
      />
      <ul className={classes.legend}>
        {PARTS.map(({ key, label, count }) => (
          <li key={key} className={classes.entry}>
            <span className={classes.swatch} data-colour={key} aria-hidden />
            {label}{" "}
            <span className={classes.count}>
              {formatNumber(columns.reduce((sum, column) => sum + count(column), 0))}
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary className={classes.summary}>Show as a table</summary>
        <CountTable columns={columns} nameOf={nameOf} />
      </details>
    </>
  );
}

/** From bottom to top. */
const PARTS: readonly {
  readonly key: string;
  readonly label: string;
  readonly count: (column: ChartColumn) => number;
}[] = [
  {
    key: "ok",
    label: "Successful",
    count: ({ requests, refused, failed }) => requests - refused - failed,
  },
  { key: "refused", label: "Client errors", count: ({ refused }) => refused },
  { key: "failed", label: "Server errors", count: ({ failed }) => failed },
];

interface CountTableProps {
  readonly columns: readonly ChartColumn[];
  readonly nameOf: (column: ChartColumn) => string;
}

/** The counts of the chart, newest first. */
function CountTable({ columns, nameOf }: CountTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too
    <section className={classes.table} aria-label="Requests" tabIndex={0}>
      <Table stickyHeader verticalSpacing={4} className="tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Start</Table.Th>
            {PARTS.map(({ key, label }) => (
              <Table.Th key={key} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.toReversed().map((column) => (
            <Table.Tr key={column.start.getTime()}>
              <Table.Th scope="row" fw={400}>
                {nameOf(column)}
              </Table.Th>
              {PARTS.map(({ key, count }) => (
                <Table.Td key={key}>{formatNumber(count(column))}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
