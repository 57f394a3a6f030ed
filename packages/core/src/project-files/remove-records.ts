import {
  type Db,
  duplicatePairs,
  duplicates,
  duplicateWork,
  mergedKeys,
  projectImports,
  purge,
  recordIndex,
  recordsById,
  recordWords,
} from "@rapport/db";
import type { Deps } from "../deps.ts";
import { indexRows, releasedRows } from "../record-index/reindex.ts";
import type { LineOf } from "./format.ts";
import { currentSchema } from "./write-lines.ts";

export type DiscardDeps = Pick<Deps, "db" | "schemas">;

/** Removes the records of some lines for good, with all that belongs to them. */
export async function removeRecords(
  deps: DiscardDeps,
  tx: Db,
  projectId: number,
  idShift: number,
  lines: readonly LineOf<"record">[],
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
    await mergedKeys.dropMergedKeys(tx, scope, type, mergedIds);
  }
  for (const id of ids) {
    await duplicates.forgetKeys(tx, scope, id);
    await duplicatePairs.forgetPairs(tx, scope, id);
    await projectImports.removeStates(tx, projectId, id);
    await purge.removeRecord(tx, scope, id);
  }
}
