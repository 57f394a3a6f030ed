import { Button, Group, Menu, Select, Text } from "@mantine/core";
import { isDay } from "@rapport/model";
import { IconChevronDown, IconTimeline } from "@tabler/icons-react";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, NEXT_PAGE, type Outputs } from "../../../api.ts";
import { AttachButton, FileDrop, FileRows } from "../../../attachments/attachments.tsx";
import { useUploads } from "../../../attachments/use-uploads.ts";
import { Markdown, preloadMarkdown } from "../../../markdown/markdown.tsx";
import { undoableMerge } from "../../../merge/use-merge.tsx";
import { activitiesOnRecord, objectType, typeNames } from "../../../object-types.ts";
import { type RecordParts, useRecordSearch } from "../../../records/record-model.ts";
import { useMay } from "../../../session.ts";
import { usePageKeys } from "../../../ui/keyboard.ts";
import { AnchorLink } from "../../../ui/links.tsx";
import { Empty } from "../../../ui/pages/empty.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { Panel } from "../../../ui/pages/panel.tsx";
import { LoadMore } from "../../../ui/tables/load-more.tsx";
import { Admin } from "../../../ui/values/avatar.tsx";
import { formatTime } from "../../../ui/values/format.ts";
import { localDay } from "../../../ui/values/local-time.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import classes from "../history.module.css";
import { Entry, Who } from "../history-entry.tsx";
import { foldItems, isFolded } from "./folding.ts";
import { ActivityMenu, OpenTasks } from "./open-tasks.tsx";
import own from "./timeline.module.css";

const LABELS = {
  change: "Changes",
  stage: "Stages",
  association: "Associations",
  merge: "Merges",
  import: "Imports",
} as const satisfies Readonly<Record<Exclude<TimelineItem, Activity>["kind"], string>>;

/** Returns what a timeline calls its kinds of items: the activities, then the changes. */
function nameKinds(type: string): ReadonlyMap<string, string> {
  const activities = activitiesOnRecord(type).map(
    ({ name, activity }) => [name, activity.filter] as const,
  );
  return new Map([...activities, ...Object.entries(LABELS)]);
}

/** Activities and changes of the record as one list, newest first. */
export function Timeline(parts: RecordParts) {
  const [search, change] = useRecordSearch();
  const kinds = nameKinds(parts.recordKey.type);
  const kind = kinds.has(search.kind ?? "") ? search.kind : undefined;
  useEffect(() => void preloadMarkdown(), []);
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
        data={[...kinds].map(([value, label]) => ({ value, label }))}
        value={kind ?? null}
        onChange={(chosen) => change({ kind: chosen ?? undefined }, true)}
      />
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0 && !query.hasNextPage) {
            return (
              <Empty icon={IconTimeline} title="Nothing here yet" py="md">
                {kind === undefined
                  ? "The next note, task or change appears here."
                  : `This record has no ${kinds.get(kind)?.toLowerCase()}.`}
              </Empty>
            );
          }
          return <Items {...parts} items={items} pages={pages.length} query={query} />;
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
  const kinds = may ? activitiesOnRecord(type) : [];
  const quick = kinds.filter(({ activity }) => activity.key !== undefined);
  const others = kinds.filter((kind) => !quick.includes(kind));
  // Their forms show the fields at once, so that nothing typed into them is lost.
  useQueries({
    queries: quick.map(({ name }) =>
      api.schema.read.queryOptions({ projectId, type: name }, { staleTime: 60_000 }),
    ),
  });
  const write = (kind: string) => () => change({ form: kind });
  usePageKeys(quick.map(({ name, activity }) => [activity.key ?? "", write(name)]));
  if (kinds.length === 0) return null;
  return (
    <Group gap="xs" className={own.add}>
      {quick.map(({ name, activity }, i) => (
        <Button
          key={name}
          size="sm"
          px="xs"
          variant={i === 0 ? "filled" : "default"}
          leftSection={<ActivityIcon kind={name} />}
          onClick={write(name)}
        >
          {activity.add}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="sm"
              px="xs"
              variant="default"
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              Log
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ name, activity }) => (
              <Menu.Item
                key={name}
                leftSection={<ActivityIcon kind={name} />}
                onClick={write(name)}
              >
                {activity.add}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

function ActivityIcon({ kind }: { readonly kind: string }) {
  const { icon: Icon } = typeNames(kind);
  return <Icon size={16} aria-hidden />;
}

interface ItemsProps extends RecordParts {
  readonly items: readonly TimelineItem[];
  /** Number of loaded pages. */
  readonly pages: number;
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetching: boolean;
    readonly isError: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Many changes may be shown as one. With fewer lines than this, the next page follows by itself, up to this many pages. */
const FEW = 5;

function Items({ items, pages, query, ...parts }: ItemsProps) {
  const undoable = undoableMerge(items.flatMap((item) => (isActivity(item) ? [] : [item])));
  const folded = foldItems(items, (item) => (isActivity(item) ? undefined : item));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isShort = folded.length < FEW && pages < FEW;
  const fetchesNext = isShort && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (fetchesNext) void fetchNextPage();
  }, [fetchesNext, fetchNextPage]);
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
  const { word = "", body = null } = objectType(kind).activity ?? {};
  const title = activityTitle(kind, properties);
  const text = body === null ? null : properties[body];
  const to = `/p/${projectId}/${plural}/${id}`;
  const key = { projectId, type: kind, id };
  const uploads = useUploads(key);
  const may = useMay("admin");
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={14} aria-hidden />
      </span>
      <FileDrop uploads={may ? uploads : undefined} className={`${classes.body} ${own.activity}`}>
        <div className={own.head}>
          <Text>
            {title === undefined ? (
              <>
                <AnchorLink to={to} inherit underline="always">
                  {word}
                </AnchorLink>{" "}
                by {author === null ? "someone" : <Who actor={author} />}
              </>
            ) : (
              <>
                {word}:{" "}
                <AnchorLink to={to} inherit underline="always">
                  {title}
                </AnchorLink>
              </>
            )}
          </Text>
          <Group gap={2} wrap="nowrap">
            <AttachButton
              uploads={uploads}
              isQuiet
              to={`${typeNames(kind).singular.toLowerCase()} #${id}`}
            />
            <ActivityMenu activity={activity} />
          </Group>
        </div>
        <Text fz="xs" c="dimmed">
          {title !== undefined && typeof properties.owner_id === "string" && (
            <>
              <Admin email={properties.owner_id} />
              {" · "}
            </>
          )}
          {isDay(at) ? <time dateTime={localDay(at)}>{formatTime(at)}</time> : <Moment at={at} />}
        </Text>
        {typeof text === "string" && (
          <div className={own.text}>
            <Markdown text={text} />
          </div>
        )}
        <FileRows recordKey={key} files={activity.attachments} uploads={uploads} />
      </FileDrop>
    </li>
  );
}

/** Returns the name of an activity; undefined if it has none but its text, which is shown anyway. */
function activityTitle(kind: string, properties: Activity["properties"]): string | undefined {
  const { nameProperties, activity } = objectType(kind);
  const name = nameProperties.flat().find((one) => one !== activity?.body && properties[one]);
  return name === undefined ? undefined : String(properties[name]);
}

function isActivity(item: TimelineItem): item is Activity {
  return "properties" in item;
}

type TimelineItem = Outputs["records"]["timeline"]["items"][number];
/** A note, a task, a call or another activity in a timeline. */
type Activity = Extract<TimelineItem, { properties: object }>;
