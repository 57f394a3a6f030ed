import { feed } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { endOfFeed, type Position } from "./read.ts";

/** Returns the position before the newest events of a project, whatever their types are. */
export async function positionOfNewest(
  { deps, principal }: Call<Pick<Deps, "db">>,
  count: number,
): Promise<Position> {
  const { epoch, number } = await endOfFeed({ deps, principal });
  const { purged_number: oldest } = await feed.readPosition(deps.db, principal);
  return { epoch, number: Math.max(oldest, number - count) };
}

/** Numbers that are read at once, since some events between two others may be gone. */
const SPAN = 50;

/**
 * Returns the position before the first event of a project since a time, or before the oldest that is kept. Times follow the
 * numbers except for moments.
 *
 * @param at ISO 8601
 */
export async function positionAt(
  { db }: Pick<Deps, "db">,
  principal: Principal,
  at: string,
): Promise<Position> {
  const { epoch, number: last } = await endOfFeed({ deps: { db }, principal });
  const { purged_number: oldest } = await feed.readPosition(db, principal);
  let [low, high] = [oldest, last];
  // Events up to `low` are older than the time. Events after `high` are not.
  while (low < high) {
    const above = Math.floor((low + high) / 2);
    const between = { project: principal.projectId, above, below: above + SPAN };
    const [first] = await feed.listChanged.all(db, between);
    if (first === undefined || first.created_at >= at) high = above;
    else low = first.number;
  }
  return { epoch, number: low };
}
