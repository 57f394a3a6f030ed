import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, queryClient } from "./api.ts";
import { showTypes } from "./object-types.ts";

/** The object types of the project in the URL: loaded before its pages, and again whenever its schema changes. */
const projectTypes = (projectId: number) =>
  api.schema.types.queryOptions({ projectId }, { staleTime: 60_000 });

/** Loads the object types of a project and makes its pages show them. */
export async function loadTypes(projectId: string, isPreload: boolean): Promise<void> {
  const types = await queryClient.ensureQueryData(projectTypes(Number(projectId)));
  if (!isPreload) showTypes(types);
}

/** Keeps the pages of a project on its current types. */
export function useProjectTypes(projectId: number | undefined): void {
  const { data } = useQuery({
    ...projectTypes(projectId ?? 0),
    enabled: projectId !== undefined,
  });
  useEffect(() => {
    if (data !== undefined) showTypes(data);
  }, [data]);
}

interface TypePath {
  readonly projectId: string;
  readonly plural: string;
}

/** Returns whether a project has the type in a path. */
export async function hasType({ projectId, plural }: TypePath): Promise<boolean> {
  const options = projectTypes(Number(projectId));
  const isNamed = (types: readonly { readonly plural: string }[]) =>
    types.some((type) => type.plural === plural);
  // A link may lead to a type that was made after the types were loaded.
  return (
    isNamed(await queryClient.ensureQueryData(options)) ||
    isNamed(await queryClient.fetchQuery({ ...options, staleTime: 0 }))
  );
}
