import { Text, Title } from "@mantine/core";
import { activitiesOf } from "@rapport/model";
import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../../api.ts";
import { TaskRow } from "../../../tasks/task-row.tsx";
import { Lines, Loaded } from "../../../ui/pages/loaded.tsx";
import { compareDatetimes } from "../../../ui/values/local-time.ts";
import type { RecordParts } from "../record-model.ts";
import { ActivityMenu } from "./activity-menu.tsx";
import classes from "./timeline.module.css";

/** The record's open tasks by due date. */
export function OpenTasks({ recordKey }: RecordParts) {
  const isShown = activitiesOf(recordKey.type).includes("task");
  const query = useQuery(api.records.openTasks.queryOptions(recordKey, { enabled: isShown }));
  if (!isShown) return null;
  return (
    <section aria-label="Open tasks">
      <Title order={3}>Open tasks</Title>
      <Loaded query={query} skeleton={<Lines count={1} />}>
        {({ tasks, isMore }) => (
          <>
            {tasks.length === 0 && (
              <Text c="dimmed">No open tasks. Add what needs to be done.</Text>
            )}
            <ul className={classes.tasks}>
              {tasks.toSorted(byDue).map((task) => (
                <TaskRow
                  key={task.id}
                  projectId={recordKey.projectId}
                  task={task}
                  menu={<ActivityMenu projectId={recordKey.projectId} activity={task} />}
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

type Task = Outputs["records"]["openTasks"]["tasks"][number];

/** The server knows no time zone, so its days are among the moments of UTC. Tasks without a due date stay last. */
function byDue({ properties: a }: Task, { properties: b }: Task): number {
  if (typeof a.due_at !== "string" || typeof b.due_at !== "string") return 0;
  return compareDatetimes(a.due_at, b.due_at);
}
