import { Anchor, Button, Group, Menu, Select, Text } from "@mantine/core";
import {
  ACTIVITY_TYPES,
  type ActivityType,
  activitiesOf,
  activityOf,
  builtInType,
  isDay,
} from "@rapport/model";
import { IconChevronDown, IconTimeline } from "@tabler/icons-react";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { actorName } from "../../../actors.ts";
import { api, type Inputs, NEXT_PAGE, type Outputs } from "../../../api.ts";
import { Markdown } from "../../../markdown/markdown.tsx";
import { typeNames } from "../../../object-types.ts";
import { type RecordParts, useRecordSearch } from "../../../records/record-model.ts";
import { useMay } from "../../../session.ts";
import { Empty } from "../../../ui/pages/empty.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { Panel } from "../../../ui/pages/panel.tsx";
import { usePageKeys } from "../../../ui/pages/use-page-keys.ts";
import { LoadMore } from "../../../ui/tables/load-more.tsx";
import { formatTime } from "../../../ui/values/format.ts";
import { localDay } from "../../../ui/values/local-time.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import classes from "../history.module.css";
import { Entry } from "../history-entry.tsx";
import { undoableMerge } from "../unmerge.tsx";
import { foldItems, isFolded } from "./folding.ts";
import { ActivityMenu, OpenTasks } from "./open-tasks.tsx";
import own from "./timeline.module.css";

const LABELS = {
  ...(Object.fromEntries(ACTIVITY_TYPES.map((type) => [type, activityOf(type).filter])) as Record<
    ActivityType,
    string
  >),
  change: "Changes",
  stage: "Stages",
  association: "Associations",
  merge: "Merges",
  import: "Imports",
} as const satisfies Readonly<Record<TimelineKind, string>>;

function isTimelineKind(kind: unknown): kind is TimelineKind {
  return typeof kind === "string" && Object.hasOwn(LABELS, kind);
}

/** Activities and changes of the record as one list, newest first. */
export function Timeline(parts: RecordParts) {
  const [search, change] = useRecordSearch();
  const kind = isTimelineKind(search.kind) ? search.kind : undefined;
  const query = useInfiniteQuery(
    api.records.timeline.infiniteQueryOptions(
      { ...parts.recordKey, limit: 20, ...(kind === undefined ? {} : { kind }) },
      NEXT_PAGE,
    ),
  );
  return (
    <Panel title="Timeline">
      <AddActivity {...parts} />
      <OpenTasks {...parts} />
      <Select
        aria-label="Show in the timeline"
        placeholder="Everything"
        clearable
        maw={220}
        data={Object.entries(LABELS).map(([value, label]) => ({ value, label }))}
        value={kind ?? null}
        onChange={(chosen) => change({ kind: isTimelineKind(chosen) ? chosen : undefined }, true)}
      />
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0 && !query.hasNextPage) {
            return (
              <Empty icon={IconTimeline} title="Nothing here yet" py="md">
                {kind === undefined
                  ? "The next note, task or change appears here."
                  : `This record has no ${LABELS[kind].toLowerCase()}.`}
              </Empty>
            );
          }
          return <Items {...parts} items={items} />;
        }}
      </Loaded>
      <LoadMore query={query} />
    </Panel>
  );
}

/** Buttons that add an activity to the record: those that have a key, and the others in a menu. */
function AddActivity({ recordKey: { projectId, type } }: RecordParts) {
  const [, change] = useRecordSearch();
  const may = useMay("admin");
  const kinds = may ? activitiesOf(type) : [];
  const quick = kinds.filter((kind) => activityOf(kind).key !== undefined);
  const others = kinds.filter((kind) => !quick.includes(kind));
  // Their forms show the fields at once, so that nothing typed into them is lost.
  useQueries({
    queries: quick.map((kind) =>
      api.schema.read.queryOptions({ projectId, type: kind }, { staleTime: 60_000 }),
    ),
  });
  const write = (kind: ActivityType) => () => change({ form: kind });
  usePageKeys(quick.map((kind) => [activityOf(kind).key ?? "", write(kind)]));
  if (kinds.length === 0) return null;
  return (
    <Group gap="xs">
      {quick.map((kind, i) => (
        <Button
          key={kind}
          size="sm"
          variant={i === 0 ? "filled" : "default"}
          leftSection={<ActivityIcon kind={kind} />}
          onClick={write(kind)}
        >
          {activityOf(kind).add}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="sm"
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              Log
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((kind) => (
              <Menu.Item
                key={kind}
                leftSection={<ActivityIcon kind={kind} />}
                onClick={write(kind)}
              >
                {activityOf(kind).add}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

function ActivityIcon({ kind }: { readonly kind: ActivityType }) {
  const { icon: Icon } = typeNames(kind);
  return <Icon size={16} aria-hidden />;
}

function Items({ items, ...parts }: RecordParts & { readonly items: readonly TimelineItem[] }) {
  const undoable = undoableMerge(items.filter((item) => !isActivity(item)));
  const folded = foldItems(items, (item) => (isActivity(item) ? undefined : item));
  return (
    <ol className={classes.entries}>
      {folded.map((item) =>
        isFolded(item) ? (
          <Entry
            key={item.entry.id}
            {...parts}
            folded={item}
            isUndoable={item.entry.id === undoable}
          />
        ) : (
          isActivity(item) && (
            <ActivityItem key={`${item.kind} ${item.id}`} {...parts} activity={item} at={item.at} />
          )
        ),
      )}
    </ol>
  );
}

interface ActivityItemProps extends RecordParts {
  readonly activity: Activity;
  readonly at: string;
}

/** An activity: what was done, by whom, and its text. */
function ActivityItem({ activity, at, recordKey: { projectId } }: ActivityItemProps) {
  const { kind, id, author, properties } = activity;
  const { plural, icon: Icon } = typeNames(kind);
  const { word, body } = activityOf(kind);
  const title = titleOf(kind, properties);
  const who = author === null ? "Someone" : actorName(author);
  const to = `/p/${projectId}/${plural}/${id}`;
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={14} aria-hidden />
      </span>
      <div className={`${classes.body} ${own.activity}`}>
        <div className={own.head}>
          <Text>
            {title === undefined ? (
              <>
                <Anchor component={Link} to={to} inherit>
                  {word}
                </Anchor>{" "}
                by{" "}
                <Text span inherit fw={600}>
                  {who}
                </Text>
              </>
            ) : (
              <>
                {word}:{" "}
                <Anchor component={Link} to={to} inherit>
                  {title}
                </Anchor>
              </>
            )}
          </Text>
          <ActivityMenu activity={activity} />
        </div>
        <Text fz="xs" c="dimmed">
          {title !== undefined &&
            typeof properties.owner_id === "string" &&
            `${properties.owner_id} · `}
          {isDay(at) ? <time dateTime={localDay(at)}>{formatTime(at)}</time> : <Moment at={at} />}
        </Text>
        {typeof properties[body] === "string" && (
          <div className={own.text}>
            <Markdown text={properties[body]} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Returns the name of an activity; undefined if it has none but its text, which is shown anyway. */
function titleOf(kind: ActivityType, properties: Activity["properties"]): string | undefined {
  const names = builtInType(kind).nameProperties.flat();
  const name = names.find((one) => one !== activityOf(kind).body && properties[one]);
  return name === undefined ? undefined : String(properties[name]);
}

function isActivity(item: TimelineItem): item is Activity {
  return ACTIVITY_TYPES.some((type) => type === item.kind);
}

type TimelineKind = NonNullable<Inputs["records"]["timeline"]["kind"]>;
type TimelineItem = Outputs["records"]["timeline"]["items"][number];
/** A note, a task, a call or another activity in a timeline. */
type Activity = Extract<TimelineItem, { kind: ActivityType }>;
