import { associationScan } from "@rapport/db";
import type { ObjectCall } from "../call.ts";
import { scannedSide } from "../query/conditions/association-conditions.ts";
import { countSearch, type Total } from "../query/count-search.ts";
import { findPage } from "../query/search/matches.ts";
import { readSome } from "../record-jobs/portions.ts";
import { frequent, type Reason, refusalReason } from "../record-jobs/refused.ts";
import { plainKind } from "../records/associations/kinds.ts";
import { type BatchForecast, checkBatch } from "../records/batch/check.ts";
import { invalid } from "../records/errors.ts";
import { recordName } from "../records/names.ts";
import type { StoredValue } from "../values/parse-value.ts";
import { actionIssues, batchOperation } from "./action.ts";
import { checkIds, selectionContext } from "./selection.ts";
import type { ChangeAction, ChangeSelection } from "./settings.ts";

/** Records that a preview checks at most. */
const MAX_CHECKED = 1_000;
/** Records that it shows. */
const SHOWN = 5;
/** What a bulk change would do now (specification §31). */
export interface ChangePreview {
  /** Records of the selection. */
  readonly count: Total;
  /** Records that were checked: the first 1,000, newest first, or all. */
  readonly checked: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Why records would be refused, the most frequent reasons first. */
  readonly reasons: readonly Reason[];
  /** The first records that would change. */
  readonly rows: readonly {
    readonly id: number;
    readonly name: string;
    readonly changes: readonly {
      readonly property: string;
      readonly old: StoredValue;
      readonly new: StoredValue;
    }[];
  }[];
}

/**
 * Returns what a bulk change of live records would do now, without changing anything.
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; NOT_FOUND if no record has one of the ids
 */
export async function previewChange(
  { deps, principal, object }: ObjectCall,
  selection: ChangeSelection,
  action: ChangeAction,
): Promise<ChangePreview> {
  const issues = actionIssues(object, action);
  if (issues.length > 0) throw invalid(issues);
  const { ids, count } = await readFirst({ deps, principal, object }, selection);
  const { item, apply } = batchOperation(action);
  const inputs = ids.map((id) => ({ item: { ...item, id } }));
  const { steps, errors } = await checkBatch({ deps, principal, object }, { inputs }, apply);
  const changing =
    action.kind === "associate"
      ? await notAssociated({ deps, principal, object }, action, steps)
      : steps.filter(({ status }) => status !== "unchanged");
  return {
    count,
    checked: ids.length,
    changed: changing.length,
    unchanged: steps.length - changing.length,
    refused: errors.length,
    reasons: frequent(errors.map((error) => refusalReason(error, object))),
    rows: changing.slice(0, SHOWN).map(({ row, change }) => ({
      id: row.id,
      name: recordName(object, row),
      changes: Object.entries(change?.changes ?? {}).map(([property, [before, after]]) => ({
        property,
        old: before,
        new: after,
      })),
    })),
  };
}

/** Returns the steps whose records are not associated with a record yet. */
async function notAssociated(
  { deps, principal, object }: ObjectCall,
  { object: other, id }: Extract<ChangeAction, { kind: "associate" }>,
  steps: BatchForecast["steps"],
): Promise<BatchForecast["steps"]> {
  const ids = steps.map(({ row }) => row.id);
  if (ids.length === 0) return steps;
  const side = scannedSide(plainKind(object, object.schema.object(other)));
  const found = await associationScan.findAssociatedWith(deps.db, principal, side, {
    ids,
    targets: [id],
  });
  return steps.filter(({ row }) => !found.has(row.id));
}

async function readFirst(
  { deps, principal, object }: ObjectCall,
  selection: ChangeSelection,
): Promise<{ readonly ids: readonly number[]; readonly count: Total }> {
  if ("ids" in selection) {
    const ids = [...new Set(selection.ids)];
    await checkIds(deps.db, principal, { type: object.name, ids, isOfDeleted: false });
    const some = await readSome(deps.db, principal, ids.slice(0, MAX_CHECKED));
    return { ids: some.ids, count: { value: ids.length, relation: "eq" } };
  }
  const { search, except = [] } = selection;
  const context = selectionContext({ deps, principal, object }, search, "desc");
  const { rows } = await findPage(context, null, MAX_CHECKED);
  const left = new Set(except);
  const { value, relation } = await countSearch({ deps, principal }, context.search);
  return {
    ids: rows.map(({ id }) => id).filter((id) => !left.has(id)),
    count: { value: Math.max(0, value - left.size), relation },
  };
}
