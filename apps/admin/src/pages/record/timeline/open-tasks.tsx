import { Text, Title } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../../api.ts";
import { FileRows } from "../../../attachments/attachments.tsx";
import { refetch } from "../../../invalidation.ts";
import { activitiesOnRecord, typeNames } from "../../../object-types.ts";
import { type RecordParts, useRecordSearch } from "../../../records/record-model.ts";
import { useMay } from "../../../session.ts";
import { useProject } from "../../../shell/use-project.ts";
import { TaskRow } from "../../../tasks/task-row.tsx";
import { ActionMenu } from "../../../ui/dialogs/action-menu.tsx";
import { useChange } from "../../../ui/forms/use-change.ts";
import { offerUndo } from "../../../ui/notices.tsx";
import { Lines, Loaded } from "../../../ui/pages/loaded.tsx";
import { compareDatetimes } from "../../../ui/values/local-time.ts";
import classes from "./timeline.module.css";

/** The record's open tasks by due date. */
export function OpenTasks({ recordKey }: RecordParts) {
  const isShown = activitiesOnRecord(recordKey.type).some(({ name }) => name === "task");
  const query = useQuery(api.records.openTasks.queryOptions(recordKey, { enabled: isShown }));
  if (!isShown) return null;
  const open = `open ${typeNames("task").label.toLowerCase()}`;
  const title = `O${open.slice(1)}`;
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      <Loaded query={query} skeleton={<Lines count={1} />}>
        {({ tasks, isMore }) => (
          <>
            {tasks.length === 0 && <Text c="dimmed">No {open}. Add what needs to be done.</Text>}
            <ul className={classes.tasks}>
              {tasks.toSorted(byDue).map((task) => (
                <TaskRow
                  key={task.id}
                  task={task}
                  menu={<ActivityMenu activity={task} />}
                  files={
                    <FileRows
                      recordKey={{ ...recordKey, type: "task", id: task.id }}
                      files={task.attachments}
                    />
                  }
                />
              ))}
            </ul>
            {isMore && <Text c="dimmed">The 50 that are due first are shown.</Text>}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface ActivityMenuProps {
  readonly activity: { readonly kind: string; readonly id: number; readonly version: number };
}

/** Edits or deletes an activity. */
export function ActivityMenu({ activity }: ActivityMenuProps) {
  const [, change] = useRecordSearch();
  const remove = useRemoveActivity();
  const { kind, id, version } = activity;
  if (!useMay("admin")) return null;
  return (
    <ActionMenu
      label={`Actions for ${typeNames(kind).singular.toLowerCase()} #${id}`}
      size={28}
      iconSize={16}
      loading={remove.isPending}
      actions={[
        { label: "Edit", icon: IconPencil, run: () => change({ form: `${kind}-${id}` }) },
        {
          label: "Delete",
          icon: IconTrash,
          isDanger: true,
          run: () => remove.mutate({ type: kind, id, ifVersion: version }),
        },
      ]}
    />
  );
}

/** Moves a note or a task to the bin at once, and offers to restore it. */
function useRemoveActivity() {
  const restoring = useChange(useProject().records.restore, {
    failed: "It was not restored",
  });
  return useChange(useProject().records.delete, {
    changes: "records",
    failed: ({ type }) => `The ${typeNames(type).singular.toLowerCase()} was not deleted`,
    onDone: (_, { type, id }) => offer(type, id),
  });

  function offer(type: string, id: number): void {
    const undo = async () => {
      await restoring.mutateAsync({ type, id });
      await refetch("records");
    };
    const text = `Moved the ${typeNames(type).singular.toLowerCase()} to the bin.`;
    offerUndo({ id: `deleted ${id}`, text, undo, isLong: true });
  }
}

type Task = Outputs["records"]["openTasks"]["tasks"][number];

/** The server knows no time zone, so its days are among the moments of UTC. Tasks without a due date stay last. */
function byDue({ properties: a }: Task, { properties: b }: Task): number {
  if (typeof a.due_at !== "string" || typeof b.due_at !== "string") return 0;
  return compareDatetimes(a.due_at, b.due_at);
}
