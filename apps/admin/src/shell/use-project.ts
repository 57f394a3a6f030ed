import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api } from "../api.ts";

export interface CurrentProject {
  readonly id: number;
  readonly name: string;
  readonly tenantId: number;
  readonly tenantName: string;
}

/** Returns the project in the URL; undefined on pages of the installation. */
export function useCurrentProject(): CurrentProject | undefined {
  const { projectId } = useParams({ strict: false });
  const { data: tenants } = useSuspenseQuery(api.tenants.list.queryOptions());
  const all = tenants.flatMap((tenant) =>
    tenant.projects.map(({ id, name }) => ({
      id,
      name,
      tenantId: tenant.id,
      tenantName: tenant.name,
    })),
  );
  return all.find(({ id }) => String(id) === projectId);
}

/** Returns the project id. Works only on pages below `/p/$projectId`. */
export function useProjectId(): number {
  return Number(useParams({ from: "/signed-in/p/$projectId" }).projectId);
}
