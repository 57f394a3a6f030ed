import { useQuery } from "@tanstack/react-query";
import { api, type Outputs } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";

export type Endpoint = Outputs["webhooks"]["endpoints"]["list"][number];

/** Milliseconds between two looks at what is on its way. */
const WHILE_WAITING = 3_000;

/** The project's endpoints; read again and again while something waits for one of them. */
export function useEndpoints() {
  const projectId = useProjectId();
  return useQuery({
    ...api.webhooks.endpoints.list.queryOptions({ projectId }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ pending }) => pending > 0) ? WHILE_WAITING : false,
  });
}

/** What a change of an endpoint or a delivery makes out of date. */
export const INVALIDATED_BY_WEBHOOKS = [api.webhooks.pathKey(), api.home.webhooks.pathKey()];

/** What an admin types to confirm something that happens to an endpoint: its address is too long for that. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
