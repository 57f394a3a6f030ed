import { Anchor, Checkbox, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";
import { typeNames } from "../object-types.ts";
import type { PropertyData } from "../property/property-types.ts";
import { useSchema } from "../property/use-schema.ts";
import { useMay } from "../session.ts";
import { formatDay, formatShortTime } from "../ui/values/format.ts";
import { isWholeDay } from "../ui/values/local-time.ts";
import { isOverdue } from "./due.ts";
import type { Task } from "./task.ts";
import classes from "./task-row.module.css";
import { useTick } from "./use-tick.tsx";

interface TaskRowProps {
  readonly projectId: number;
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
}

/** An open task with a checkbox that marks it as done. */
export function TaskRow({ projectId, task, about = [], isOwn = false, menu }: TaskRowProps) {
  const may = useMay("admin");
  const tick = useTick(projectId);
  const { id, properties } = task;
  const name = nameOf(task);
  const due = textOf(properties.due_at);
  const isLate = due !== null && isOverdue(due);
  const priority = useLabel("priority", textOf(properties.priority));
  const facts = [priority, isOwn ? null : textOf(properties.owner_id)].filter(Boolean);
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
        <Anchor component={Link} to={`/p/${projectId}/tasks/${id}`} inherit>
          {name}
        </Anchor>
        <Text fz="xs" c="dimmed">
          {due !== null && (
            <Text span inherit {...(isLate ? { className: classes.late } : {})}>
              {isLate ? "Overdue: " : "Due "}
              {isWholeDay(due, "end") ? formatDay(due) : formatShortTime(due)}
            </Text>
          )}
          {due !== null && facts.length > 0 && " · "}
          {facts.join(" · ")}
          {about.map((record, i) => (
            <Fragment key={record.id}>
              {(i > 0 || due !== null || facts.length > 0) && " · "}
              <Anchor
                component={Link}
                to={`/p/${projectId}/${typeNames(record.type).plural}/${record.id}`}
                inherit
                underline="always"
              >
                {record.name}
              </Anchor>
            </Fragment>
          ))}
        </Text>
      </div>
      {menu}
    </li>
  );
}

/** Returns the label of a task's value; the value itself while the schema is loading. */
function useLabel(property: string, value: string | null): string | null {
  const { data: schema } = useSchema("task");
  const definition = schema?.properties.find(({ name }) => name === property);
  return definition?.options?.find((option) => option.value === value)?.label ?? value;
}

function nameOf({ id, properties }: Task): string {
  return textOf(properties.name) ?? textOf(properties.body)?.split("\n", 1)[0] ?? `#${id}`;
}

function textOf(value: PropertyData | undefined): string | null {
  return typeof value === "string" ? value : null;
}
