import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import type { Total } from "./count-search.ts";
import { EVERY_ID } from "./search/id-range.ts";
import { everyMatch } from "./search/matches.ts";
import { type Search, searchContext } from "./search/search-context.ts";
import { byId } from "./search/sources.ts";

/** Ids that one statement reads. */
const CHUNK = 5_000;

/**
 * Counts all records that meet a search. Others' requests run meanwhile.
 *
 * @param isEnough asked after each chunk; if it returns true, the count ends there and says that there are at least as
 *   many
 */
export async function countEvery(
  deps: Pick<Deps, "db" | "scan">,
  scope: Principal,
  search: Search,
  isEnough: () => boolean,
): Promise<Total> {
  const sort = { by: null, direction: "asc" } as const;
  const context = searchContext(deps, scope, { ...search, sort });
  const counts = search.groups.some((group) => group.length === 0)
    ? everyId(byId(context, EVERY_ID))
    : everyMatching(context);
  let value = 0;
  for await (const count of counts) {
    value += count;
    if (isEnough()) return { value, relation: "gte" };
  }
  return { value, relation: "eq" };
}

/** Yields how many records of the type each chunk has, without reading them. */
async function* everyId(source: ReturnType<typeof byId>): AsyncGenerator<number> {
  let after: Awaited<ReturnType<typeof source>>["next"] = null;
  do {
    const { positions, next } = await source(after, CHUNK);
    yield positions.length;
    after = next;
  } while (after !== null);
}

async function* everyMatching(context: Parameters<typeof everyMatch>[0]): AsyncGenerator<number> {
  for await (const { found } of everyMatch(context, null)) yield found.length;
}
