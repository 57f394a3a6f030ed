import {
  type Db,
  duplicatePairs,
  duplicates,
  erasures,
  idempotency,
  importDrafts,
  mergedKeys,
  merges,
  recordWords,
  recordWordsMissing,
} from "@rapport/db";
import { eraseFilesOf } from "../../files/files.ts";
import { actorOf, type Principal } from "../../principal.ts";
import { reindex } from "../../record-index/reindex.ts";
import { erased, invalid, mergedIssue, notFound } from "../errors.ts";
import { recordHistory } from "../history.ts";
import type { RecordDeps } from "../record.ts";
import { writeRecord } from "../write-record.ts";
import { forgetInViews } from "./forget-in-views.ts";
import { eraseValues, FIRST_STEP } from "./steps.ts";

/** An erased record (specification §24). */
export interface ErasedRecord {
  readonly id: number;
  readonly version: number;
  readonly erasedAt: string;
}

/** An erasure that is repeated after the restore of a backup. */
export interface KeptErasure {
  /** Creation time of the record. A record with another one got its id after the restore. */
  readonly createdAt: string;
  readonly actor: string;
  readonly at: string;
}

/**
 * Erases a record: its values are gone for good, also those of a deleted record (specification §24). Its own row,
 * its index and its words are empty at the commit, together with the first rows of its history, events and
 * deliveries. A worker does the rest.
 *
 * @param kept repeats this erasure
 * @throws CrmError NOT_FOUND; ERASED if it was erased already; MERGED with the id of the record to erase, live or
 *   deleted, if it was merged
 */
export function eraseRecord(
  deps: RecordDeps,
  principal: Principal,
  type: string,
  id: number,
  kept?: KeptErasure,
): Promise<ErasedRecord> {
  return writeRecord(deps, principal, type, (object, at) => async (tx) => {
    const row = await erasures.lockAny(tx, principal, type, id);
    if (row === undefined) throw notFound(type, id);
    if (row.erased_at !== null) throw erased(type, id);
    if (row.merged_into !== null) {
      await refuseMerged(tx, principal, type, id);
      await mergedKeys.dropMergedKeys(tx, principal, type, [id]);
    }
    if (kept !== undefined && kept.createdAt !== row.created_at) throw notFound(type, id);
    const key = { ...principal, type, id };
    await forgetInViews(tx, principal, object, row);
    await erasures.emptyRecord(tx, principal, id, at);
    if (row.deleted_at === null) {
      const record = { ...key, createdAt: row.created_at };
      await reindex(tx, record, object.properties, row.properties, {});
    }
    await recordWordsMissing.waitForMissing(tx, principal, type);
    await recordWords.removeWords(tx, key);
    await duplicates.forgetKeys(tx, principal, id);
    await duplicatePairs.forgetPairs(tx, principal, id);
    await idempotency.eraseAnswersOf(tx, principal, [id]);
    await eraseFilesOf(tx, principal, type);
    await importDrafts.discardDraftsOf(tx, principal, type);
    const version = row.version + 1;
    const empty = { ...row, properties: {}, version, updated_at: at, deleted_at: at };
    await recordHistory(tx, principal, { type, action: "erased", row: empty }, object, at);
    const { actor = actorOf(principal), at: erasedAt = at } = kept ?? {};
    const { step, after_id: after } = FIRST_STEP;
    await erasures.insertErasures(tx, [
      [principal.projectId, id, type, row.created_at, version, actor, erasedAt, step, after],
    ]);
    await eraseValues(tx, principal, { object, id, version }, FIRST_STEP, at);
    return { id, version, erasedAt: at };
  });
}

/** The primary record may have been purged. Then the merged one is all that is left. */
async function refuseMerged(tx: Db, principal: Principal, type: string, id: number): Promise<void> {
  const primary = await merges.resolveRecord(tx, principal, type, id);
  if (primary !== undefined) throw invalid([mergedIssue(type, id, primary.id)]);
}
