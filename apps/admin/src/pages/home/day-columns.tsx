import { Tooltip } from "@mantine/core";
import { type ObjectType, TYPES } from "../../object-types.ts";
import { formatDay, formatNumber } from "../../ui/format.ts";
import { colourOf } from "./colour.ts";
import classes from "./home.module.css";
import type { PerDay } from "./per-day.ts";

interface DayColumnsProps {
  readonly perDay: PerDay;
  readonly types: readonly ObjectType[];
}

/** A stacked column for each day. Hidden from screen readers, which have the table. */
export function DayColumns({ perDay: { days, series }, types }: DayColumnsProps) {
  const columns = days.map(({ day }, i) => {
    const parts = types.map((type) => ({ type, made: series[type][i] ?? 0 }));
    return {
      day,
      parts: parts.filter(({ made }) => made > 0),
      made: parts.reduce((sum, part) => sum + part.made, 0),
    };
  });
  const highest = Math.max(...columns.map(({ made }) => made), 1);
  return (
    <div aria-hidden>
      <div className={classes.highest}>{formatNumber(highest)}</div>
      <div className={classes.days}>
        {columns.map(({ day, parts, made }) => (
          <Tooltip key={day} label={<Day day={day} parts={parts} />} openDelay={0}>
            <div className={classes.day}>
              <div className={classes.column} style={{ height: `${(made / highest) * 100}%` }}>
                {parts.map(({ type, made }) => (
                  <div
                    key={type}
                    className={classes.part}
                    data-colour={colourOf(type)}
                    style={{ flexGrow: made }}
                  />
                ))}
              </div>
            </div>
          </Tooltip>
        ))}
      </div>
      <div className={classes.ends}>
        <span>{formatDay(days[0]?.day ?? "")}</span>
        <span>{formatDay(days.at(-1)?.day ?? "")}</span>
      </div>
    </div>
  );
}

interface DayProps {
  readonly day: string;
  readonly parts: readonly { readonly type: ObjectType; readonly made: number }[];
}

function Day({ day, parts }: DayProps) {
  return (
    <>
      <div>{formatDay(day)}</div>
      {parts.map(({ type, made }) => (
        <div key={type}>
          {TYPES[type].label}: {formatNumber(made)}
        </div>
      ))}
      {parts.length === 0 && <div>None</div>}
    </>
  );
}
