import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../api.ts";
import { useProjectId } from "../shell/use-project.ts";

export type Schema = Outputs["schema"]["read"];
export type Values = Outputs["records"]["list"]["records"][number]["properties"];

/**
 * Fetches the properties and pipelines of an object type in the project.
 *
 * @param isWanted false to fetch nothing
 */
export function useSchema(type: string, isWanted = true) {
  const projectId = useProjectId();
  return useQuery(
    api.schema.read.queryOptions({ projectId, type }, { staleTime: 60_000, enabled: isWanted }),
  );
}
