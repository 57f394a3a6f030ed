import { timelineActivities } from "@rapport/model";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { Target } from "../records/associations/kinds.ts";
import { findCurrent } from "../records/current.ts";
import { notLive } from "../records/errors.ts";
import { type Activity, listActivities, readActivities } from "./timeline.ts";

/** Open tasks that a record's page shows at most. */
const MAX_SHOWN = 50;

/**
 * Lists the open tasks of a live record by due date, then those without one.
 *
 * @returns at most 50 tasks, and whether there are more
 * @throws CrmError NOT_FOUND
 */
export async function listOpenTasks(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  { type, id }: Target,
): Promise<{ tasks: readonly Activity[]; isMore: boolean }> {
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  const { types } = await deps.schemas.get(principal.projectId);
  const tasksType = timelineActivities(types, type).find(({ name }) => name === "task");
  if (tasksType === undefined) return { tasks: [], isMore: false };
  const rows = await listActivities({ deps, principal }, { type, id: record.id }, tasksType);
  const open = rows
    .filter(({ at }) => at === null)
    .toSorted((a, b) => compare(a.due_at ?? LAST, b.due_at ?? LAST) || b.id - a.id);
  const shown = open.slice(0, MAX_SHOWN).map((task) => task.id);
  const read = await readActivities({ deps, principal }, shown);
  const tasks = shown.flatMap((task): readonly Activity[] => {
    const found = read.get(task);
    return found === undefined ? [] : [{ ...found, kind: "task" }];
  });
  return { tasks, isMore: open.length > shown.length };
}

const LAST = "9999-12-31T23:59:59.999Z";

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
