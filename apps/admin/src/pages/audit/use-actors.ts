import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { AuditSearch } from "./search.ts";

interface Group {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Returns the actors to filter by: admins, the project's clients and keys, and the actor in the URL. */
export function useActors({ scope, actor }: AuditSearch): Group[] {
  const projectId = useProjectId();
  const ofProject = { enabled: scope === undefined };
  const ofTenant = { enabled: scope !== "installation" };
  const colleagues = useQuery(api.access.members.colleagues.queryOptions({ projectId }, ofTenant));
  const everyone = useQuery(
    api.access.admins.list.queryOptions(undefined, { enabled: scope === "installation" }),
  );
  const admins = scope === "installation" ? everyone : colleagues;
  const clients = useQuery(api.access.clients.list.queryOptions({ projectId }, ofProject));
  const keys = useQuery(api.access.keys.list.queryOptions({ projectId }, ofProject));
  const groups: Group[] = [
    {
      group: "Admins",
      items: (admins.data ?? []).map(({ id, email }) => ({ value: `admin:${id}`, label: email })),
    },
    {
      group: "OAuth clients",
      items: (clients.data ?? []).map(({ id, name }) => ({ value: `client:${id}`, label: name })),
    },
    {
      group: "API keys",
      items: (keys.data ?? []).map(({ id, name }) => ({ value: `key:${id}`, label: name })),
    },
  ];
  const isKnown = groups.some(({ items }) => items.some(({ value }) => value === actor));
  const other = actor === undefined || isKnown ? [] : [{ value: actor, label: actor }];
  return [...groups, { group: "Others", items: other }].filter(({ items }) => items.length > 0);
}
