import { Tooltip } from "@mantine/core";
import classes from "./chart.module.css";
import { formatNumber } from "./format.ts";

interface StackedColumn {
  readonly key: string | number;
  readonly label: string;
  /** From bottom to top. */
  readonly parts: readonly {
    readonly key: string;
    readonly label: string;
    /** A colour of chart.module.css. */
    readonly colour: string | number;
    readonly count: number;
  }[];
}

/** A chart of stacked columns over time. Hidden from screen readers, so show a table of the same counts. */
export function StackedColumns({ columns }: { readonly columns: readonly StackedColumn[] }) {
  const highest = Math.max(...columns.map(totalOf), 1);
  return (
    <div aria-hidden>
      <div className={classes.highest}>{formatNumber(highest)}</div>
      <div className={classes.slots}>
        {columns.map((column) => (
          <Tooltip key={column.key} label={<Counts column={column} />} openDelay={0}>
            <div className={classes.slot}>
              <div
                className={classes.column}
                style={{ height: `${(totalOf(column) / highest) * 100}%` }}
              >
                {column.parts
                  .filter(({ count }) => count > 0)
                  .map(({ key, colour, count }) => (
                    <div
                      key={key}
                      className={classes.part}
                      data-colour={colour}
                      style={{ flexGrow: count }}
                    />
                  ))}
              </div>
            </div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.ends}>
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
    </div>
  );
}

function totalOf({ parts }: StackedColumn): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

function Counts({ column }: { readonly column: StackedColumn }) {
  const shown = column.parts.filter(({ count }) => count > 0);
  return (
    <>
      <div>{column.label}</div>
      {shown.map(({ key, label, count }) => (
        <div key={key}>
          {label}: {formatNumber(count)}
        </div>
      ))}
      {shown.length === 0 && <div>None</div>}
    </>
  );
}
