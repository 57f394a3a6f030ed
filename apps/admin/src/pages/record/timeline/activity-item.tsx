import { Anchor, Text } from "@mantine/core";
import { isDay } from "@rapport/model";
import { IconChecklist, IconNote } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { actorName } from "../../../actors.ts";
import { typeNames } from "../../../object-types.ts";
import { formatTime } from "../../../ui/values/format.ts";
import { localDay } from "../../../ui/values/local-time.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import classes from "../history.module.css";
import type { RecordParts } from "../record-model.ts";
import { ActivityMenu } from "./activity-menu.tsx";
import own from "./timeline.module.css";
import type { Activity } from "./timeline-model.ts";

interface ActivityItemProps extends RecordParts {
  readonly activity: Activity;
  readonly at: string;
}

/** A note, or a task that is done. */
export function ActivityItem({ activity, at, recordKey: { projectId } }: ActivityItemProps) {
  const { kind, id, author, properties } = activity;
  const Icon = kind === "note" ? IconNote : IconChecklist;
  const who = author === null ? "Someone" : actorName(author);
  const to = `/p/${projectId}/${typeNames(kind).plural}/${id}`;
  const title = String(properties.name ?? `#${id}`);
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={14} aria-hidden />
      </span>
      <div className={`${classes.body} ${own.activity}`}>
        <div className={own.head}>
          <Text>
            {kind === "note" ? (
              <>
                <Anchor component={Link} to={to} inherit>
                  Note
                </Anchor>{" "}
                by{" "}
                <Text span inherit fw={600}>
                  {who}
                </Text>
              </>
            ) : (
              <>
                Done:{" "}
                <Anchor component={Link} to={to} inherit>
                  {title}
                </Anchor>
              </>
            )}
          </Text>
          <ActivityMenu projectId={projectId} activity={activity} />
        </div>
        <Text fz="xs" c="dimmed">
          {kind === "task" &&
            typeof properties.owner_id === "string" &&
            `${properties.owner_id} · `}
          {isDay(at) ? <time dateTime={localDay(at)}>{formatTime(at)}</time> : <Moment at={at} />}
        </Text>
        {typeof properties.body === "string" && <Text className={own.text}>{properties.body}</Text>}
      </div>
    </li>
  );
}
