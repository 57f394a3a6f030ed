import {
  currencyRates,
  type Db,
  historyRemoval,
  objectTypes,
  projectImports,
  projectSchema,
  reserveRecordIds,
  tenancy,
} from "@rapport/db";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { requireRecordRoom } from "../quotas/records.ts";
import { DEFAULT_PIPELINES } from "../schema/pipelines.ts";
import { createProject } from "../tenancy/tenants.ts";
import { DISCARDING, discardImport } from "./discard-import.ts";
import { noProject, sumUpProject } from "./export-project.ts";
import {
  type CheckedFile,
  checkFile,
  countLiveRecords,
  type OpenFile,
  readContent,
} from "./read-file.ts";
import { differences, type Totals } from "./tally.ts";
import { currentSchema, removePipelines, renewSchema, writeLines } from "./write-lines.ts";

/** What to do about an unfinished import of the same file: to continue it, or to remove what it has written. */
export type Unfinished = "continue" | "restart";

/** A step of an import, for progress output. */
export interface ImportStep {
  readonly doing: "check" | "remove" | "write" | "compare";
  readonly lines: number;
  /** Null while the file is checked. */
  readonly of: number | null;
}

export interface ImportedProject {
  readonly projectId: number;
  /** What was added to the ids of the file's records; 0 if they were kept. */
  readonly idShift: number;
  /** Whether it resumed an import that was stopped. */
  readonly resumed: boolean;
  readonly totals: Totals;
}

type ImportDeps = Pick<Deps, "db" | "schemas" | "quotas">;

/** Where a project is imported into: a new project of a tenant, or an empty one. */
type ImportTarget =
  | {
      readonly tenantId: number;
      readonly name?: string | undefined;
    }
  | { readonly projectId: number };

/**
 * Imports a project from a file (specification §28). The whole file is checked before anything is written. It is
 * written in transactions of a few hundred lines. After a crash, a second call with the same file resumes. At the end,
 * the project is read again and compared with the file; until then it is marked as unfinished.
 *
 * @param open opens the file; called twice, or three times to remove something
 * @param unfinished whether to continue an unfinished import of the file, or to remove what it has written and begin
 *   again
 * @throws CrmError INVALID_INPUT if the file was cut off or changed; NOT_FOUND without the tenant or project; CONFLICT
 *   if the project is not empty, another import into it runs or is unfinished, or the result differs from the file; QUOTA
 *   if the tenant may not have as many records, or no more projects
 */
export async function importProject(
  deps: ImportDeps,
  open: OpenFile,
  { target, unfinished }: { readonly target: ImportTarget; readonly unfinished: Unfinished },
  onStep: (step: ImportStep) => void = () => undefined,
): Promise<ImportedProject> {
  const file = await checkFile(open, (lines) => onStep({ doing: "check", lines, of: null }));
  const removed = unfinished === "restart" && (await discard(deps, open, { file, target }, onStep));
  const { begun, resumed } = await beginOrResume(deps, file, target, removed || undefined);
  const { project_id: projectId, id_shift: idShift } = begun;
  const tenantId = (await tenancy.findProject.first(deps.db, { id: projectId }))?.tenant_id ?? 0;
  let written = begun.lines;
  for await (const lines of readContent(open, file, written)) {
    const before = written;
    await deps.db.transaction(
      async (tx) => {
        await requireRecordRoom(deps, tx, { tenantId }, countLiveRecords(lines));
        await takeLines(tx, projectId, before, before + lines.length);
        await writeLines(deps, tx, { projectId, idShift }, lines);
      },
      { hasOwnCommit: true },
    );
    written += lines.length;
    onStep({ doing: "write", lines: written, of: file.lines });
  }
  const totals = await sumUpProject(deps, projectId, (lines) =>
    onStep({ doing: "compare", lines, of: file.lines }),
  );
  const different = differences(totals, file.end);
  if (different.length > 0) throw differs(projectId, different);
  await deps.db.transaction(async (tx) => {
    await takeLines(tx, projectId, written, written);
    const { types } = await currentSchema(deps, tx, projectId);
    for (const { name: type } of types) {
      await projectImports.requireWords.all(tx, { project: projectId, type });
      await projectImports.requireComparison.all(tx, { project: projectId, type });
    }
    await projectImports.remove.all(tx, { project: projectId });
    await historyRemoval.restart.all(tx, { project: projectId });
    // Imported records have no events, so the schema version announces them to replicas (specification §40).
    await renewSchema(deps, tx, projectId);
  });
  return { projectId, idShift, resumed, totals };
}

/**
 * Removes what an unfinished import of a file has written, and does not import it.
 *
 * @returns the id of the project
 * @throws CrmError NOT_FOUND if there is no unfinished import of the file; INVALID_INPUT if the file is not whole
 */
export async function discardProjectImport(
  deps: ImportDeps,
  open: OpenFile,
  target: ImportTarget,
  onStep: (step: ImportStep) => void = () => undefined,
): Promise<number> {
  const file = await checkFile(open, (lines) => onStep({ doing: "check", lines, of: null }));
  const project = await discard(deps, open, { file, target }, onStep);
  if (project !== undefined) return project;
  throw new CrmError("NOT_FOUND", "There is no unfinished import of this file.");
}

/** @returns the project; undefined if there was no unfinished import of the file */
async function discard(
  deps: ImportDeps,
  open: OpenFile,
  { file, target }: { readonly file: CheckedFile; readonly target: ImportTarget },
  onStep: (step: ImportStep) => void,
): Promise<number | undefined> {
  const found = await findUnfinished(deps, file, target);
  if (found === undefined) return undefined;
  const of = file.lines;
  await discardImport(deps, open, { file, begun: found }, (lines) =>
    onStep({ doing: "remove", lines, of }),
  );
  return found.project_id;
}

type Begun = Pick<projectImports.ProjectImport, "project_id" | "id_shift" | "lines">;

/**
 * Begins an import, or finds the unfinished one of the same file.
 *
 * @param removedFrom a project whose unfinished import was removed just now; used again if it is empty
 * @throws CrmError CONFLICT if the project is not empty, or has an unfinished import of another file, or one that is being
 *   removed; NOT_FOUND without the tenant or project
 */
async function beginOrResume(
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
      removedFrom !== undefined &&
      !(await projectImports.findRecord.any(tx, { project: removedFrom }));
    return begin(deps, tx, file, isEmptied ? { projectId: removedFrom } : target);
  });
  return { begun, resumed: false };
}

/** @throws CrmError CONFLICT if the unfinished import is of another file */
async function findUnfinished({ db }: ImportDeps, { end }: CheckedFile, target: ImportTarget) {
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
  await currencyRates.clear(tx, { projectId: project });
  const idShift = file.ids === undefined ? 0 : await reserveRecordIds(tx, file.ids);
  const at = new Date().toISOString();
  await projectImports.insertImports(tx, [[project, file.end.sha256, idShift, 0, at]]);
  return { project_id: project, id_shift: idShift, lines: 0 };
}

/** @throws CrmError NOT_FOUND; CONFLICT if the project has records, or its schema was changed */
async function requireEmpty({ schemas }: ImportDeps, tx: Db, projectId: number): Promise<void> {
  if (!(await tenancy.lockProject.any(tx, { id: projectId }))) {
    throw noProject(projectId);
  }
  const schema = await schemas.within(tx).get(projectId);
  const own = await projectSchema.listDefinitions.all(tx, { project: projectId });
  const hasDefaults = [...DEFAULT_PIPELINES].every(([type, { label, stages }]) => {
    const [pipeline, ...others] = schema.object(type).pipelines;
    const given = pipeline?.stages.map((stage) => stage.label).join();
    const isDefault = pipeline?.label === label && given === stages.map((one) => one.label).join();
    return others.length === 0 && isDefault;
  });
  const types = await objectTypes.listTypes.all(tx, { project: projectId });
  const isUnchanged = own.length === 0 && types.length === 0 && hasDefaults;
  if (isUnchanged && !(await projectImports.findRecord.any(tx, { project: projectId }))) return;
  throw new CrmError(
    "CONFLICT",
    `Project ${projectId} is not empty: it has records, types or properties of its own, or changed pipelines. Name a tenant to import into a new project.`,
  );
}

async function takeLines(tx: Db, projectId: number, before: number, after: number) {
  if (await projectImports.saveProgress.any(tx, { project: projectId, before, after })) return;
  throw new CrmError("CONFLICT", "Another import of the same file is running. Stop one of them.");
}

function differs(projectId: number, kinds: readonly string[]): CrmError {
  return new CrmError(
    "CONFLICT",
    `Project ${projectId} differs from the file (${kinds.join(", ")}), because something else wrote into it. Import the file again with --restart.`,
  );
}
