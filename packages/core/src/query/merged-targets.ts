import { findPrimaries } from "../records/current.ts";
import { associationCondition } from "./association-conditions.ts";
import { type Condition, simplified } from "./condition.ts";
import type { SearchContext } from "./search-context.ts";

/**
 * Returns the search with the ids of primary records in place of those of records merged into them, in its conditions on
 * associations (specification §25). If none is merged, that costs one statement by primary key.
 */
export async function withPrimaries(context: SearchContext): Promise<SearchContext> {
  const { db, scope, search } = context;
  const wanted = search.groups.flat().flatMap(targetsOf);
  if (wanted.length === 0) return context;
  const primaries = await findPrimaries(db, scope, wanted);
  if (primaries.size === 0) return context;
  const resolve = (condition: Condition): Condition => {
    const targets = targetsOf(condition);
    if (condition.kind === "row" || targets.length === 0) return condition;
    const ids = targets.map(({ id }) => primaries.get(id) ?? id);
    return associationCondition(condition.association, "IN", ids) ?? condition;
  };
  const groups = simplified(search.groups.map((group) => group.map(resolve)));
  return { ...context, search: { ...search, groups } };
}

function targetsOf(condition: Condition) {
  if (condition.kind === "row") return [];
  return (condition.targets ?? []).map((id) => ({ type: condition.other, id }));
}
