import { useQuery } from "@tanstack/react-query";
import type { Outputs } from "../api.ts";
import { useProject } from "../shell/use-project.ts";

/** An object type in the project: its name, properties and pipelines. */
export type Schema = Outputs["schema"]["read"];
export type Values = Outputs["records"]["list"]["records"][number]["properties"];

/** Fetches the schema of an object type in the project. */
export function useSchema(type: string) {
  const project = useProject();
  return useQuery(project.schema.read.queryOptions({ type }, { staleTime: 60_000 }));
}
