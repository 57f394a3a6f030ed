import {
  type Db,
  endWith,
  merges,
  mergeUndo,
  type PropertyChanges,
  type RecordRow,
  recordIndex,
  records,
  recordsById,
  runWrites,
} from "@rapport/db";
import type { Call } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { reindex } from "../../record-index/reindex.ts";
import { distinctIds, readAssociated } from "../associations/associated.ts";
import { hasLabels } from "../associations/kinds.ts";
import { requireWithinLimits } from "../associations/limits.ts";
import { invalid } from "../errors.ts";
import { missingRecord, missingRecords } from "../missing-records.ts";
import { type NamedRecord, namedRecord } from "../names.ts";
import {
  checkVersion,
  type Properties,
  type RecordDeps,
  type VersionCondition,
} from "../record.ts";
import { type WholeRecord, wholeRecord } from "../whole-record.ts";
import { writeRecord } from "../write-record.ts";
import { chosenIssues, type MergeInput, repeatedIdIssues } from "./merge-input.ts";
import { mergedRows } from "./merged-keys.ts";
import { recordMerge } from "./record-merge.ts";
import { changesBetween, takeValues } from "./take-values.ts";

/** Longest chain of merges. A read of a merged record follows the chain. */
const MAX_CHAIN = 100;

/**
 * Merges records of one type into a primary one (specification §25). The primary record keeps its values and takes
 * those that it lacks from the others, in the order of their ids, and all their associations. Chosen values replace its
 * own. The others then lead to it.
 *
 * @returns the primary record after the merge
 * @throws CrmError INVALID_INPUT for an id that is there twice or a value that cannot be chosen; NOT_FOUND, or MERGED
 *   if a record was merged already; ASSOCIATION_LIMIT if the primary record would have too many associations of a label; VERSION_MISMATCH if a record has another version than the admin saw; CONFLICT if
 *   the chain of merges would be too long
 */
export async function mergeRecords(
  { deps, principal }: Call<RecordDeps>,
  type: string,
  input: MergeInput,
): Promise<WholeRecord> {
  const issues = repeatedIdIssues(input);
  if (issues.length > 0) throw invalid(issues);
  return writeRecord({ deps, principal }, type, (object, at) => async (tx) => {
    const faults = chosenIssues(input, object);
    if (faults.length > 0) throw invalid(faults);
    const { primary, others } = await lockRecords(tx, principal, type, input);
    for (const row of [primary, ...others]) checkVersion(seenVersion(input, row), row);
    const steps = takeAll(object, { primary: primary.properties, others }, input.values ?? {}, at);
    const properties = steps.at(-1)?.after ?? primary.properties;
    await noteMerges(tx, principal, input, { steps, at });
    for (const { other, changes } of steps) {
      const marked = { id: other.id, primary: primary.id, deletedAt: at, at };
      await merges.setMerged.all(tx, principal, marked);
      const otherKey = recordKey(principal, type, other);
      const rows = mergedRows({ ...principal, object, id: other.id }, other.properties, changes);
      await runWrites(tx, [
        ...reindex(otherKey, object.properties, { before: other.properties, after: {} }),
        ...recordIndex.insertIndexRows.writes(rows),
      ]);
      const pair = { merged: other.id, primary: primary.id };
      await mergeUndo.copyAssociations(tx, principal, pair, hasLabels(object));
    }
    await requireWithinLimits(tx, principal, { object, id: primary.id }, "mergeIds");
    const key = recordKey(principal, type, primary);
    const row = { ...primary, properties, updated_at: at, version: primary.version + 1 };
    const changes = changesBetween(primary.properties, properties);
    const merged = steps.map(({ other, changes }) => ({
      changes,
      row: { ...other, updated_at: at, deleted_at: at, version: other.version + 1 },
    }));
    await endWith(tx, [
      records.saveProperties(principal, { id: primary.id, properties, at }),
      ...reindex(key, object.properties, { before: primary.properties, after: properties }),
      ...recordMerge(principal, object, { row, changes, merged, at }),
    ]);
    return wholeRecord(object, row, null);
  });
}

/** A record as the preview of a merge shows it. */
interface MergePreviewRecord extends Omit<NamedRecord, "type"> {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly properties: Properties;
  /** Number of associated records, counted up to 1,000 per type. */
  readonly associated: number;
}

/**
 * Reads the records of one type that an admin may merge, in the order of their ids.
 *
 * @throws CrmError NOT_FOUND or MERGED if one of them is not live
 */
export async function previewMerge(
  { deps, principal }: Call<Pick<Deps, "db">>,
  object: ObjectSchema,
  ids: readonly number[],
): Promise<readonly MergePreviewRecord[]> {
  const { db } = deps;
  const found = await recordsById.findMany(db, principal, ids);
  const missing = [];
  for (const [i, id] of ids.entries()) {
    if (found.get(id)?.type === object.name) continue;
    missing.push(await missingRecord(db, principal, { type: object.name, id }, `ids.${i}`));
  }
  if (missing.length > 0) throw missingRecords(missing);
  const others = object.schema.types.map(({ name }) => name);
  const associated = await readAssociated(db, principal, object, { ids, types: others });
  return [...found.values()]
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const { name, detail } = namedRecord(object, row);
      const lists = Object.values(associated.get(row.id)?.associations ?? {});
      return {
        ...{ id: row.id, name, detail, properties: row.properties },
        ...{ createdAt: row.created_at, updatedAt: row.updated_at, version: row.version },
        associated: lists.reduce((sum, list) => sum + distinctIds(list).length, 0),
      };
    });
}

function seenVersion(
  { versions = {} }: MergeInput,
  { id }: RecordRow,
): readonly VersionCondition[] {
  const seen = versions[id];
  return seen === undefined ? [] : [{ path: `versions.${id}`, versions: [seen] }];
}

function recordKey({ projectId }: Principal, type: string, { id, created_at }: RecordRow) {
  return { projectId, type, id, createdAt: created_at };
}

/** Locks the records in the order of their ids, so that two merges of the same records cannot block each other. */
async function lockRecords(
  tx: Db,
  principal: Principal,
  type: string,
  { primaryId, mergeIds }: MergeInput,
): Promise<{ primary: RecordRow; others: readonly RecordRow[] }> {
  const rows = new Map<number, RecordRow>();
  for (const id of [primaryId, ...mergeIds].toSorted((a, b) => a - b)) {
    const row = await records.lockRecord(tx, principal, type, id);
    if (row !== undefined) rows.set(id, row);
  }
  const missing: Awaited<ReturnType<typeof missingRecord>>[] = [];
  for (const [i, id] of [primaryId, ...mergeIds].entries()) {
    if (rows.has(id)) continue;
    const path = i === 0 ? "primaryId" : `mergeIds.${i - 1}`;
    missing.push(await missingRecord(tx, principal, { type, id }, path));
  }
  if (missing.length > 0) throw missingRecords(missing);
  return {
    primary: rows.get(primaryId) as RecordRow,
    others: mergeIds.map((id) => rows.get(id) as RecordRow),
  };
}

/** What the primary record takes from one of the others. */
interface Step {
  readonly other: RecordRow;
  readonly after: Properties;
  readonly changes: PropertyChanges;
}

function takeAll(
  object: ObjectSchema,
  { primary, others }: { readonly primary: Properties; readonly others: readonly RecordRow[] },
  values: Readonly<Record<string, number>>,
  at: string,
): readonly Step[] {
  const steps: Step[] = [];
  let before = primary;
  for (const other of others) {
    const chosen = Object.keys(values).filter((name) => values[name] === other.id);
    const after = takeValues(object, before, other.properties, { chosen, at });
    steps.push({ other, after, changes: changesBetween(before, after) });
    before = after;
  }
  return steps;
}

/** Stores what an unmerge needs, and the order of the merges. */
async function noteMerges(
  tx: Db,
  principal: Principal,
  { primaryId }: MergeInput,
  { steps, at }: { readonly steps: readonly Step[]; readonly at: string },
): Promise<void> {
  const last = await merges.findNewest.first(tx, principal, { primary: primaryId });
  let { number, height } = last ?? { number: 0, height: 0 };
  const rows: unknown[][] = [];
  for (const [i, { other, changes }] of steps.entries()) {
    const below = await merges.findNewest.first(tx, principal, { primary: other.id });
    number++;
    height = Math.max(height, (below?.height ?? 0) + 1);
    if (height > MAX_CHAIN) throw chainTooLong(i);
    const note = JSON.stringify(changes);
    rows.push([principal.projectId, other.id, primaryId, number, height, note, at, 1]);
  }
  await merges.insertMerges(tx, rows);
}

function chainTooLong(index: number): CrmError {
  const message = `A record can be reached through at most ${MAX_CHAIN} merges in a row. Make the other record the primary one.`;
  const path = `mergeIds.${index}`;
  return CrmError.ofIssue("CONFLICT", { path, code: "merge_chain_too_long", message });
}
