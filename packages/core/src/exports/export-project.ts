import { tenancy } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import { countSearch, type Total } from "../query/count-search.ts";
import type { ExportDefinition } from "./definition.ts";
import { type ExportPart, readDefinition, writeExport } from "./write-export.ts";

/** An export that an operator writes. */
export interface OperatorExport {
  readonly object: ObjectSchema;
  /** How many records it will have, counted up to 10,000. */
  readonly total: Total;
  readonly parts: AsyncGenerator<ExportPart>;
}

/**
 * Begins an export of a project for the operator of the installation.
 *
 * @throws CrmError NOT_FOUND if the project does not exist; INVALID_INPUT with one issue per fault
 */
export async function exportOfProject(
  deps: Pick<Deps, "db" | "scan" | "schemas">,
  projectId: number,
  definition: ExportDefinition,
): Promise<OperatorExport> {
  const project = await tenancy.findProject.first(deps.db, { id: projectId });
  if (project === undefined) {
    throw new CrmError("NOT_FOUND", `There is no project with id ${projectId}.`);
  }
  const principal: Principal = {
    kind: "system",
    id: "cli",
    tenantId: project.tenant_id,
    projectId,
    scopes: new Set(),
  };
  const { object, search } = readDefinition(await deps.schemas.get(projectId), definition);
  return {
    object,
    total: await countSearch(deps, principal, search),
    parts: writeExport(deps, principal, definition),
  };
}
