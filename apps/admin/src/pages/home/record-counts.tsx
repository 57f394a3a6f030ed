import { Group, SimpleGrid, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconTrendingDown, IconTrendingUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Outputs } from "../../api.ts";
import { typeNames, typeOf } from "../../object-types.ts";
import { type Filter, writeFilters } from "../../records/search.ts";
import { useProjectId } from "../../shell/use-project.ts";
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

/** Types whose tiles are large: the first ones. */
const MAIN_TYPES = 4;

/** The number of records of each type, and the trend of the first ones. */
export function RecordCounts({ figures }: { readonly figures: Figures }) {
  const shown = figures.counts.filter(isShown);
  const main = shown.slice(0, MAIN_TYPES);
  const others = shown.slice(MAIN_TYPES);
  return (
    <Stack gap={6} component="section" aria-label="Records">
      <Title order={2}>Records</Title>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {main.map((count) => (
          <Tile key={count.type} count={count} since={figures.createdPerDay.days.at(-30)} />
        ))}
      </SimpleGrid>
      <Group gap="xs">
        {others.map((count) => (
          <SmallTile key={count.type} count={count} />
        ))}
      </Group>
      <Text fz="xs" c="dimmed">
        Trend: records created in the last 30 days compared with the 30 days before. Updated{" "}
        <Moment at={figures.asOf} />.
      </Text>
    </Stack>
  );
}

/** A project may have a hundred types of its own. Those without records are left out. */
function isShown({ type, total }: TypeCount): boolean {
  return total > 0 || typeOf(type).builtIn;
}

/** The number of records of a type that is not among the first. */
function SmallTile({ count: { type, total } }: { readonly count: TypeCount }) {
  const projectId = String(useProjectId());
  const { label, plural, icon: Icon } = typeNames(type);
  return (
    <Link to="/p/$projectId/$plural" params={{ projectId, plural }} className={classes.small}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {label} <strong>{formatNumber(total)}</strong>
    </Link>
  );
}

interface TileProps {
  readonly count: TypeCount;
  /** The first of the 30 days. */
  readonly since: Day | undefined;
}

function Tile({ count, since }: TileProps) {
  const projectId = useProjectId();
  const { label, plural, icon: Icon } = typeNames(count.type);
  return (
    <div className={classes.tile}>
      <Link
        to="/p/$projectId/$plural"
        params={{ projectId: String(projectId), plural }}
        className={classes.total}
      >
        <span className={classes.tileLabel}>
          <Icon size={16} stroke={1.7} aria-hidden />
          {label}
        </span>
        <span className={classes.tileCount}>{formatNumber(count.total)}</span>
      </Link>
      {since && (
        <Link {...createdIn(projectId, count.type, since)} className={classes.trend}>
          <Trend count={count} />
        </Link>
      )}
    </div>
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
        <span className={classes.change}>
          <Icon size={14} aria-hidden />
          {PERCENT.format(change)}
          <VisuallyHidden> compared with the 30 days before</VisuallyHidden>
        </span>
      )}
    </>
  );
}
