import { Select } from "@mantine/core";
import { ACTIVITY_TYPES, type ActivityType, activityOf } from "@rapport/model";
import { IconTimeline } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { Empty } from "../../../ui/pages/empty.tsx";
import { Loaded } from "../../../ui/pages/loaded.tsx";
import { LoadMore } from "../../../ui/tables/load-more.tsx";
import classes from "../history.module.css";
import { Entry } from "../history-entry.tsx";
import { type RecordParts, useRecordSearch } from "../record-model.ts";
import { Side } from "../side.tsx";
import { undoableMerge } from "../unmerge.tsx";
import { ActivityItem } from "./activity-item.tsx";
import { AddActivity } from "./add-activity.tsx";
import { OpenTasks } from "./open-tasks.tsx";
import type { Activity, TimelineItem, TimelineKind } from "./timeline-model.ts";

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
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  return (
    <Side title="Timeline" lead="Notes, calls, done tasks and every change, newest first.">
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
    </Side>
  );
}

function Items({ items, ...parts }: RecordParts & { readonly items: readonly TimelineItem[] }) {
  const undoable = undoableMerge(items.filter((item) => !isActivity(item)));
  return (
    <ol className={classes.entries}>
      {items.map((item) =>
        isActivity(item) ? (
          <ActivityItem key={`${item.kind} ${item.id}`} {...parts} activity={item} at={item.at} />
        ) : (
          <Entry key={item.id} {...parts} entry={item} isUndoable={item.id === undoable} />
        ),
      )}
    </ol>
  );
}

function isActivity(item: TimelineItem): item is Activity {
  return ACTIVITY_TYPES.some((type) => type === item.kind);
}
