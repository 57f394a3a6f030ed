import { duplicatePairs } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { Principal } from "../principal.ts";
import { hasKeys } from "./keys.ts";

/** Counting stops here. */
const MAX_COUNTED = 1_000;

/** The number of open candidates of a type. */
export interface CandidateCount {
  readonly type: string;
  readonly count: number;
  /** True if there are more than were counted. */
  readonly isMore: boolean;
}

/** Counts the open candidates of each type whose records can have any. */
export async function countCandidates(
  { db, schemas }: Pick<Deps, "db" | "schemas">,
  principal: Principal,
): Promise<readonly CandidateCount[]> {
  const schema = await schemas.get(principal.projectId);
  const types = schema.types.filter(hasKeys).map(({ name }) => name);
  return Promise.all(
    types.map(async (type) => {
      const count = await duplicatePairs.countOpen(db, principal, type, MAX_COUNTED + 1);
      return { type, count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
    }),
  );
}
