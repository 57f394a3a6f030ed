import type { Call } from "./call.ts";
import type { Deps } from "./deps.ts";
import { CrmError } from "./errors.ts";
import type { Principal } from "./principal.ts";

/** The list and filter that a cursor belongs to. It works for no other list, filter or project. */
export interface ListIdentity {
  readonly list: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Creates the cursor for the next page, encrypted so that a client can neither read nor change it.
 *
 * @param after last id or sort key of this page, or null on the last page, which has no cursor
 */
export function sealCursor(
  { deps, principal }: Call<Pick<Deps, "cursors">>,
  identity: ListIdentity,
  after: number | readonly unknown[] | null,
): string | null {
  if (after === null) return null;
  return sealPosition(deps, principal, identity, after);
}

/**
 * Opens a cursor of a list that is ordered by id.
 *
 * @returns last id of the previous page, 0 without a cursor
 * @throws CrmError INVALID_INPUT for a cursor that is foreign, was changed, or belongs to another list
 */
export function openCursor(
  { deps, principal }: Call<Pick<Deps, "cursors">>,
  identity: ListIdentity,
  cursor: string | undefined,
): number {
  return openPosition<number>(deps, principal, identity, cursor) ?? 0;
}

/** Creates the cursor of a list that is ordered by more than the id; see `sealCursor`. */
export function sealPosition(
  deps: Pick<Deps, "cursors">,
  owner: Pick<Principal, "projectId">,
  identity: ListIdentity,
  position: unknown,
): string {
  return deps.cursors.seal(JSON.stringify([listKey(owner, identity), position]));
}

/**
 * Opens a cursor of a list that is ordered by more than the id; see `openCursor`.
 *
 * @returns undefined without a cursor
 */
export function openPosition<T>(
  deps: Pick<Deps, "cursors">,
  principal: Pick<Principal, "projectId">,
  identity: ListIdentity,
  cursor: string | undefined,
): T | undefined {
  if (cursor === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(deps.cursors.open(cursor));
  } catch {
    throw foreignCursor();
  }
  const [owner, position] = content as [string, T];
  if (owner !== listKey(principal, identity)) {
    throw invalidCursor(
      "The cursor belongs to another list or filter. Repeat the filter of the request that returned it.",
    );
  }
  return position;
}

/**
 * Checks that a cursor comes from this installation, for a request that has other faults, so that its list
 * and filter are unknown.
 *
 * @returns one issue, or none if the cursor opens or is absent
 */
export function cursorIssues(deps: Pick<Deps, "cursors">, cursor: unknown): CrmError["issues"] {
  if (typeof cursor !== "string") return [];
  try {
    deps.cursors.open(cursor);
    return [];
  } catch {
    return foreignCursor().issues;
  }
}

function foreignCursor(): CrmError {
  return invalidCursor("The cursor does not come from this list. Start without a cursor.");
}

function listKey(owner: Pick<Principal, "projectId">, { list, filter }: ListIdentity): string {
  return JSON.stringify([owner.projectId, list, Object.entries(filter).toSorted()]);
}

function invalidCursor(message: string): CrmError {
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "cursor", code: "cursor_invalid", message }],
  });
}
