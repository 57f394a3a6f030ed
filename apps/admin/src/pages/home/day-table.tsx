import { Anchor, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import chart from "../../ui/chart.module.css";
import { formatDay, formatNumber } from "../../ui/format.ts";
import { createdIn } from "./created-in.ts";
import classes from "./home.module.css";
import type { Day, PerDay } from "./per-day.ts";

interface DayTableProps {
  readonly perDay: PerDay;
  readonly types: readonly ObjectType[];
}

/** The figures of the chart as a table, newest first. */
export function DayTable({ perDay: { days, series }, types }: DayTableProps) {
  const newestFirst = days.map((day, i) => ({ day, i })).toReversed();
  return (
    <details>
      <summary className={chart.summary}>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too */}
      <section className={chart.table} aria-label="Records created per day" tabIndex={0}>
        <Table stickyHeader verticalSpacing={4} className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Day</Table.Th>
              {types.map((type) => (
                <Table.Th key={type} scope="col">
                  {TYPES[type].label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {newestFirst.map(({ day, i }) => (
              <Table.Tr key={day.day}>
                <Table.Th scope="row" className={classes.rowHead}>
                  {formatDay(day.day)}
                </Table.Th>
                {types.map((type) => (
                  <Table.Td key={type}>
                    <Created type={type} day={day} count={series[type][i] ?? 0} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </details>
  );
}

interface CreatedProps {
  readonly type: ObjectType;
  readonly day: Day;
  readonly count: number;
}

function Created({ type, day, count }: CreatedProps) {
  const list = createdIn(useProjectId(), type, day, day);
  if (count === 0) return formatNumber(count);
  return (
    <Anchor renderRoot={(props) => <Link {...props} {...list} />} inherit c="inherit">
      {formatNumber(count)}
    </Anchor>
  );
}
