import type { Issue } from "../errors.ts";

/**
 * Internal columns: never a property's name in any request (specification §11). `type` and `company`
 * are absent because the schema has properties of these names.
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

/** Longer names are not compared: the work per request stays bounded. */
const LONGEST_COMPARED = 64;
const LONGEST_QUOTE = 80;

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["pipeline_id", "pipeline"],
  ["pipelineId", "pipeline"],
  ["stage_id", "stage"],
  ["stageId", "stage"],
]);

/**
 * The fault of naming an internal field as a property (specification §2.2).
 *
 * @param name one of `FORBIDDEN_NAMES`
 * @param path where in the request it stands
 * @returns an issue `property_forbidden`; for pipeline and stage ids its `suggestion` is the alias to use
 */
export function forbiddenNameIssue(name: string, path: string): Issue {
  const message = `${quoted(name)} is an internal field and cannot be used as a property.`;
  const alias = ALIASES.get(name);
  if (alias === undefined) return { path, code: "property_forbidden", message };
  const advice = `${message} Use "${alias}" instead.`;
  return { path, code: "property_forbidden", message: advice, suggestion: alias };
}

/**
 * The fault of naming a property that is not in the schema (specification §11).
 *
 * @param name the property's name as the request has it
 * @param known every name the schema has for the object type
 * @param path where in the request it stands
 * @returns an issue `property_unknown`, with the nearest known name as `suggestion` when one is near
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

/**
 * The known name that differs least from the given one, case, `_` and `-` aside.
 *
 * @returns null when none is near enough to be a slip of the keyboard
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  if (name.length > LONGEST_COMPARED) return null;
  const wanted = fold(name);
  let nearest: string | null = null;
  let limit = Math.min(3, Math.floor(wanted.length / 3));
  for (const candidate of known) {
    const distance = editDistance(wanted, fold(candidate), limit);
    if (distance > limit) continue;
    nearest = candidate;
    limit = distance - 1;
    if (distance === 0) break;
  }
  return nearest;
}

/** What a request sent, short enough and safe to stand in a message. */
export function quoted(value: unknown): string {
  const text = String(value);
  if (text.length <= LONGEST_QUOTE) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, LONGEST_QUOTE - 1).toWellFormed()}…`);
}

/** Levenshtein's distance with swapped neighbours as one edit; anything above `limit` is only known to be above it. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
        swapped ? at(beforePrevious, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...current, ...previous) > limit) return limit + 1;
    [beforePrevious, previous] = [previous, current];
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
