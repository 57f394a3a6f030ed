import { addDecimals, type PropertyDefinition } from "@rapport/model";
import type { Deps } from "../deps.ts";
import type { ObjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";
import type { Total } from "./count-search.ts";
import { everyMatch } from "./search/matches.ts";
import { type Search, searchContext } from "./search/search-context.ts";

/** Records that have one value of a property. */
export interface CountedGroup {
  /** Null for records without a value. */
  readonly value: string | boolean | null;
  /** Of a stage: the pipeline that it is in. */
  readonly pipeline: string | null;
  count: number;
  /** Exact sums; of money, one for each currency. Null as a key for any other number. */
  readonly sums: Map<string | null, string>;
}

/** What to count records of a type by, and which number to add up. */
export interface Grouping {
  readonly object: ObjectSchema;
  readonly by: PropertyDefinition | undefined;
  readonly sum: PropertyDefinition | undefined;
}

/** Most groups that are counted. The records of all others are counted together with those without a value. */
const MOST_GROUPS = 10_000;

/**
 * Counts the records that a search finds by the values of a property, and adds up a number. Others' requests run meanwhile.
 *
 * @param isEnough asked after each chunk; if it returns true, the count ends there and is not complete
 */
export async function countGroups(
  deps: Pick<Deps, "db" | "scan">,
  scope: Principal,
  search: Search,
  { object, by, sum, isEnough }: Grouping & { readonly isEnough: () => boolean },
): Promise<{ readonly groups: readonly CountedGroup[]; readonly total: Total }> {
  const groups = new Map<string, CountedGroup>();
  const currencyOf = object.money?.amount === sum?.name ? object.money?.currency : undefined;
  let value = 0;
  for await (const { found } of everyMatch(searchContext(deps, scope, search), null)) {
    for (const [, { properties }] of found) {
      value++;
      const amount = sum && properties[sum.name];
      const currency = currencyOf === undefined ? null : groupText(properties[currencyOf]);
      const pipeline = by?.name === "stage" ? groupText(properties.pipeline) : null;
      const values = by === undefined ? [null] : [properties[by.name] ?? null].flat();
      for (const one of values.length === 0 ? [null] : values) {
        const group = groupOf(groups, one, pipeline);
        group.count++;
        if (typeof amount !== "string") continue;
        group.sums.set(currency, addDecimals(group.sums.get(currency) ?? "0", amount));
      }
    }
    if (isEnough()) return { groups: [...groups.values()], total: { value, relation: "gte" } };
  }
  return { groups: [...groups.values()], total: { value, relation: "eq" } };
}

function groupOf(
  groups: Map<string, CountedGroup>,
  given: string | boolean | null,
  pipeline: string | null,
): CountedGroup {
  const wanted = JSON.stringify([given, pipeline]);
  const known = groups.get(wanted);
  if (known !== undefined) return known;
  const value = groups.size < MOST_GROUPS ? given : null;
  const key = JSON.stringify([value, pipeline]);
  const group = groups.get(key) ?? { value, pipeline, count: 0, sums: new Map() };
  groups.set(key, group);
  return group;
}

function groupText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
