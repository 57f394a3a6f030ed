import { setImmediate } from "node:timers";
import { type Issue, quoted } from "../errors.ts";

/**
 * Names of internal columns, which no property may have (specification §11). `type` and `company` are
 * absent because the schema has properties of these names.
 */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(
  [
    "cin",
    "id",
    "tenant",
    "tenant_id",
    "project",
    "project_id",
    "workspace_id",
    "record_id",
    "object_type",
    "object_type_id",
    "properties",
    "version",
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "deleted",
    "deleted_at",
    "deleted_by",
    "is_deleted",
    "pipeline_id",
    "stage_id",
  ].flatMap((name) => [name, camelCase(name)]),
);

const FORBIDDEN_IN_ANY_CASE = new Set([...FORBIDDEN_NAMES].map((name) => name.toLowerCase()));

/** Returns whether a new property must not have a name: that of an internal column, in any case. */
export function isForbiddenInAnyCase(name: string): boolean {
  return FORBIDDEN_IN_ANY_CASE.has(name.toLowerCase());
}

/** Longer names are not compared, so that the work per request stays bounded. */
const MAX_COMPARED_CHARACTERS = 64;

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["pipeline_id", "pipeline"],
  ["pipelineId", "pipeline"],
  ["stage_id", "stage"],
  ["stageId", "stage"],
]);

/**
 * Returns the issue for a property that is an internal field (specification §2.2).
 *
 * @param name one of `FORBIDDEN_NAMES`
 * @param path path of the name in the request
 * @param known names that the request may have besides those of properties, such as `createdAt`
 * @returns an issue `property_forbidden`; its `suggestion` is the name to use, if there is one
 */
export function forbiddenNameIssue(
  name: string,
  path: string,
  known: readonly string[] = [],
): Issue {
  const message = `${quoted(name)} is an internal field and cannot be used as a property.`;
  const alias = ALIASES.get(name) ?? known.find((one) => fold(one) === fold(name));
  if (alias === undefined) return { path, code: "property_forbidden", message };
  const advice = `${message} Use "${alias}" instead.`;
  return { path, code: "property_forbidden", message: advice, suggestion: alias };
}

/**
 * Returns the issue for a property that is not in the schema (specification §11).
 *
 * @param name name from the request
 * @param known all property names of the object type
 * @param path path of the name in the request
 * @returns an issue `property_unknown`; its `suggestion` is the nearest known name, if one is near
 */
export function unknownNameIssue(name: string, known: Iterable<string>, path: string): Issue {
  const message = `There is no property ${quoted(name)}.`;
  const suggestion = nearestName(name, known);
  if (suggestion === null) return { path, code: "property_unknown", message };
  return {
    path,
    code: "property_unknown",
    message: `${message} Did you mean "${suggestion}"?`,
    suggestion,
  };
}

/** Names that one turn of the event loop compares, in at most about 100 ms. */
const MAX_COMPARISONS = 5_000;
let comparisons = 0;

/** Counts a comparison of names. Returns whether this turn of the event loop may make it. */
function mayCompare(): boolean {
  if (comparisons === 0) {
    setImmediate(() => {
      comparisons = 0;
    });
  }
  comparisons++;
  return comparisons <= MAX_COMPARISONS;
}

/**
 * Returns the known name nearest to a given one. Ignores case, `_` and `-`.
 *
 * @returns null if no known name is within three edits, or fewer for a short name; also if many names were compared
 *   just before, so that a request with many wrong names does not hold up others
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > MAX_COMPARED_CHARACTERS) return null;
  const wanted = fold(name);
  let nearest: string | null = null;
  let limit = Math.min(3, Math.floor(wanted.length / 3));
  for (const candidate of known) {
    if (!mayCompare()) return null;
    const distance = editDistance(wanted, fold(candidate), limit);
    if (distance > limit) continue;
    nearest = candidate;
    limit = distance - 1;
    if (distance === 0) break;
  }
  return nearest;
}

/** Returns the known name nearest to a given one, if it is within `limit` edits. Null if none is. */
export function nameWithin(limit: number, name: string, known: readonly string[]): string | null {
  const near = known
    .map((one) => ({ one, distance: editDistance(name, one, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.one ?? null;
}

/**
 * Returns the Levenshtein distance, with a swap of neighbours as one edit. Above `limit` it is not exact.
 *
 * No library does this: `leven` counts a swap as two edits, so "emial" would not suggest "email", and
 * `damerau-levenshtein` is no longer maintained and has no types.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: Math.min(b.length, limit) + 1 }, (_, column) => column);
  let previousLeast = 0;
  for (let row = 1; row <= a.length; row++) {
    const current: number[] = [];
    let least = Infinity;
    // Cells further from the diagonal are above the limit.
    const last = Math.min(b.length, row + limit);
    for (let column = Math.max(0, row - limit); column <= last; column++) {
      const same = column > 0 && a[row - 1] === b[column - 1];
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const distance = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
        swapped ? at(beforePrevious, column - 2) + 1 : Infinity,
      );
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (Math.min(least, previousLeast) > limit) return limit + 1;
    [beforePrevious, previous, previousLeast] = [previous, current, least];
  }
  return at(previous, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

function fold(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
