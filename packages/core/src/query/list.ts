import type { RecordRow } from "@rapport/db";
import type { ObjectCall } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { plainKind } from "../records/associations/kinds.ts";
import { readByMerged } from "../records/merge/merged-keys.ts";
import { furtherKey } from "../records/record-key.ts";
import { associationCondition } from "./conditions/association-conditions.ts";
import type { Condition, Group } from "./conditions/condition.ts";
import { keyCondition } from "./conditions/conditions.ts";
import { propertyField } from "./conditions/fields.ts";
import { findPage } from "./search/matches.ts";
import { searchContext } from "./search/search-context.ts";

/** A record of another type that records must be associated with. */
export interface AssociatedWith {
  readonly object: string;
  readonly id: number;
}

/** Required values of properties, by internal name; undefined values are ignored. */
type Where = Readonly<Record<string, string | undefined>>;

/**
 * Lists the project's live records of a type, oldest first, one page at a time. A page may be short or empty
 * although more pages follow, see `readSearchPage`. If no live record has the only required value, lists the primary
 * records of the merged ones that had it.
 *
 * @param page.after id of the last record of the previous page, 0 for the first page
 * @returns the records, and `next`: the `after` of the next page, null on the last page
 */
export async function listRecords(
  call: ObjectCall<Pick<Deps, "db" | "scan">>,
  page: {
    where?: Where;
    associatedWith?: AssociatedWith | undefined;
    after: number;
    limit: number;
  },
): Promise<{ records: readonly RecordRow[]; next: number | null }> {
  const { object } = call;
  const { where = {}, associatedWith, after, limit } = page;
  const groups = valueGroups(object, where).map((group) => [
    ...group,
    ...associatedGroup(object, associatedWith),
  ]);
  const search = { type: object.name, groups, sort: { by: null, direction: "asc" } } as const;
  const context = searchContext(call, search);
  const { rows: records, next } = await findPage(
    context,
    after === 0 ? null : [null, after],
    limit,
  );
  if (after > 0 || next !== null || records.length > 0 || associatedWith !== undefined) {
    return { records, next: next?.[1] ?? null };
  }
  return { records: await readMerged(call, where), next: null };
}

/** Returns the primary records of the merged ones that had the only value that is asked for. */
async function readMerged(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db">>,
  where: Where,
): Promise<readonly RecordRow[]> {
  const [one, other] = Object.entries(where).filter(([, value]) => value !== undefined);
  const [name = "", value = ""] = one ?? [];
  const definition = object.properties.get(name);
  if (definition === undefined || other !== undefined) return [];
  const parsed = propertyField(object, definition).parse(value);
  const [key] = parsed.ok ? parsed.keys : [];
  if (typeof key !== "string") return [];
  return readByMerged(deps.db, { ...principal, object }, definition, key);
}

/** Returns groups of which one has to match. An email may also be one of a contact's additional emails. */
function valueGroups(object: ObjectSchema, where: Where): readonly Group[] {
  let groups: readonly Group[] = [[]];
  for (const [name, value] of Object.entries(where)) {
    const definition = object.properties.get(name);
    if (value === undefined || definition === undefined) continue;
    const either = [definition, furtherKey(object, definition) ?? []].flat();
    const conditions = either.map((one): Condition => {
      const field = propertyField(object, one);
      const parsed = field.parse(value);
      const keys = parsed.ok ? parsed.keys : [];
      return keyCondition(field, "EQ", { value: keys, highValue: [], values: [] });
    });
    groups = groups.flatMap((group) => conditions.map((condition) => [...group, condition]));
  }
  return groups;
}

function associatedGroup(object: ObjectSchema, associatedWith: AssociatedWith | undefined): Group {
  if (associatedWith === undefined) return [];
  const plain = plainKind(object, object.schema.object(associatedWith.object));
  const condition = associationCondition(plain, "EQ", [associatedWith.id]);
  return condition === null ? [] : [condition];
}
