import { type Db, endWith, type PropertyChanges, records } from "@rapport/db";
import type { Call } from "../call.ts";
import { BODY_PATHS, type InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { changedNames, reindex } from "../record-index/reindex.ts";
import {
  lockAmong,
  planReplacement,
  replaceAssociations,
  type WantedAssociations,
} from "./associations/replace-associations.ts";
import type { Gathered } from "./batch/input.ts";
import { refusedWrite } from "./current.ts";
import { invalid } from "./errors.ts";
import { recordHistory } from "./history.ts";
import { checkProperties, type PropertyItem } from "./property-input.ts";
import {
  checkVersion,
  type Properties,
  type RecordDeps,
  type VersionCondition,
  withoutNulls,
} from "./record.ts";
import { applyRules, placeRuleIssues } from "./rules.ts";
import { type WholeRecord, wholeRecord } from "./whole-record.ts";
import { writeRecord } from "./write-record.ts";

export interface UpdateOptions {
  /** Paths of the items in the request. */
  readonly paths?: InputPaths | undefined;
  /** Versions that the record must have. */
  readonly conditions?: readonly VersionCondition[] | undefined;
  /** Replaces the associations with records of one type, in the same change. */
  readonly wanted?: WantedAssociations | undefined;
  /** An earlier time of the change, for records that no caller changed, such as those of the demo. */
  readonly changedAt?: string | undefined;
}

/**
 * Replaces the values of properties in one change; a property without a value is cleared (specification §4.1).
 *
 * @param gathered the batch that it is part of, if any; then it has no conditions and replaces no associations
 * @returns the record after the change, without associations
 * @throws CrmError INVALID_INPUT, NOT_FOUND, ERASED, MERGED, VERSION_MISMATCH, or CONFLICT if a unique value is
 *   taken
 */
export async function updateRecord(
  call: Call<RecordDeps>,
  target: { readonly type: string; readonly id: number },
  properties: readonly PropertyItem[],
  { gathered, ...how }: UpdateOptions & { readonly gathered?: Gathered | undefined } = {},
): Promise<WholeRecord> {
  if (gathered === undefined) {
    return (await updateReversibly(call, target, properties, how)).record;
  }
  const { paths = BODY_PATHS } = how;
  return (await gathered.write({ item: { id: target.id, properties }, paths })).record;
}

/** A record after an update, and the changes that another update could undo. */
export interface Updated {
  readonly record: WholeRecord;
  readonly changes: PropertyChanges;
}

/** Updates a record like `updateRecord`, and also returns what changed. */
export function updateReversibly(
  { deps, principal }: Call<RecordDeps>,
  { type, id }: { readonly type: string; readonly id: number },
  items: readonly PropertyItem[],
  { paths = BODY_PATHS, conditions = [], wanted, changedAt }: UpdateOptions = {},
): Promise<Updated> {
  const plan = (object: ObjectSchema, now: string) => {
    const at = changedAt ?? now;
    const { values, issues } = checkProperties(object.properties, items, paths);
    return async (tx: Db) => {
      const one = { object, id };
      const lock = () => records.lockRecord(tx, principal, type, id);
      const row =
        wanted === undefined
          ? await lock()
          : await lockAmong(tx, principal, { one, wanted, paths }, lock);
      if (row === undefined) {
        throw issues.length > 0 ? invalid(issues) : await refusedWrite(tx, principal, one);
      }
      const replacement = wanted && (await planReplacement(tx, principal, { one, wanted, paths }));
      const before: Properties = row.properties;
      const ruled = applyRules(object, before, values, at);
      const faults = [
        ...issues,
        ...placeRuleIssues(ruled.issues, items, issues, paths),
        ...(replacement?.issues ?? []),
      ];
      if (faults.length > 0) throw invalid(faults);
      checkVersion(conditions, row);
      const after = withoutNulls(new Map([...Object.entries(before), ...ruled.values]));
      const changed = changedNames(before, after);
      const version = row.version + (changed.length > 0 ? 1 : 0);
      if (replacement !== undefined) {
        await replaceAssociations(tx, principal, { type, id, version }, { replacement, at });
      }
      if (changed.length === 0) {
        return { record: wholeRecord(object, row, null), changes: {} };
      }
      const record = { ...principal, type, id, createdAt: row.created_at };
      const changes = diffProperties(changed, before, after);
      const saved = { ...row, properties: after, updated_at: at, version };
      const change = { type, action: "updated", row: saved, changes } as const;
      await endWith(tx, [
        records.saveProperties(principal, { id, properties: after, at }),
        ...reindex(record, object.properties, { before, after }),
        ...recordHistory(principal, change, { object, at }),
      ]);
      return {
        record: wholeRecord(object, saved, null),
        changes: reversible(object, changed, before, after),
      };
    };
  };
  return writeRecord({ deps, principal }, type, plan, { paths });
}

/** Returns the old and the new value of each changed property. */
export function diffProperties(
  names: readonly string[],
  before: Properties,
  after: Properties,
): PropertyChanges {
  return Object.fromEntries(
    names.map((name) => [name, [before[name] ?? null, after[name] ?? null] as const]),
  );
}

/**
 * Returns the changes of properties that an update may set. A move includes both the pipeline and the stage, because a
 * stage belongs to its pipeline.
 */
function reversible(
  { properties }: ObjectSchema,
  changed: readonly string[],
  before: Properties,
  after: Properties,
): PropertyChanges {
  const isMoved = changed.some((name) => PLACE.includes(name));
  const names = isMoved ? new Set([...PLACE, ...changed]) : changed;
  const settable = [...names].filter((name) => properties.get(name)?.readOnly === false);
  return diffProperties(settable, before, after);
}

const PLACE: readonly string[] = ["pipeline", "stage"];
