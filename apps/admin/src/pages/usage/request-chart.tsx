import { Table, Tooltip } from "@mantine/core";
import { formatDay, formatMinute, formatNumber } from "../../ui/format.ts";
import { type ChartColumn, columnsOf, type HourlyUsage } from "./columns-of-period.ts";
import type { Period } from "./search.ts";
import classes from "./usage.module.css";

interface RequestChartProps {
  readonly hours: readonly HourlyUsage[];
  readonly period: Period;
}

/** Requests per hour or day, stacked by outcome, and the same as a table. */
export function RequestChart({ hours, period }: RequestChartProps) {
  const columns = columnsOf(hours, period);
  const highest = Math.max(...columns.map(({ requests }) => requests), 1);
  const nameOf = ({ start }: ChartColumn) =>
    period === "24h" ? formatMinute(start.toISOString()) : formatDay(start.toISOString());
  return (
    <>
      <div aria-hidden>
        <div className={classes.highest}>{formatNumber(highest)}</div>
        <div className={classes.chart}>
          {columns.map((column) => (
            <Tooltip
              key={column.start.getTime()}
              label={<Counts name={nameOf(column)} column={column} />}
              openDelay={0}
            >
              <div className={classes.slot}>
                <div
                  className={classes.column}
                  style={{ height: `${(column.requests / highest) * 100}%` }}
                >
                  {PARTS.map(({ key, count }) =>
                    count(column) === 0 ? null : (
                      <div
                        key={key}
                        className={classes.part}
                        data-part={key}
                        style={{ flexGrow: count(column) }}
                      />
                    ),
                  )}
                </div>
              </div>
            </Tooltip>
          ))}
        </div>
        <div className={classes.ends}>
          {[columns[0], columns.at(-1)].map((column) =>
            column === undefined ? null : (
              <span key={column.start.getTime()}>{nameOf(column)}</span>
            ),
          )}
        </div>
      </div>
      <ul className={classes.legend}>
        {PARTS.map(({ key, label, count }) => (
          <li key={key}>
            <span className={classes.swatch} data-part={key} aria-hidden />
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

function Counts({ name, column }: { readonly name: string; readonly column: ChartColumn }) {
  return (
    <>
      <div>{name}</div>
      {PARTS.map(({ key, label, count }) => (
        <div key={key}>
          {label}: {formatNumber(count(column))}
        </div>
      ))}
    </>
  );
}

interface CountTableProps {
  readonly columns: readonly ChartColumn[];
  readonly nameOf: (column: ChartColumn) => string;
}

/** The counts of the chart, newest first. */
function CountTable({ columns, nameOf }: CountTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too
    <section className={classes.counts} aria-label="Requests" tabIndex={0}>
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
