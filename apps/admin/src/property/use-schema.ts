import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, type Outputs } from "../api.ts";
import type { ObjectType } from "../object-types.ts";
import { useProjectId } from "../shell/use-project.ts";

export type Schema = Outputs["schema"]["read"];
export type Values = Outputs["records"]["list"]["records"][number]["properties"];

/** Fetches the properties and pipelines of an object type in the project. */
export function useSchema(type: ObjectType) {
  return useQuery(optionsOf(useProjectId(), type));
}

/** Fetches the schema of an object type whose form may open next, so that nothing typed into the form is lost. */
export function usePrefetchSchema(type: ObjectType, isWanted: boolean): void {
  const projectId = useProjectId();
  const client = useQueryClient();
  useEffect(() => {
    if (isWanted) void client.prefetchQuery(optionsOf(projectId, type));
  }, [client, projectId, type, isWanted]);
}

function optionsOf(projectId: number, type: ObjectType) {
  return api.schema.read.queryOptions({ projectId, type }, { staleTime: 60_000 });
}
