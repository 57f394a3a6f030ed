import { Anchor, SegmentedControl, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ObjectType, TYPE_KEYS, TYPES } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import classes from "../../ui/chart.module.css";
import { formatNumber } from "../../ui/format.ts";
import { Panel } from "../../ui/panel.tsx";
import { colourOf } from "./colour.ts";
import { createdIn } from "./created-in.ts";
import { DayColumns } from "./day-columns.tsx";
import { DayTable } from "./day-table.tsx";
import type { Day, PerDay } from "./per-day.ts";
import { DAYS, type Days } from "./search.ts";
import { TIME_ZONE } from "./time-zone.ts";

interface CreatedPerDayProps {
  readonly perDay: PerDay;
  readonly days: Days;
  readonly onDays: (days: Days) => void;
}

/** The number of records created on each of the last days. */
export function CreatedPerDay({ perDay, days, onDays }: CreatedPerDayProps) {
  const shown = TYPE_KEYS.filter((type) => sum(perDay.series[type]) > 0);
  return (
    <Panel
      title="Records created per day"
      lead={`The last ${days} days, in the time zone ${TIME_ZONE}. Without deleted records.`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Period"
          data={DAYS.map((count) => ({ value: String(count), label: `${count} days` }))}
          value={String(days)}
          onChange={(value) => onDays(DAYS.find((count) => String(count) === value) ?? 30)}
        />
      }
    >
      {shown.length === 0 ? (
        <Text c="dimmed">No records were created in the last {days} days.</Text>
      ) : (
        <>
          <DayColumns perDay={perDay} types={shown} />
          <ul className={classes.legend}>
            {shown.map((type) => (
              <Entry
                key={type}
                type={type}
                created={sum(perDay.series[type])}
                since={perDay.days[0]}
              />
            ))}
          </ul>
          <DayTable perDay={perDay} types={shown} />
        </>
      )}
    </Panel>
  );
}

interface EntryProps {
  readonly type: ObjectType;
  readonly created: number;
  /** The first of the days. */
  readonly since: Day | undefined;
}

function Entry({ type, created, since }: EntryProps) {
  const projectId = useProjectId();
  if (since === undefined) return null;
  const list = createdIn(projectId, type, since);
  return (
    <li className={classes.entry}>
      <span className={classes.swatch} data-colour={colourOf(type)} aria-hidden />
      <Anchor renderRoot={(props) => <Link {...props} {...list} />} inherit c="inherit">
        {TYPES[type].label} <span className={classes.count}>{formatNumber(created)}</span>
      </Anchor>
    </li>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
