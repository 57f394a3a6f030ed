import { useQuery } from "@tanstack/react-query";
import { useProject } from "../../shell/use-project.ts";

/** Fetches the saved views of a type that the admin sees. */
export function useViews(type: string) {
  const project = useProject();
  return useQuery(project.views.list.queryOptions({ type }));
}
