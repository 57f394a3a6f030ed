import type { StoredValue } from "@rapport/db";
import type { Deps } from "./deps.ts";
import { CrmError } from "./errors.ts";
import type { Principal } from "./principal.ts";

/** The list and filter that a cursor belongs to. It works for no other list, filter or project. */
export interface ListIdentity {
  readonly list: string;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** The part of a call that cursors need. */
interface Paging {
  readonly deps: Pick<Deps, "cursors">;
  readonly principal: Pick<Principal, "projectId">;
}

/**
 * Creates the cursor for the next page, encrypted so that a client can neither read nor change it.
 *
 * @param after last id or sort key of this page, or null on the last page, which has no cursor
 */
export function sealCursor(
  call: Paging,
  identity: ListIdentity,
  after: number | readonly unknown[] | null,
): string | null {
  if (after === null) return null;
  return sealPosition(call, identity, after);
}

/**
 * Opens a cursor of a list that is ordered by id.
 *
 * @returns last id of the previous page, 0 without a cursor
 * @throws CrmError INVALID_INPUT for a cursor that is foreign, was changed, or belongs to another list
 */
export function openCursor(
  call: Paging,
  identity: ListIdentity,
  cursor: string | undefined,
): number {
  return openPosition<number>(call, identity, cursor) ?? 0;
}

/** Creates the cursor of a list that is ordered by more than the id; see `sealCursor`. */
export function sealPosition(
  { deps, principal }: Paging,
  identity: ListIdentity,
  position: unknown,
): string {
  return deps.cursors.seal(JSON.stringify([listKey(principal, identity), position]));
}

/**
 * Opens a cursor of a list that is ordered by more than the id; see `openCursor`.
 *
 * @returns undefined without a cursor
 */
export function openPosition<T>(
  { deps, principal }: Paging,
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

/** Bytes of values after which a page ends, however few rows it has. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Cuts a page from its rows and one more row, which shows whether another page follows.
 *
 * @param measureSize returns roughly the bytes of a row; needed if rows can be large
 * @returns the rows of the page, and the id of its last row, or null if no page follows
 */
export function cutPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
  measureSize: (row: Row) => number = () => 0,
): { shown: readonly Row[]; next: number | null } {
  const shown = withinBytes(rows.slice(0, limit), measureSize);
  return { shown, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Cuts a page like `cutPage`. Reads large rows one after another with `read`, until the page is full.
 *
 * @param read returns the row with its values; undefined if it is gone
 * @returns the rows, and `last`: the given row at the end of the page, or null on the last page
 */
export async function readPage<Row, Whole>(
  rows: readonly Row[],
  { limit, maxBytes = MAX_PAGE_BYTES }: { readonly limit: number; readonly maxBytes?: number },
  read: (row: Row) => Whole | Promise<Whole | undefined>,
  measureSize: (row: Whole) => number,
): Promise<{ readonly shown: readonly Whole[]; readonly last: Row | null }> {
  const shown: Whole[] = [];
  let [done, bytes] = [0, 0];
  for (const row of rows.slice(0, limit)) {
    if (bytes > maxBytes) break;
    const reading = read(row);
    const whole = reading instanceof Promise ? await reading : reading;
    done++;
    if (whole === undefined) continue;
    shown.push(whole);
    bytes += measureSize(whole);
  }
  return { shown, last: done < rows.length ? (rows[done - 1] ?? null) : null };
}

/** Returns the first rows up to and including the one that exceeds the size of a page. */
function withinBytes<Row>(rows: readonly Row[], measureSize: (row: Row) => number): readonly Row[] {
  let bytes = 0;
  const last = rows.findIndex((row) => {
    bytes += measureSize(row);
    return bytes > MAX_PAGE_BYTES;
  });
  return last < 0 ? rows : rows.slice(0, last + 1);
}

/** Returns roughly the bytes of a record's values. */
export function bytesOfRecord({
  properties,
}: {
  readonly properties: Readonly<Record<string, StoredValue>>;
}): number {
  return jsonBytes(properties);
}

/** Returns roughly the bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 5;
  let bytes = 0;
  for (const one of Object.values(value)) bytes += jsonBytes(one);
  return bytes;
}

function foreignCursor(): CrmError {
  return invalidCursor("The cursor does not come from this list. Start without a cursor.");
}

function listKey(owner: Pick<Principal, "projectId">, { list, filter }: ListIdentity): string {
  return JSON.stringify([owner.projectId, list, Object.entries(filter).toSorted()]);
}

function invalidCursor(message: string): CrmError {
  return CrmError.ofIssue("INVALID_INPUT", { path: "cursor", code: "cursor_invalid", message });
}
