import { type PropertyChanges, records } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { invalid, notFound } from "./errors.ts";
import { recordHistory } from "./history.ts";
import { changedNames, reindex } from "./index/reindex.ts";
import { guardUnique } from "./index/unique-conflict.ts";
import { checkProperties, type PropertyItem } from "./property-input.ts";
import { type CrmRecord, type RecordDeps, withoutNulls } from "./record.ts";
import { applyRules, type Properties } from "./rules.ts";
import { withCurrentSchema } from "./with-current-schema.ts";

/**
 * Replaces the value of one property (specification §4.1); without a value the property is cleared.
 *
 * @returns the record as it then is
 * @throws CrmError INVALID_INPUT, NOT_FOUND, or CONFLICT when a unique value is taken
 */
export async function setProperty(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
  item: PropertyItem,
): Promise<CrmRecord> {
  return updateRecord(deps, principal, type, id, [item], (_, member) => member);
}

/**
 * Everything that is wrong with the input of an update, as far as the project's data decides it.
 * Tolerates input of the wrong shape, as checkCreate does.
 */
export async function checkUpdate(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
  items: readonly PropertyItem[],
  pathOf: Parameters<typeof checkProperties>[2],
): Promise<readonly Issue[]> {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const checked = checkProperties(schema.properties, items, pathOf);
  const row = await records.findRecord(deps.db, principal, type, id);
  const at = new Date().toISOString();
  const ruled = row && applyRules(type, schema, row.properties, checked.values, at);
  return [...checked.issues, ...ruleIssues(ruled?.issues ?? [], items, pathOf)];
}

function ruleIssues(
  faults: ReturnType<typeof applyRules>["issues"],
  items: readonly PropertyItem[],
  pathOf: Parameters<typeof checkProperties>[2],
): readonly Issue[] {
  return faults.map(({ property, ...issue }) => {
    const index = items.findIndex((item) => item.internal_name === property);
    return { path: pathOf(Math.max(0, index), "value"), ...issue } as Issue;
  });
}

/**
 * Replaces the values of properties in one change; one without a value is cleared.
 *
 * @param pathOf where in the request the n-th item stands
 * @throws CrmError INVALID_INPUT, NOT_FOUND, or CONFLICT when a unique value is taken
 */
export async function updateRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
  items: readonly PropertyItem[],
  pathOf: Parameters<typeof checkProperties>[2],
): Promise<CrmRecord> {
  const at = new Date().toISOString();
  return withCurrentSchema(deps, principal, type, (schema) => {
    const checked = checkProperties(schema.properties, items, pathOf);
    const given = Object.fromEntries(checked.values);
    return guardUnique(deps.db, principal, type, schema, given, () =>
      deps.db.transaction(async (tx) => {
        const row = await records.lockRecord(tx, principal, type, id);
        const ruled = row && applyRules(type, schema, row.properties, checked.values, at);
        const issues = [...checked.issues, ...ruleIssues(ruled?.issues ?? [], items, pathOf)];
        if (issues.length > 0) throw invalid(issues);
        if (row === undefined || ruled === undefined) throw notFound(type, id);
        const before: Properties = row.properties;
        const after = withoutNulls(new Map([...Object.entries(before), ...ruled.values]));
        const changed = changedNames(before, after);
        const record = {
          id,
          createdAt: row.created_at,
          updatedAt: row.updated_at,
          properties: after,
        };
        if (changed.length === 0) return record;
        await records.saveProperties(tx, principal, { id, properties: after, at });
        await reindex(tx, { ...principal, type, id }, schema.properties, before, after);
        const changes = changesOf(changed, before, after);
        const change = { type, id, action: "updated", properties: after, changes } as const;
        await recordHistory(tx, principal, change, schema, at);
        return { ...record, updatedAt: at };
      }),
    );
  });
}

function changesOf(
  names: readonly string[],
  before: Properties,
  after: Properties,
): PropertyChanges {
  return Object.fromEntries(
    names.map((name) => [name, [before[name] ?? null, after[name] ?? null] as const]),
  );
}
