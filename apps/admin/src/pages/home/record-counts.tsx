import { Text, VisuallyHidden } from "@mantine/core";
import { IconTrendingDown, IconTrendingUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { typeNames } from "../../object-types.ts";
import { type Filter, writeFilters } from "../../records/search.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { Panel } from "../../ui/pages/panel.tsx";
import { formatNumber } from "../../ui/values/format.ts";
import { Moment } from "../../ui/values/moment.tsx";
import classes from "./home.module.css";

type Figures = Outputs["home"]["figures"];
type TypeCount = Figures["counts"][number];

const PERCENT = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** Types of which a project has some, and the first ones also without records. */
const MAIN_TYPES = 4;

/** The number of records of each type, and the trend of the first ones. */
export function RecordCounts({ figures }: { readonly figures: Figures }) {
  const { counts, createdPerDay, asOf } = figures;
  // A project may have a hundred types of its own.
  const shown = counts.filter(({ total }, i) => total > 0 || i < MAIN_TYPES);
  const updated = (
    <Text fz="xs" c="dimmed">
      Updated <Moment at={asOf} />
    </Text>
  );
  return (
    <Panel title="Records" actions={updated}>
      <ul className={classes.counts}>
        {shown.map((count, i) => (
          <Counted
            key={count.type}
            count={count}
            since={i < MAIN_TYPES ? createdPerDay.days.at(-30) : undefined}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface CountedProps {
  readonly count: TypeCount;
  /** The first of the 30 days; undefined for no trend. */
  readonly since: Day | undefined;
}

function Counted({ count, since }: CountedProps) {
  const projectId = useProjectId();
  const { label, plural, icon: Icon } = typeNames(count.type);
  return (
    <li className={classes.counted}>
      <Link
        to="/p/$projectId/$plural"
        params={{ projectId: String(projectId), plural }}
        className={classes.total}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
        {label} <strong>{formatNumber(count.total)}</strong>
      </Link>
      {since && (
        <Link {...createdIn(projectId, count.type, since)} className={classes.trend}>
          <Trend count={count} />
        </Link>
      )}
    </li>
  );
}

/** Returns a link to the list of records created from the start of a day on. */
function createdIn(projectId: number, type: string, first: Day) {
  const since: Filter = { property: "created_at", operator: "gte", value: first.starts };
  return {
    to: "/p/$projectId/$plural",
    params: { projectId: String(projectId), plural: typeNames(type).plural },
    search: { filter: writeFilters([since]) },
  } as const;
}

/** Numbers of records created on each day, by object type. */
type PerDay = Outputs["home"]["figures"]["createdPerDay"];

/** A day in the reader's time zone. */
type Day = PerDay["days"][number];

/** Records of the 30 days before that a percentage needs. */
const LEAST_COMPARED = 10;

function Trend({ count: { type, last30Days, previous30Days } }: { readonly count: TypeCount }) {
  const made = last30Days === 0 ? "None" : `+${formatNumber(last30Days)}`;
  // A percentage of a few records says nothing.
  const isTiny = previous30Days < LEAST_COMPARED;
  const change = isTiny ? 0 : (last30Days - previous30Days) / previous30Days;
  const Icon = change < 0 ? IconTrendingDown : IconTrendingUp;
  return (
    <>
      <span>
        {made} <VisuallyHidden>{typeNames(type).label.toLowerCase()} </VisuallyHidden>in 30 days
      </span>
      {isTiny && last30Days > previous30Days && <span className={classes.change}>new</span>}
      {change !== 0 && (
        <span className={classes.change} title="Compared with the 30 days before">
          <Icon size={14} aria-hidden />
          {PERCENT.format(change)}
          <VisuallyHidden> compared with the 30 days before</VisuallyHidden>
        </span>
      )}
    </>
  );
}
