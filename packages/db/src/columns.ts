/**
 * Column values in TypeScript, the same for both databases: 64-bit integers are numbers, times are ISO 8601
 * strings in UTC with milliseconds, JSON columns are values.
 */

/** JSON columns. SQLite stores them as text, so their type does not identify them. */
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
  "changes",
  "components",
  "definition",
  "details",
  "event_types",
  "progress",
  "properties",
  "public_jwk",
  "scopes",
  "settings",
]);

/**
 * Converts PostgreSQL's `2026-11-20 23:54:24.12+00`, its form if the session's time zone is UTC. Each row that a scan
 * reads has two of them.
 */
export function isoFromPostgres(text: string): string {
  const space = text.indexOf(" ");
  const seconds = text.slice(space + 1, space + 9);
  const fraction = text
    .slice(space + 10, -3)
    .slice(0, 3)
    .padEnd(3, "0");
  return `${text.slice(0, space)}T${seconds}.${fraction}Z`;
}

/** Upper bounds of the response times that `api_usage` counts, in milliseconds. `ms_more` counts longer ones. */
export const RESPONSE_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] as const;

/** The row of `installation_settings` that exists while admins need a second factor. */
export const FACTOR_RULE = "second_factor_required";

/** The row of `installation_settings` with the file of the newest backup. It is dated by the state that the file has. */
export const NEWEST_BACKUP = "newest_backup";

/** First and next text of the names that `mergedProperty` gives. */
export const MERGED_NAMES = { from: "~merged:", below: "~merged;" } as const;

/**
 * Returns the name of the index rows with the values of merged records, by which their primary records are found. No
 * property has this name.
 */
export function mergedProperty(property: string): string {
  return `${MERGED_NAMES.from}${property}`;
}
