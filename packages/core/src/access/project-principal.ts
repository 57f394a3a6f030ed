import { tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import type { Admin } from "./sessions.ts";

/**
 * Returns the principal for an admin who acts in one project. The caller has already checked the admin's role.
 *
 * @throws CrmError NOT_FOUND if the project does not exist
 */
export async function principalOfProject(
  deps: Pick<Deps, "db">,
  admin: Admin,
  projectId: number,
): Promise<Principal> {
  const project = await tenancy.findProject.first(deps.db, { id: projectId });
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  return {
    kind: "user",
    id: String(admin.id),
    tenantId: project.tenant_id,
    projectId,
    scopes: new Set(),
  };
}
