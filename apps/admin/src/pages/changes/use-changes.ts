import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useRefreshAtEnd } from "../records/use-refresh-at-end.ts";
import { type Change, isBusy } from "./words.ts";

/** Changes that are looked at: more than can be open. */
const LATEST = 10;

/** Fetches the latest bulk changes of the project, also those of other admins. Refetches records when one ends. */
export function useLatestChanges(): readonly Change[] {
  const projectId = useProjectId();
  const { data } = useQuery(api.changes.list.queryOptions({ projectId, limit: LATEST }));
  const changes = data?.jobs ?? [];
  useRefreshAtEnd(changes.filter(isBusy).map(({ id }) => id));
  return changes;
}
