import { records } from "@rapport/db";
import type { ObjectType } from "@rapport/model";
import type { Issue } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { type AssociationItem, associate, checkAssociations } from "./associations/associations.ts";
import { invalid } from "./errors.ts";
import { recordHistory } from "./history.ts";
import { reindex } from "./index/reindex.ts";
import { guardUnique } from "./index/unique-conflict.ts";
import { checkProperties, type PropertyItem } from "./property-input.ts";
import { type CrmRecord, type RecordDeps, withoutNulls } from "./record.ts";
import { applyRules } from "./rules.ts";
import { withCurrentSchema } from "./with-current-schema.ts";

export interface CreateInput {
  readonly properties: readonly PropertyItem[];
  readonly associations?: readonly AssociationItem[] | undefined;
}

/**
 * Creates a record with its associations (specification §4.1).
 *
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT when a unique value is taken
 */
export async function createRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  input: CreateInput,
): Promise<CrmRecord> {
  const at = new Date().toISOString();
  return withCurrentSchema(deps, principal, type, async (schema) => {
    const { issues, values, targets } = await checkCreate(deps, principal, type, input, at);
    if (issues.length > 0) throw invalid(issues);
    const properties = withoutNulls(values);

    return guardUnique(deps.db, principal, type, schema, properties, () =>
      deps.db.transaction(async (tx) => {
        const id = await records.insertRecord(tx, principal, { type, properties, at });
        await reindex(tx, { ...principal, type, id }, schema.properties, {}, properties);
        if (targets.length > 0) await associate(tx, principal, { type, id }, targets, at);
        const change = { type, id, action: "created", properties, associated: targets } as const;
        await recordHistory(tx, principal, change, schema, at);
        return { id, createdAt: at, updatedAt: at, properties };
      }),
    );
  });
}

/**
 * Everything that is wrong with the input of a create, as far as the project's data decides it.
 * Tolerates input of the wrong shape, so that its faults are reported beside those of the shape.
 */
export async function checkCreate(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  input: { readonly properties?: unknown; readonly associations?: unknown },
  at = new Date().toISOString(),
) {
  const schema = (await deps.schemas.get(principal.projectId))[type];
  const items = Array.isArray(input.properties) ? input.properties : [];
  const checked = checkProperties(
    schema.properties,
    items,
    (index, member) => `properties.${index}.${member}`,
  );
  const ruled = applyRules(type, schema, null, checked.values, at);
  const associated = await checkAssociations(
    deps.db,
    principal,
    type,
    Array.isArray(input.associations) ? input.associations : [],
  );
  const position = (property: string) =>
    items.findIndex((item) => (item as PropertyItem | null)?.internal_name === property);
  const ruleIssues = ruled.issues
    .filter(
      ({ property }) =>
        !checked.issues.some((issue) => issue.path === `properties.${position(property)}.value`),
    )
    .map(({ property, ...issue }): Issue => {
      const index = position(property);
      const path = index < 0 ? "properties" : `properties.${index}.value`;
      return { path, ...issue } as Issue;
    });
  return {
    values: ruled.values,
    targets: associated.targets,
    issues: [...checked.issues, ...ruleIssues, ...associated.issues],
  };
}
