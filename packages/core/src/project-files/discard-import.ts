import {
  associationLabels,
  currencyRates,
  type Db,
  duplicatePairs,
  duplicates,
  duplicateWork,
  merges,
  objectTypes,
  projectImports,
  projectSchema,
  purge,
  recordIndex,
  recordsById,
  recordWords,
  views,
} from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { indexRows, releasedRows } from "../record-index/reindex.ts";
import { DEFAULT_PIPELINES, insertDefaultPipeline } from "../schema/pipelines.ts";
import type { LineOf } from "./format.ts";
import { type CheckedFile, type OpenFile, readContent } from "./read-file.ts";
import { currentSchema, removePipelines, renewSchema } from "./write-lines.ts";

/** Lines written, while what was written is being removed. */
export const DISCARDING = -1;

type DiscardDeps = Pick<Deps, "db" | "schemas">;

/**
 * Removes what an unfinished import of a file has written, in transactions of a few hundred lines. After a crash, a
 * second call resumes. Records that something else created in the project stay. If there are none, the project is
 * empty afterwards, with the schema of a new project.
 *
 * @param onLines called with the lines of the file that were read
 */
export async function discardImport(
  deps: DiscardDeps,
  open: OpenFile,
  {
    file,
    begun,
  }: {
    readonly file: CheckedFile;
    readonly begun: Pick<projectImports.ProjectImport, "project_id" | "id_shift" | "lines">;
  },
  onLines: (lines: number) => void,
): Promise<void> {
  const { project_id: projectId, id_shift: idShift } = begun;
  await deps.db.transaction(async (tx) => {
    // From now on, an import that still runs commits nothing more.
    if (
      await projectImports.saveProgress.any(tx, {
        project: projectId,
        before: begun.lines,
        after: DISCARDING,
      })
    )
      return;
    throw new CrmError("CONFLICT", "Another import of the same file is running. Stop it first.");
  });
  let read = 0;
  for await (const lines of readContent(open, file, 0)) {
    const records = lines.filter((line) => line.kind === "record");
    if (records.length > 0) {
      await deps.db.transaction(
        (tx) => removeRecords(deps, tx, projectId, { idShift, lines: records }),
        {
          hasOwnCommit: true,
        },
      );
    }
    read += lines.length;
    onLines(read);
  }
  await deps.db.transaction(async (tx) => {
    if (!(await projectImports.findRecord.any(tx, { project: projectId })))
      await resetSchema(tx, projectId);
    await projectImports.remove.all(tx, { project: projectId });
    // As in importProject: the removed records have no events.
    await renewSchema(deps, tx, projectId);
  });
}

/** Removes the records of some lines for good, with all that belongs to them. */
async function removeRecords(
  deps: DiscardDeps,
  tx: Db,
  projectId: number,
  { idShift, lines }: { readonly idShift: number; readonly lines: readonly LineOf<"record">[] },
): Promise<void> {
  const scope = { projectId };
  // Otherwise a comparison that has read these records would write digests of them after their removal.
  await duplicateWork.awaitComparison(tx, scope);
  const schema = await currentSchema(deps, tx, projectId);
  const ids = lines.map(({ id }) => id + idShift);
  const live = await recordsById.findMany(tx, scope, ids);
  for (const [type, rows] of Map.groupBy(live.values(), (row) => row.type)) {
    const rowsBy = (of: typeof indexRows) =>
      rows.flatMap(({ id, properties, created_at: createdAt }) =>
        of({ projectId, type, id, createdAt }, schema.object(type).properties, properties),
      );
    await recordIndex.deleteManyIndexRows(tx, scope, type, rowsBy(indexRows));
    await recordIndex.releaseMany(tx, scope, type, rowsBy(releasedRows));
    const none = rows.map(({ id }) => ({ id, words: new Set<string>() }));
    await recordWords.saveManyWords(tx, { projectId, type }, none);
  }
  const merged = lines.filter(({ mergedInto }) => mergedInto !== null);
  for (const [type, some] of Map.groupBy(merged, (line) => line.type)) {
    const mergedIds = some.map(({ id }) => id + idShift);
    await merges.dropMergedKeys(tx, scope, type, mergedIds);
  }
  for (const id of ids) {
    await duplicates.forgetKeys(tx, scope, id);
    await duplicatePairs.forgetPairs(tx, scope, id);
    await projectImports.removeStates(tx, projectId, id);
    await purge.removeRecord(tx, scope, id);
  }
}

async function resetSchema(tx: Db, project: number): Promise<void> {
  for (const { object_type: type, name } of await projectSchema.listDefinitions.all(tx, {
    project,
  })) {
    await projectSchema.deleteDefinition.all(tx, { project, type, name });
  }
  for (const { type, to_type: toType, key } of await associationLabels.listLabels.all(tx, {
    project,
  })) {
    await associationLabels.deleteLabel.all(tx, { project, type, toType, key });
  }
  for (const { name } of await objectTypes.listTypes.all(tx, { project })) {
    await removePipelines(tx, project, name);
    await objectTypes.removeType.all(tx, { project, name, at: new Date().toISOString() });
    await objectTypes.forgetType(tx, { projectId: project }, name);
  }
  for (const [type, pipeline] of DEFAULT_PIPELINES) {
    await removePipelines(tx, project, type);
    await insertDefaultPipeline(tx, project, type, pipeline);
  }
  await views.deleteShared.all(tx, { project });
  await currencyRates.clear(tx, { projectId: project });
}
