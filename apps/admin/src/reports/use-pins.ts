import { MAX_PINS } from "@rapport/model";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";
import { useProjectId } from "../shell/use-project.ts";
import { useChange } from "../ui/forms/use-change.ts";
import type { Pin } from "./reports.ts";

/** The reports on the admin's Home page, and a function that changes them. They change at once, and back if it fails. */
export function usePins() {
  const projectId = useProjectId();
  const queryClient = useQueryClient();
  const { queryKey, ...options } = api.reports.pins.list.queryOptions({ projectId });
  const query = useQuery({ queryKey, ...options });
  const { mutate } = useChange({
    ...api.reports.pins.set.mutationOptions(),
    onMutate: async ({ pins }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, pins);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const seen = query.data ?? [];
  const setPins = (pins: readonly Pin[]) => mutate({ projectId, pins: [...pins], seen: [...seen] });
  /** Why no report can be added; undefined if there is room. */
  const noRoom =
    seen.length < MAX_PINS ? undefined : `Home has room for ${MAX_PINS} reports. Remove one first.`;
  return { query, setPins, noRoom };
}
