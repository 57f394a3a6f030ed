import { duplicatePairs, duplicateWork } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { openPosition, sealCursor } from "../paging.ts";
import { type NamedRecord, readNamed } from "../records/names.ts";
import { type DuplicateReason, hasKeys, reasonByKey } from "./keys.ts";

/** Two records that may be the same. */
export interface Candidate {
  /** The older record. */
  readonly one: NamedRecord;
  /** The newer record. */
  readonly other: NamedRecord;
  /** What they have in common. */
  readonly reasons: readonly DuplicateReason[];
}

type Place = readonly [high: number, low: number];

const START: Place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/**
 * Lists the candidates of a type that no admin has merged or dismissed, those of the newest records first, one page at
 * a time. A page may be short or empty although more pages follow.
 *
 * @throws CrmError INVALID_INPUT for a cursor of another list
 */
export async function listCandidates(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  query: { type: string; cursor?: string | undefined; limit: number },
): Promise<{ candidates: readonly Candidate[]; nextCursor: string | null }> {
  const { type, cursor, limit } = query;
  const identity = { list: "duplicates", filter: { type } };
  const [high, low] = openPosition<Place>({ deps, principal }, identity, cursor) ?? START;
  const page = { type, below: { high, low }, limit: limit + 1 };
  const rows = await duplicatePairs.listOpen(deps.db, principal, page);
  const shown = rows.slice(0, limit);
  const ids = new Set(shown.flatMap(({ high, low }) => [high, low]));
  const schema = await deps.schemas.get(principal.projectId);
  const live = await readNamed(deps.db, principal, schema, [...ids]);
  const candidates = shown.flatMap((row) => {
    const [one, other] = [live.get(row.low), live.get(row.high)];
    // The worker removes the pairs of a record soon after it was deleted, merged or erased.
    if (one === undefined || other === undefined) return [];
    const keys = row.keys.filter((key) => key !== duplicatePairs.ANY_KEY);
    const reasons = [...new Set(keys.map(reasonByKey))];
    return [{ one, other, reasons }];
  });
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const place = last === undefined ? null : [last.high, last.low];
  return { candidates, nextCursor: sealCursor({ deps, principal }, identity, place) };
}

/**
 * Says whether two records are different. Then they are no candidates again until they have another value in common.
 *
 * @throws CrmError NOT_FOUND if they never were candidates
 */
export async function dismissCandidate(
  { deps, principal }: Call<Pick<Deps, "db">>,
  pair: { oneId: number; otherId: number; isDifferent: boolean },
): Promise<void> {
  const low = Math.min(pair.oneId, pair.otherId);
  const high = Math.max(pair.oneId, pair.otherId);
  const at = pair.isDifferent ? new Date().toISOString() : null;
  const isPair = await deps.db.transaction(async (tx) => {
    // A comparison that has read the pair as open would remove it, or add keys that the admin has not seen.
    await duplicateWork.awaitComparison(tx, principal);
    return duplicatePairs.markPair(tx, principal, { low, high }, at);
  });
  if (isPair) return;
  const message = `The records ${low} and ${high} are not listed as possible duplicates.`;
  throw new CrmError("NOT_FOUND", message);
}

/** Counting stops here. */
const MAX_COUNTED = 1_000;

/** The number of open candidates of a type. */
interface CandidateCount {
  readonly type: string;
  readonly count: number;
  /** True if there are more than were counted. */
  readonly isMore: boolean;
}

/** Counts the open candidates of each type whose records can have any. */
export async function countCandidates({
  deps,
  principal,
}: Call<Pick<Deps, "db" | "schemas">>): Promise<readonly CandidateCount[]> {
  const schema = await deps.schemas.get(principal.projectId);
  const types = schema.types.filter(hasKeys).map(({ name }) => name);
  return Promise.all(
    types.map(async (type) => {
      const count = await duplicatePairs.countOpen(deps.db, principal, type, MAX_COUNTED + 1);
      return { type, count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
    }),
  );
}
