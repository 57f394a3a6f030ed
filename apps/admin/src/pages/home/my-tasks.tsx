import { Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Outputs } from "../../api.ts";
import { objectType, typeKeys, typeNames } from "../../object-types.ts";
import { useMe } from "../../session.ts";
import { useProject, useProjectId } from "../../shell/use-project.ts";
import { firstSearch, ownTasks } from "../../tasks/mine.ts";
import { type DueGroup, dueGroup, lastDayOfWeek, TaskRow } from "../../tasks/task-row.tsx";
import { AnchorLink } from "../../ui/links.tsx";
import { Loaded } from "../../ui/pages/loaded.tsx";
import { Panel } from "../../ui/pages/panel.tsx";
import { compareDatetimes } from "../../ui/values/local-time.ts";
import classes from "./home.module.css";

const MAX_SHOWN = 50;
const GROUPS: readonly (readonly [group: DueGroup, label: string])[] = [
  ["overdue", "Overdue"],
  ["today", "Today"],
  ["week", "This week"],
];

type Task = Outputs["records"]["list"]["records"][number];

/** Fetches the admin's open tasks that are due until the end of the week. */
export function useMyTasks() {
  const project = useProject();
  return useQuery(
    project.records.list.queryOptions({
      ...{ type: "task", limit: MAX_SHOWN, associations: [...typeKeys()] },
      groups: [
        [
          ...ownTasks(useMe().email),
          { property: "due_at", operator: "lte", value: lastDayOfWeek() },
        ],
      ],
      sort: { property: "due_at", direction: "asc" },
    }),
  );
}

/** The admin's open tasks that are due until the end of the week. */
export function MyTasks() {
  const projectId = useProjectId();
  const { email } = useMe();
  const query = useMyTasks();
  const table = {
    to: "/p/$projectId/$plural",
    params: { projectId: String(projectId), plural: "tasks" },
    search: firstSearch("task", email),
  } as const;
  const tasks = typeNames("task").label.toLowerCase();
  const all = <AnchorLink {...table}>All my open {tasks}</AnchorLink>;
  return (
    <Panel title={`My ${tasks} due`} actions={all}>
      <Loaded query={query}>
        {({ records, nextCursor }) =>
          records.length === 0 ? (
            <Text c="dimmed">
              Nothing is due this week. {objectType("task").activity?.add} on a record’s page, with
              yourself as its owner.
            </Text>
          ) : (
            <>
              {GROUPS.map(([group, label]) => (
                <Due
                  key={group}
                  label={label}
                  tasks={records.filter(isIn(group)).toSorted(byDue)}
                />
              ))}
              {nextCursor !== null && (
                <Text c="dimmed">The {MAX_SHOWN} that are due first are shown.</Text>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function byDue(a: Task, b: Task): number {
  return compareDatetimes(String(a.properties.due_at), String(b.properties.due_at));
}

function isIn(group: DueGroup) {
  return ({ properties }: Task) => dueGroup(String(properties.due_at)) === group;
}

function Due({ label, tasks }: { readonly label: string; readonly tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  return (
    <section aria-label={label}>
      <Title order={3}>{label}</Title>
      <ul className={classes.tasks}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} about={aboutRecords(task)} isOwn />
        ))}
      </ul>
    </section>
  );
}

function aboutRecords({ associated }: Task) {
  return typeKeys().flatMap((type) =>
    (associated[type]?.records ?? []).map((record) => ({ ...record, type })),
  );
}
