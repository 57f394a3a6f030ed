import type { Deps } from "../deps.ts";

export type ImportDeps = Pick<Deps, "db" | "schemas" | "quotas">;

/** Where a project is imported into: a new project of a tenant, or an empty one. */
export type ImportTarget =
  | {
      readonly tenantId: number;
      readonly name?: string | undefined;
    }
  | { readonly projectId: number };
