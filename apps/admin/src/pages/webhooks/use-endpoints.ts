import { useQuery } from "@tanstack/react-query";
import type { Outputs } from "../../api.ts";
import { useProject } from "../../shell/use-project.ts";

export type Endpoint = Outputs["webhooks"]["endpoints"]["list"][number];

/** Fetches the project's endpoints. */
export function useEndpoints() {
  const project = useProject();
  return useQuery(project.webhooks.endpoints.list.queryOptions());
}

/** Returns the text that an admin types to confirm an action. The full URL is too long to type. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
