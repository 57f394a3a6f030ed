import {
  type Db,
  endWith,
  erasures,
  merges,
  mergeUndo,
  type RecordRow,
  records,
  runWrites,
} from "@rapport/db";
import type { Call } from "../../call.ts";
import { CrmError } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { recordRoom } from "../../quotas/records.ts";
import { reindex } from "../../record-index/reindex.ts";
import { RESTORABLE_DAYS, restorableSince } from "../../retention.ts";
import { hasLabels } from "../associations/kinds.ts";
import { requireWithinLimits } from "../associations/limits.ts";
import { missingRecord, missingRecords } from "../missing-records.ts";
import type { AddingDeps } from "../record.ts";
import { type WholeRecord, wholeRecord } from "../whole-record.ts";
import { writeRecord } from "../write-record.ts";
import { recordUnmerge } from "./record-merge.ts";
import { changesBetween, returnValues } from "./take-values.ts";

export interface UnmergeInput {
  readonly primaryId: number;
  readonly mergeId: number;
}

export interface Unmerged {
  /** The record that was merged, as it was before. */
  readonly record: WholeRecord;
  readonly primary: WholeRecord;
  /** Properties of the primary record that do not go back to their value before the merge. */
  readonly kept: readonly string[];
}

/**
 * Undoes the newest merge of a primary record, within 90 days (specification §25). The merged record is as it was.
 * The primary record loses what it got from the merge, unless it changed since.
 *
 * @throws CrmError NOT_FOUND; MERGED if the primary record was merged itself; CONFLICT if the record is not merged
 *   into it, was not the last one, was merged too long ago, one of them was erased, or another record has one of its
 *   unique values; QUOTA if the tenant may have no more records
 */
export function unmergeRecord(
  { deps, principal }: Call<AddingDeps>,
  type: string,
  input: UnmergeInput,
): Promise<Unmerged> {
  return writeRecord({ deps, principal }, type, (object, at) => async (tx) => {
    const room = await recordRoom(deps, tx, principal);
    const [primary, merged] = await lockPair(tx, principal, object, input);
    const merge = await checkMerge(tx, principal, type, { input, at });
    if (room.left < 1) throw room.refusal();
    const { properties, kept } = returnValues(object, primary.properties, merge.changes, at);
    const key = { projectId: principal.projectId, type };
    const definitions = object.properties;
    const one = { ...key, id: primary.id, createdAt: primary.created_at };
    await runWrites(tx, [
      records.saveProperties(principal, { id: primary.id, properties, at }),
      ...reindex(one, definitions, { before: primary.properties, after: properties }),
    ]);
    const pair = { merged: merged.id, primary: primary.id };
    await mergeUndo.dropAssociations(tx, principal, pair, hasLabels(object));
    const marked = { id: merged.id, primary: null, deletedAt: null, at };
    await merges.setMerged.all(tx, principal, marked);
    await merges.dropMergedKeys(tx, principal, type, [merged.id]);
    const other = { ...key, id: merged.id, createdAt: merged.created_at };
    await runWrites(tx, reindex(other, definitions, { before: {}, after: merged.properties }));
    await requireWithinLimits(tx, principal, { object, id: merged.id }, "mergeId");
    const rows = {
      row: { ...primary, properties, updated_at: at, version: primary.version + 1 },
      merged: { ...merged, updated_at: at, deleted_at: null, version: merged.version + 1 },
    };
    const changes = changesBetween(primary.properties, properties);
    await endWith(tx, recordUnmerge(principal, object, { ...rows, changes, at }));
    return {
      record: wholeRecord(object, rows.merged, null),
      primary: wholeRecord(object, rows.row, null),
      kept,
    };
  });
}

const ERASED_SENTENCE =
  "The record was erased with those that were merged into it. Nothing can bring them back.";

/** Locks both records in the order of their ids, as a merge does. */
async function lockPair(
  tx: Db,
  principal: Principal,
  { name: type, idParam }: ObjectSchema,
  { primaryId, mergeId }: UnmergeInput,
): Promise<[primary: RecordRow, merged: RecordRow]> {
  const lockPrimary = () => records.lockRecord(tx, principal, type, primaryId);
  const lockMerged = () => merges.lockMerged.first(tx, principal, { type, id: mergeId });
  let primary: RecordRow | undefined;
  let merged: RecordRow | undefined;
  if (primaryId < mergeId) {
    primary = await lockPrimary();
    merged = await lockMerged();
  } else {
    merged = await lockMerged();
    primary = await lockPrimary();
  }
  if (primary === undefined) {
    const missing = await missingRecord(tx, principal, { type, id: primaryId }, idParam);
    if (missing.isErased) throw conflict("record_erased", ERASED_SENTENCE);
    throw missingRecords([missing]);
  }
  if (merged === undefined) {
    if (await records.findRecord.any(tx, principal, { type, id: mergeId })) {
      throw conflict("not_merged", `The ${type} ${mergeId} is not merged.`);
    }
    const missing = await missingRecord(tx, principal, { type, id: mergeId }, "mergeId");
    if (missing.isErased) throw conflict("record_erased", ERASED_SENTENCE);
    throw missingRecords([missing]);
  }
  return [primary, merged];
}

async function checkMerge(
  tx: Db,
  principal: Principal,
  type: string,
  { input: { primaryId, mergeId }, at }: { readonly input: UnmergeInput; readonly at: string },
): Promise<merges.MergeRow> {
  const merge = await merges.findMerge.first(tx, principal, { merged: mergeId });
  if (merge === undefined || merge.primary_id !== primaryId) {
    const into = merge?.primary_id;
    if (into === undefined || (await erasures.isErased(tx, principal, type, mergeId))) {
      throw conflict("record_erased", ERASED_SENTENCE);
    }
    const message = `Record ${mergeId} was merged into ${into}. Undo that merge instead.`;
    throw conflict("merged_elsewhere", message, into);
  }
  const newest = await merges.findNewest.first(tx, principal, { primary: primaryId });
  if (newest !== undefined && newest.merged_id !== mergeId) {
    const message = `Record ${newest.merged_id} was merged later. Undo that merge first.`;
    throw conflict("newer_merge", message, newest.merged_id);
  }
  const isKept = merge.is_kept === 1 && merge.at > restorableSince(new Date(at));
  if (!isKept || !(await merges.deleteMerge.any(tx, principal, { merged: mergeId }))) {
    const message = `A merge can be undone for ${RESTORABLE_DAYS} days. This one is older.`;
    throw conflict("merge_too_old", message);
  }
  return merge;
}

function conflict(code: string, message: string, other?: number): CrmError {
  const conflicting = other === undefined ? {} : { conflictingId: String(other) };
  return CrmError.ofIssue("CONFLICT", { path: "mergeId", code, message, ...conflicting });
}
