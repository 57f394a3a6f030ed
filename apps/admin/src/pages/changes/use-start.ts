import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { useChange } from "../../ui/forms/use-change.ts";
import type { Action, Selected } from "./selected.ts";

/** Starts bulk changes. The caller shows the error. */
export function useStart(selected: Selected, onStarted: () => void) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const change = useChange(api.changes.start.mutationOptions(), {
    showsError: true,
    onDone: async () => {
      onStarted();
      await client.invalidateQueries({ queryKey: api.changes.pathKey() });
    },
  });
  const { type, selection } = selected;
  return {
    change,
    start: (action: Action) => change.mutate({ projectId, type, selection, action }),
  };
}
