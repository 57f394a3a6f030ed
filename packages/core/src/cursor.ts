import type { Deps } from "./deps.ts";
import { CrmError } from "./errors.ts";
import type { Principal } from "./principal.ts";

/** What a cursor belongs to: it is of no use for another list, another filter or another workspace. */
interface ListIdentity {
  readonly list: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Makes the cursor that a page ends with; sealed, so that a client can neither read nor change it.
 *
 * @param after the id, or the place, that the next page comes after; null, and then there is no cursor, on the last
 */
export function sealCursor(
  deps: Pick<Deps, "secrets">,
  principal: Principal,
  identity: ListIdentity,
  after: number | readonly unknown[] | null,
): string | null {
  if (after === null) return null;
  return sealPosition(deps, principal, identity, after);
}

/**
 * @returns the id to go on after, 0 without a cursor
 * @throws CrmError INVALID_INPUT for one that is not ours, was changed, or belongs to another list
 */
export function openCursor(
  deps: Pick<Deps, "secrets">,
  principal: Principal,
  identity: ListIdentity,
  cursor: string | undefined,
): number {
  return openPosition<number>(deps, principal, identity, cursor) ?? 0;
}

/** As `sealCursor`, for a list whose order takes more than an id. */
export function sealPosition(
  deps: Pick<Deps, "secrets">,
  owner: Pick<Principal, "projectId">,
  identity: ListIdentity,
  position: unknown,
): string {
  return deps.secrets.seal(JSON.stringify([identityOf(owner, identity), position]));
}

/**
 * As `openCursor`, for a list whose order takes more than an id.
 *
 * @returns undefined without a cursor
 */
export function openPosition<T>(
  deps: Pick<Deps, "secrets">,
  principal: Pick<Principal, "projectId">,
  identity: ListIdentity,
  cursor: string | undefined,
): T | undefined {
  if (cursor === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(deps.secrets.open(cursor));
  } catch {
    throw notOurs();
  }
  const [owner, position] = content as [string, T];
  if (owner !== identityOf(principal, identity)) {
    throw invalidCursor(
      "The cursor belongs to another list or filter; repeat the filter that it came with.",
    );
  }
  return position;
}

/**
 * Checks that a cursor is one of this installation's, for a request whose list and filter are not known because
 * other parts of it are invalid.
 *
 * @returns one issue, or none for a cursor that opens or is absent
 */
export function cursorIssues(deps: Pick<Deps, "secrets">, cursor: unknown): CrmError["issues"] {
  if (typeof cursor !== "string") return [];
  try {
    deps.secrets.open(cursor);
    return [];
  } catch {
    return notOurs().issues;
  }
}

function notOurs(): CrmError {
  return invalidCursor("The cursor is not one that this list gave out; start without one.");
}

function identityOf(owner: Pick<Principal, "projectId">, { list, filter }: ListIdentity): string {
  return JSON.stringify([owner.projectId, list, Object.entries(filter).toSorted()]);
}

function invalidCursor(message: string): CrmError {
  return new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "cursor", code: "cursor_invalid", message }],
  });
}
