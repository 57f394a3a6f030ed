import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import type { ObjectType } from "../../../object-types.ts";
import { useProjectId } from "../../../shell/use-project.ts";

/** Fetches the saved views of a type that the admin sees. */
export function useViews(type: ObjectType) {
  const projectId = useProjectId();
  return useQuery(api.views.list.queryOptions({ projectId, type }));
}
