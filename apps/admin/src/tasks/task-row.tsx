import { Button, Checkbox, Text } from "@mantine/core";
import { isDay } from "@rapport/model";
import { IconCheck } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { api, calls } from "../api.ts";
import { refetch } from "../invalidation.ts";
import { type PropertyData, propertyItem } from "../property/property-types.ts";
import { useSchema } from "../property/use-schema.ts";
import { RecordLink } from "../records/record-link.tsx";
import { useMay } from "../session.ts";
import { useProjectId } from "../shell/use-project.ts";
import { useChange } from "../ui/forms/use-change.ts";
import { offerUndo } from "../ui/notices.tsx";
import { Admin } from "../ui/values/avatar.tsx";
import { formatShortDay, formatShortMoment } from "../ui/values/format.ts";
import { dayText, isWholeDay, localDay, TIME_ZONE } from "../ui/values/local-time.ts";
import classes from "./task-row.module.css";

interface TaskRowProps {
  readonly task: Task;
  /** The records that the task is about, unless the page is about them. */
  readonly about?: readonly {
    readonly type: string;
    readonly id: number;
    readonly name: string;
  }[];
  /** True if each task of the list belongs to the reader, so that the owner says nothing. */
  readonly isOwn?: boolean;
  readonly menu?: ReactNode;
  readonly files?: ReactNode;
}

/** An open task with a checkbox that marks it as done. */
export function TaskRow({ task, about = [], isOwn = false, menu, files }: TaskRowProps) {
  const may = useMay("admin");
  const tick = useTick();
  const { id, properties } = task;
  const name = taskName(task);
  const due = textOrNull(properties.due_at);
  const isLate = due !== null && isOverdue(due);
  const priority = useLabel("priority", textOrNull(properties.priority));
  const owner = isOwn ? null : textOrNull(properties.owner_id);
  const facts = [priority, owner && <Admin email={owner} />].filter(Boolean);
  return (
    <li className={classes.task}>
      <Checkbox
        mt={2}
        aria-label={`Mark ${name} as done`}
        checked={tick.isPending}
        disabled={!may || tick.isPending}
        onChange={() => tick.mutate({ ...task, name })}
      />
      <div className={classes.named}>
        <RecordLink type="task" id={id} inherit>
          {name}
        </RecordLink>
        <Text fz="xs" c="dimmed">
          {due !== null && (
            <Text span inherit {...(isLate ? { className: classes.late } : {})}>
              {isLate ? "Overdue: " : "Due "}
              {isWholeDay(due, "end") ? formatShortDay(due) : formatShortMoment(due)}
            </Text>
          )}
          {facts.map((fact, i) => (
            <Fragment key={i}>
              {(i > 0 || due !== null) && " · "}
              {fact}
            </Fragment>
          ))}
          {about.map((record, i) => (
            <Fragment key={record.id}>
              {(i > 0 || due !== null || facts.length > 0) && " · "}
              <RecordLink type={record.type} id={record.id} inherit underline="always">
                {record.name}
              </RecordLink>
            </Fragment>
          ))}
        </Text>
        {files}
      </div>
      {menu}
    </li>
  );
}

/** The button of a task's own page that marks it as done; hidden if it is. */
export function MarkAsDone({ task }: Pick<TaskRowProps, "task">) {
  const tick = useTick();
  if (task.properties.status === "done") return null;
  return (
    <Button
      variant="default"
      leftSection={<IconCheck size={16} aria-hidden />}
      loading={tick.isPending}
      onClick={() => tick.mutate({ ...task, name: taskName(task) })}
    >
      Mark as done
    </Button>
  );
}

/** Returns whether a due date is before now. A task that is due on a day is overdue when the reader's day has ended. */
export function isOverdue(due: string, now = new Date()): boolean {
  return isDay(due) ? localDay(due) < dayText(now) : Date.parse(due) < now.getTime();
}

/** When a task is due, in the reader's time zone. */
export type DueGroup = "overdue" | "today" | "week";

/** Returns the group of a due date until Sunday of this week. */
export function dueGroup(due: string, now = new Date()): DueGroup {
  if (isOverdue(due, now)) return "overdue";
  return localDay(due) <= dayText(now) ? "today" : "week";
}

/** Returns the last day of this week, a Sunday, as a filter takes it: in the reader's time zone. */
export function lastDayOfWeek(now = new Date()): string {
  const days = 6 - ((now.getDay() + 6) % 7);
  const sunday = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${dayText(sunday)}[${TIME_ZONE}]`;
}

interface Ticked extends Pick<Task, "id"> {
  readonly name: string;
  /** Undefined if it does not matter what others have changed. */
  readonly version: number | undefined;
}

interface Ticking extends Ticked {
  readonly status: "open" | "done";
}

/** Marks a task as done, and offers to open it again. */
function useTick() {
  const projectId = useProjectId();
  const change = useChange(
    {
      mutationKey: api.records.set.mutationKey(),
      mutationFn: ({ id, status, version }: Ticking) =>
        calls.records.set.mutate({
          ...{ projectId, type: "task", id, item: propertyItem("status", status) },
          ...(version === undefined ? {} : { ifVersion: version }),
        }),
      onSettled: () => refetch("records"),
    },
    {
      changes: null,
      failed: ({ name, status }) =>
        status === "done" ? `${name} was not marked as done` : `${name} was not opened again`,
      onDone: (_, ticked) => {
        if (ticked.status === "done") offer(ticked);
      },
    },
  );
  const offer = ({ id, name }: Ticked) =>
    offerUndo({
      ...{ id: `done ${id}`, text: `Done: ${name}` },
      undo: () => change.mutateAsync({ id, name, status: "open", version: undefined }),
    });
  return {
    isPending: change.isPending,
    mutate: (ticked: Ticked) => change.mutate({ ...ticked, status: "done" }),
  };
}

/** Returns the label of a task's value; the value itself while the schema is loading. */
function useLabel(property: string, value: string | null): string | null {
  const { data: schema } = useSchema("task");
  const definition = schema?.properties.find(({ name }) => name === property);
  return definition?.options?.find((option) => option.value === value)?.label ?? value;
}

function taskName({ id, properties }: Task): string {
  return textOrNull(properties.name) ?? textOrNull(properties.body)?.split("\n", 1)[0] ?? `#${id}`;
}

/** A task as lists of tasks show it. */
interface Task {
  readonly id: number;
  readonly version: number;
  readonly properties: Readonly<Record<string, PropertyData>>;
}

function textOrNull(value: PropertyData | undefined): string | null {
  return typeof value === "string" ? value : null;
}
