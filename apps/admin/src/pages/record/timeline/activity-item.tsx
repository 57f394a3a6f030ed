import { Anchor, Text } from "@mantine/core";
import { type ActivityType, activityOf, builtInType, isDay } from "@rapport/model";
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

/** An activity: what was done, by whom, and its text. */
export function ActivityItem({ activity, at, recordKey: { projectId } }: ActivityItemProps) {
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
          <ActivityMenu projectId={projectId} activity={activity} />
        </div>
        <Text fz="xs" c="dimmed">
          {title !== undefined &&
            typeof properties.owner_id === "string" &&
            `${properties.owner_id} · `}
          {isDay(at) ? <time dateTime={localDay(at)}>{formatTime(at)}</time> : <Moment at={at} />}
        </Text>
        {typeof properties[body] === "string" && (
          <Text className={own.text}>{properties[body]}</Text>
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
