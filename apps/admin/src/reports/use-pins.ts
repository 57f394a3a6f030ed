import { MAX_PINS } from "@rapport/model";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useProject } from "../shell/use-project.ts";
import { useChange } from "../ui/forms/use-change.ts";
import type { Pin } from "./reports.ts";

/** The reports on the admin's Home page, and a function that changes them. They change at once, and back if it fails. */
export function usePins() {
  const project = useProject();
  const queryClient = useQueryClient();
  const { queryKey, ...options } = project.reports.pins.list.queryOptions();
  const query = useQuery({ queryKey, ...options });
  const { mutate } = useChange(
    {
      ...project.reports.pins.set.mutationOptions(),
      onMutate: async ({ pins }) => {
        await queryClient.cancelQueries({ queryKey });
        const shown = pins.map(({ isWide = false, ...pin }) => ({ ...pin, isWide }));
        queryClient.setQueryData(queryKey, shown);
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    },
    { failed: "The reports on Home stay as they were" },
  );
  const seen = query.data ?? [];
  const setPins = (pins: readonly Pin[]) => mutate({ pins: [...pins], seen: [...seen] });
  /** Why no report can be added; undefined if there is room. */
  const noRoom =
    seen.length < MAX_PINS ? undefined : `Home has room for ${MAX_PINS} reports. Remove one first.`;
  return { query, setPins, noRoom };
}
