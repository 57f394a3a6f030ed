import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { api } from "../api.ts";

export interface CurrentProject {
  readonly id: number;
  readonly name: string;
  readonly tenantId: number;
  readonly tenantName: string;
}

/** The project that the address names; undefined on pages of the whole installation. */
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

/** The id of the project that a page below `/p/$projectId` is on. */
export function useProjectId(): number {
  return Number(useParams({ from: "/signed-in/p/$projectId" }).projectId);
}
