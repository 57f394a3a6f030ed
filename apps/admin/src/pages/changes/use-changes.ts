import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { refreshRecords } from "../records/invalidated.ts";
import { type Change, isBusy } from "./words.ts";

/** Milliseconds between two fetches while a change runs, and while none does. */
const POLL_MS = 1_000;
const IDLE_POLL_MS = 15_000;
/** Changes that are looked at: more than can be open. */
const LATEST = 10;

/** Fetches the latest bulk changes of the project, also those of other admins. Refetches records when one ends. */
export function useLatestChanges(): readonly Change[] {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { data } = useQuery({
    ...api.changes.list.queryOptions({ projectId, limit: LATEST }),
    refetchInterval: ({ state }) => (state.data?.changes.some(isBusy) ? POLL_MS : IDLE_POLL_MS),
  });
  const changes = data?.changes ?? [];
  const busy = changes.filter(isBusy).map(({ id }) => id);
  const before = useRef<readonly number[]>([]);
  const key = busy.join();
  useEffect(() => {
    const hasEnded = before.current.some((id) => !busy.includes(id));
    before.current = busy;
    if (hasEnded) void refreshRecords(client);
  }, [key, client]);
  return changes;
}
