import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";
import { useLinkNotice } from "../../../ui/use-link-notice.tsx";

/** Returns a function that says that an export has started, with a link to the page of exports. */
export function useNoteStarted(): () => void {
  const projectId = useProjectId();
  const queryClient = useQueryClient();
  const show = useLinkNotice();
  return () => {
    void queryClient.invalidateQueries({ queryKey: api.exports.pathKey() });
    show({
      text: "The export has started. See",
      label: "Exports",
      to: { to: "/p/$projectId/exports", params: { projectId: String(projectId) } },
    });
  };
}
