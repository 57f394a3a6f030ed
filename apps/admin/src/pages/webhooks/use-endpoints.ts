import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";

export type Endpoint = Outputs["webhooks"]["endpoints"]["list"][number];

/** Fetches the project's endpoints. */
export function useEndpoints() {
  const projectId = useProjectId();
  return useQuery(api.webhooks.endpoints.list.queryOptions({ projectId }));
}

/** Queries to invalidate after a change of an endpoint or delivery. */
export const INVALIDATED_BY_WEBHOOKS = [api.webhooks.pathKey(), api.home.webhooks.pathKey()];

/** Returns the text that an admin types to confirm an action. The full URL is too long to type. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
