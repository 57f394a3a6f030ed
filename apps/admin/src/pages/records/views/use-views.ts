import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { useProjectId } from "../../../shell/use-project.ts";

/** Fetches the saved views of a type that the admin sees. */
export function useViews(type: string) {
  const projectId = useProjectId();
  return useQuery(api.views.list.queryOptions({ projectId, type }));
}
