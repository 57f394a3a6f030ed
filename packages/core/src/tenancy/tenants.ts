import { tenancy } from "@rapport/db";
import { PIPELINE_TYPE_NAMES } from "@rapport/model";
import { checkName } from "../access/credentials/clients.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { insertDefaultPipeline } from "../schema/default-pipelines.ts";

/**
 * Creates a tenant.
 *
 * @returns the tenant's id
 * @throws CrmError INVALID_INPUT if the name is empty or longer than 255 characters
 */
export async function createTenant(deps: Pick<Deps, "db">, name: string): Promise<number> {
  checkName(name);
  return deps.db.transaction(async (tx) => {
    const row = await tenancy.insertTenant.first(tx, { name, at: new Date().toISOString() });
    return idOf(row);
  });
}

/**
 * Creates a project, with a default pipeline for each object type that has pipelines.
 *
 * @returns the project's id
 * @throws CrmError NOT_FOUND if the tenant does not exist; INVALID_INPUT for an invalid name
 */
export async function createProject(
  deps: Pick<Deps, "db">,
  tenantId: number,
  name: string,
): Promise<number> {
  checkName(name);
  return deps.db.transaction(async (tx) => {
    if ((await tenancy.findTenant.first(tx, { id: tenantId })) === undefined) {
      throw new CrmError("NOT_FOUND", `There is no tenant with id ${tenantId}.`);
    }
    const at = new Date().toISOString();
    const project = idOf(await tenancy.insertProject.first(tx, { tenant: tenantId, name, at }));
    for (const type of PIPELINE_TYPE_NAMES) await insertDefaultPipeline(tx, project, type);
    return project;
  });
}

/**
 * Renames a tenant or a project.
 *
 * @throws CrmError INVALID_INPUT for an invalid name; NOT_FOUND
 */
export async function rename(
  deps: Pick<Deps, "db">,
  what: "tenant" | "project",
  id: number,
  name: string,
): Promise<void> {
  checkName(name);
  const statement = what === "tenant" ? tenancy.renameTenant : tenancy.renameProject;
  const row = await deps.db.transaction((tx) => statement.first(tx, { id, name }));
  if (row === undefined) throw new CrmError("NOT_FOUND", `There is no ${what} with id ${id}.`);
}

/** Lists every tenant of the installation. */
export function listTenants(deps: Pick<Deps, "db">) {
  return tenancy.listTenants.all(deps.db, {});
}

/** Lists every project of every tenant. */
export function listProjects(deps: Pick<Deps, "db">) {
  return tenancy.listProjects.all(deps.db, {});
}

function idOf(row: { id: number } | undefined): number {
  if (row === undefined) throw new Error("insert returned no id");
  return row.id;
}
