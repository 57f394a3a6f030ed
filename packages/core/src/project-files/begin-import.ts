import {
  type Db,
  objectTypes,
  projectImports,
  propertyDefinitions,
  reserveRecordIds,
  tenancy,
} from "@rapport/db";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { requireRecordRoom } from "../quotas/records.ts";
import { DEFAULT_PIPELINES } from "../schema/default-pipelines.ts";
import { createProject } from "../tenancy/tenants.ts";
import { DISCARDING } from "./discard-import.ts";
import { noProject } from "./export-project.ts";
import type { ImportDeps, ImportTarget } from "./import-target.ts";
import type { CheckedFile } from "./read-file.ts";
import { removePipelines } from "./write-lines.ts";

type Begun = Pick<projectImports.ProjectImport, "project_id" | "id_shift" | "lines">;

/**
 * Begins an import, or finds the unfinished one of the same file.
 *
 * @param removedFrom a project whose unfinished import was removed just now; used again if it is empty
 * @throws CrmError CONFLICT if the project is not empty, or has an unfinished import of another file, or one that is being
 *   removed; NOT_FOUND without the tenant or project
 */
export async function beginOrResume(
  deps: ImportDeps,
  file: CheckedFile,
  target: ImportTarget,
  removedFrom: number | undefined,
): Promise<{ readonly begun: Begun; readonly resumed: boolean }> {
  const found = await findUnfinished(deps, file, target);
  if (found?.lines === DISCARDING) {
    throw new CrmError(
      "CONFLICT",
      `What an import has written into project ${found.project_id} is being removed. Import the file with --restart to finish that.`,
    );
  }
  if (found !== undefined) return { begun: found, resumed: true };
  const begun = await deps.db.transaction(async (tx) => {
    // A project that the import had made is used again, unless something else wrote into it.
    const isEmptied =
      removedFrom !== undefined && !(await projectImports.hasRecords(tx, removedFrom));
    return begin(deps, tx, file, isEmptied ? { projectId: removedFrom } : target);
  });
  return { begun, resumed: false };
}

/** @throws CrmError CONFLICT if the unfinished import is of another file */
export async function findUnfinished(
  { db }: ImportDeps,
  { end }: CheckedFile,
  target: ImportTarget,
) {
  const digest = end.sha256;
  const found =
    "projectId" in target
      ? await projectImports.find.first(db, { project: target.projectId })
      : await projectImports.findOfTenant.first(db, { tenant: target.tenantId, digest });
  if (found === undefined || found.digest === digest) return found;
  throw new CrmError(
    "CONFLICT",
    `Project ${found.project_id} has an unfinished import of another file. Import that file again to finish it, or import this one into a new project.`,
  );
}

async function begin(
  deps: ImportDeps,
  tx: Db,
  file: CheckedFile,
  target: ImportTarget,
): Promise<Begun> {
  let project: number;
  if ("projectId" in target) {
    project = target.projectId;
    await requireEmpty(deps, tx, project);
  } else {
    const joined = joinDeps(deps as Deps, tx);
    project = await createProject(joined, target.tenantId, target.name ?? file.header.name);
  }
  const tenantId = (await tenancy.findProject.first(tx, { id: project }))?.tenant_id ?? 0;
  await requireRecordRoom(deps, tx, { tenantId }, file.liveRecords);
  for (const type of DEFAULT_PIPELINES.keys()) await removePipelines(tx, project, type);
  const idShift = file.ids === undefined ? 0 : await reserveRecordIds(tx, file.ids);
  const at = new Date().toISOString();
  await projectImports.insertImports(tx, [[project, file.end.sha256, idShift, 0, at]]);
  return { project_id: project, id_shift: idShift, lines: 0 };
}

/** @throws CrmError NOT_FOUND; CONFLICT if the project has records, or its schema was changed */
async function requireEmpty({ schemas }: ImportDeps, tx: Db, projectId: number): Promise<void> {
  if ((await tenancy.lockProject.first(tx, { id: projectId })) === undefined) {
    throw noProject(projectId);
  }
  const schema = await schemas.within(tx).get(projectId);
  const own = await propertyDefinitions.listDefinitions.all(tx, { project: projectId });
  const hasDefaults = [...DEFAULT_PIPELINES].every(([type, { label, stages }]) => {
    const [pipeline, ...others] = schema.object(type).pipelines;
    const given = pipeline?.stages.map((stage) => stage.label).join();
    const isDefault = pipeline?.label === label && given === stages.map((one) => one.label).join();
    return others.length === 0 && isDefault;
  });
  const types = await objectTypes.listTypes.all(tx, { project: projectId });
  const isUnchanged = own.length === 0 && types.length === 0 && hasDefaults;
  if (isUnchanged && !(await projectImports.hasRecords(tx, projectId))) return;
  throw new CrmError(
    "CONFLICT",
    `Project ${projectId} is not empty: it has records, types or properties of its own, or changed pipelines. Name a tenant to import into a new project.`,
  );
}
