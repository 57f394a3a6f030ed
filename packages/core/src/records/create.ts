import { type Db, endWith, records } from "@rapport/db";
import type { Call } from "../call.ts";
import { BODY_PATHS, type InputPaths } from "../input-paths.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { recordRoom } from "../quotas/records.ts";
import { reindex } from "../record-index/reindex.ts";
import {
  type AssociationItem,
  associate,
  checkAssociations,
  parseTargets,
} from "./associations/associations.ts";
import { lockLimited, requirePlaces } from "./associations/limits.ts";
import type { Gathered } from "./batch/input.ts";
import { invalid } from "./errors.ts";
import { recordHistory } from "./history.ts";
import { checkProperties, type PropertyItem } from "./property-input.ts";
import { type AddingDeps, withoutNulls } from "./record.ts";
import { applyRules, placeRuleIssues } from "./rules.ts";
import { type WholeRecord, wholeRecord } from "./whole-record.ts";
import { writeRecord } from "./write-record.ts";

export interface CreateInput {
  readonly properties: readonly PropertyItem[];
  readonly associations?: readonly AssociationItem[] | undefined;
}

/**
 * Creates a record with its associations (specification §4.1).
 *
 * @param paths paths of the input in the request
 * @param createdAt an earlier time of the creation, for records that no caller created, such as those of the demo. It
 *   must not be before those of the type that exist
 * @param gathered the batch that it is part of, if any
 * @returns the record, without associations
 * @throws CrmError INVALID_INPUT with one issue per fault; CONFLICT if a unique value is taken; QUOTA if
 *   the tenant may have no more records
 */
export async function createRecord(
  { deps, principal }: Call<AddingDeps>,
  type: string,
  input: CreateInput,
  {
    paths = BODY_PATHS,
    createdAt,
    gathered,
  }: {
    readonly paths?: InputPaths | undefined;
    readonly createdAt?: string | undefined;
    readonly gathered?: Gathered | undefined;
  } = {},
): Promise<WholeRecord> {
  if (gathered !== undefined) return (await gathered.write({ item: input, paths })).record;
  const plan = async (object: ObjectSchema, now: string) => {
    const at = createdAt ?? now;
    const { values, issues } = checkValues(object, input.properties, paths, at);
    const { associations = [] } = input;
    if (issues.length > 0) {
      const more = await checkAssociations(deps.db, principal, object, {
        items: associations,
        paths,
      });
      throw invalid([...issues, ...more.issues]);
    }
    const properties = withoutNulls(values);
    return async (tx: Db) => {
      const room = await recordRoom(deps, tx, principal);
      await lockLimited(tx, principal, parseTargets(object, associations, paths).wanted);
      const { targets, issues } = await checkAssociations(tx, principal, object, {
        items: associations,
        paths,
      });
      if (issues.length > 0) throw invalid(issues);
      if (room.left < 1) throw room.refusal();
      const id = await records.insertRecord(tx, principal, { type, properties, at });
      const record = { ...principal, type, id, createdAt: at };
      if (targets.length > 0) await requirePlaces(tx, principal, { id }, targets);
      const row = {
        ...{ id, properties, version: 1 },
        ...{ created_at: at, updated_at: at, deleted_at: null },
      };
      const change = { type, action: "created", row, associated: targets } as const;
      await endWith(tx, [
        ...associate(principal, { id }, { targets, at }),
        ...reindex(record, object.properties, { before: {}, after: properties }),
        ...recordHistory(principal, change, { object, at }),
      ]);
      return wholeRecord(object, row, null);
    };
  };
  return await writeRecord({ deps, principal }, type, plan, { paths });
}

function checkValues(
  object: ObjectSchema,
  items: readonly unknown[],
  paths: InputPaths,
  at: string,
) {
  const { values, issues } = checkProperties(object.properties, items, paths);
  const ruled = applyRules(object, null, values, at);
  const more = placeRuleIssues(ruled.issues, items, issues, paths);
  return { values: ruled.values, issues: [...issues, ...more] };
}
