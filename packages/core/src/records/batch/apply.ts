import type { RecordRow } from "@rapport/db";
import { CrmError, type Issue } from "../../errors.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Room } from "../../quotas/room.ts";
import { changedNames, sameValue, uniqueRows } from "../../record-index/reindex.ts";
import { takenIssue } from "../../record-index/unique-conflict.ts";
import { type AssociatedTarget, liveTargets } from "../associations/associations.ts";
import { listKinds } from "../associations/kinds.ts";
import { type ReturningAssociation, takePlaces } from "../associations/limits.ts";
import { invalid, versionMismatch } from "../errors.ts";
import { type Properties, type RuledChange, withoutNulls } from "../record.ts";
import { applyRules, placeRuleIssues } from "../rules.ts";
import { diffProperties } from "../update.ts";
import { type CheckedInput, type LostRecords, missingRecordError, pathIn } from "./input.ts";
import { type Draft, type Origin, type Step, uniqueKeyText } from "./picture.ts";

/** What is the same for all inputs of a batch. */
export interface BatchContext extends LostRecords {
  readonly projectId: number;
  readonly object: ObjectSchema;
  /** Time of all changes, ISO 8601. */
  readonly at: string;
  /** Whether one failed input undoes all, so that no refusal may name what the batch itself made. */
  readonly isAtomic: boolean;
  /** How much of its quota the tenant had left before the batch. */
  readonly records: Room;
  /** Associations with limited labels of the records that the batch restores, by record id. */
  readonly returning: ReadonlyMap<number, readonly ReturningAssociation[]>;
  /** The wanted targets that are live, by id. */
  readonly live: ReadonlyMap<number, { readonly type: string; readonly version: number }>;
}

/** Applies one input to a draft. @throws CrmError if it fails; then the draft has not changed */
export type Apply = (context: BatchContext, draft: Draft, input: CheckedInput) => Step;

/** Creates a record, as `createRecord` does. */
export const applyCreate: Apply = (context, draft, input) => {
  const { object, at } = context;
  const ruled = applyRules(object, null, input.values, at);
  const targets = checkedTargets(context, input, ruled.issues);
  const properties = withoutNulls(ruled.values);
  requireRecordLeft(context, draft);
  const id = draft.takeId();
  for (const target of targets) takePlaces(draft.places, id, target);
  takeUniqueValues(context, draft, { id, before: {}, after: properties }, input);
  const row: RecordRow = {
    ...{ id, properties, version: 1 },
    ...{ created_at: at, updated_at: at, deleted_at: null },
  };
  draft.records.set(id, row);
  const change = { type: object.name, action: "created", row } as const;
  return { index: input.index, status: "created", row, change, targets };
};

/** @throws CrmError QUOTA if the tenant may have no more records */
export function requireRecordLeft({ records }: BatchContext, { recordsLeft }: Draft): void {
  if (recordsLeft < 1) throw records.refusal(records.left - recordsLeft);
}

/** Replaces the values of properties, as `updateRecord` does. */
export const applyUpdate: Apply = (context, draft, input) => {
  const row = findTarget(context, draft, input);
  return updateRow(context, draft, input, row);
};

/** Ends an association with all its labels, or one label, as `removeAssociation` does. */
export const applyDissociate: Apply = (context, draft, input) => {
  const { object } = context;
  const row = findTarget(context, draft, input);
  const ended = checkedTargets(context, input, [], row.id).map((target) => {
    const labels = target.kinds.slice(1);
    const all = listKinds(object, object.schema.object(target.type));
    return { ...target, kinds: labels.length > 0 ? labels : all };
  });
  const { index } = input;
  return { index, status: "unchanged", row, change: undefined, targets: [], ended };
};

/** Soft-deletes a record, as `deleteRecord` does. */
export const applyDelete: Apply = (context, draft, input) => {
  const { object, at } = context;
  const row = findTarget(context, draft, input);
  if (input.issues.length > 0) throw invalid(input.issues);
  checkVersion(context, draft, input, row);
  takeUniqueValues(context, draft, { id: row.id, before: row.properties, after: {} }, input);
  const deleted = { ...row, version: row.version + 1, updated_at: at, deleted_at: at };
  draft.replace(input.index, row, deleted);
  const change = { type: object.name, action: "deleted", row: deleted } as const;
  return { index: input.index, status: "deleted", row: deleted, change, targets: [] };
};

/** Applies an input to a live record. */
export function updateRow(
  context: BatchContext,
  draft: Draft,
  input: CheckedInput,
  row: RecordRow,
): Step {
  const { object, at } = context;
  const { index } = input;
  const before: Properties = row.properties;
  const ruled = applyRules(object, before, input.values, at);
  const targets = checkedTargets(context, input, ruled.issues, row.id);
  checkVersion(context, draft, input, row);
  for (const target of targets) takePlaces(draft.places, row.id, target);
  if (!isChange(before, ruled.values)) {
    return { index, status: "unchanged", row, change: undefined, targets };
  }
  const after = withoutNulls(new Map([...Object.entries(before), ...ruled.values]));
  const changed = changedNames(before, after);
  takeUniqueValues(context, draft, { id: row.id, before, after }, input);
  const saved = { ...row, properties: after, updated_at: at, version: row.version + 1 };
  draft.replace(index, row, saved);
  const changes = diffProperties(changed, before, after);
  const change = { type: object.name, action: "updated", row: saved, changes } as const;
  return { index, status: "updated", row: saved, change, targets };
}

/** Most records of a nightly sync are unchanged. */
function isChange(before: Properties, values: RuledChange["values"]): boolean {
  for (const [name, value] of values) if (!sameValue(before[name] ?? null, value)) return true;
  return false;
}

/** Returns the live record of an input. @throws CrmError if there is none */
export function findTarget(context: BatchContext, draft: Draft, input: CheckedInput): RecordRow {
  const { id, index, issues } = input;
  const row = id === undefined ? undefined : draft.records.get(id);
  if (row && row.deleted_at === null) return row;
  if (id === undefined || issues.length > 0) throw invalid(issues);
  const origin = context.isAtomic ? draft.origins.get(id) : undefined;
  if (origin !== undefined) throw deletedEarlier(context.object.name, id, index, origin);
  throw missingRecordError(context.object.name, id, index, context);
}

export function checkVersion(
  { isAtomic }: BatchContext,
  draft: Draft,
  { index, ifVersion }: CheckedInput,
  { id, version }: RecordRow,
): void {
  if (ifVersion === undefined || ifVersion === version) return;
  const path = pathIn(index, "ifVersion");
  const origin = isAtomic ? draft.origins.get(id) : undefined;
  throw origin === undefined ? versionMismatch(path, version) : replacedEarlier(path, origin);
}

/** Returns the records to associate with. @throws CrmError INVALID_INPUT with every fault of the input */
function checkedTargets(
  context: BatchContext,
  input: CheckedInput,
  rules: Parameters<typeof placeRuleIssues>[0],
  own?: number,
): readonly AssociatedTarget[] {
  const { targets, issues } = checkTargets(context, input, rules, own);
  if (issues.length > 0) throw invalid(issues);
  return targets;
}

const NO_TARGETS = { targets: [], issues: [] } as const;

/** Returns the records to associate with, and every fault of an input. */
export function checkTargets(
  context: BatchContext,
  { isObject, items, issues, wanted, paths }: CheckedInput,
  rules: Parameters<typeof placeRuleIssues>[0],
  own?: number,
): { readonly targets: readonly AssociatedTarget[]; readonly issues: readonly Issue[] } {
  if (issues.length + wanted.length + rules.length === 0) return NO_TARGETS;
  if (!isObject) return { targets: [], issues };
  const found = liveTargets(wanted, context, paths, own);
  const more = placeRuleIssues(rules, items, issues, paths);
  return { targets: found.targets, issues: [...issues, ...more, ...found.issues] };
}

/**
 * Reserves the unique values that a record gets, and releases those that it loses.
 *
 * @throws CrmError CONFLICT if another record has one of them; then nothing is reserved or released
 */
export function takeUniqueValues(
  { projectId, object, isAtomic }: BatchContext,
  draft: Draft,
  {
    id,
    before,
    after,
  }: { readonly id: number; readonly before: Properties; readonly after: Properties },
  { index, paths }: CheckedInput,
): void {
  const names = changedNames(before, after);
  const type = object.name;
  const record = { projectId, type, id };
  const released = uniqueRows(record, object.properties, before, names);
  const taken = uniqueRows(record, object.properties, after, names);
  const issues: Issue[] = [];
  for (const [, , property, value] of taken) {
    const key = { property, value };
    const holder = draft.holders.get(uniqueKeyText(key));
    if (holder === undefined) draft.assumedFree.set(uniqueKeyText(key), key);
    else if (holder !== null && holder.id !== id) {
      issues.push(
        isAtomic && holder.input !== undefined
          ? givenEarlier(type, property, holder.input, paths)
          : takenIssue(type, property, holder.id, paths),
      );
    }
  }
  if (issues.length > 0) {
    throw new CrmError("CONFLICT", issues[0]?.message ?? "", { issues });
  }
  for (const [, , property, value] of released)
    draft.holders.set(uniqueKeyText({ property, value }), null);
  for (const [, , property, value] of taken) {
    draft.holders.set(uniqueKeyText({ property, value }), { id, input: index });
  }
}

/**
 * Returns the issue of a unique value that an earlier input of an atomic batch gives to another record. It names the
 * input, because the record does not have the value once the batch is undone.
 */
function givenEarlier(type: string, property: string, input: number, paths: InputPaths): Issue {
  return {
    path: paths.conflict(property),
    code: "value_not_unique",
    message: `\`${pathIn(input, "")}\` gives another ${type} the same ${property}.`,
  };
}

/**
 * Returns the refusal of an input whose record an earlier input of an atomic batch deletes. It names that input, because
 * the record is live again once the batch is undone.
 */
function deletedEarlier(type: string, id: number, index: number, { input }: Origin): CrmError {
  const message = `\`${pathIn(input, "")}\` deletes the ${type} with id ${id} first.`;
  const path = pathIn(index, "id");
  return CrmError.ofIssue("NOT_FOUND", { path, code: "record_not_found", message });
}

/**
 * Returns the refusal of a condition on a record that an earlier input of an atomic batch changes. Its version is the
 * one from before the batch, because the record has that one again once the batch is undone.
 *
 * @param path the condition in the request
 */
function replacedEarlier(path: string, { version, input }: Origin): CrmError {
  const earlier = `\`${pathIn(input, "")}\``;
  const message = `The record has version ${version} now, and ${earlier} changes it first. Give only ${earlier} an \`ifVersion\`.`;
  return versionMismatch(path, version, message);
}
