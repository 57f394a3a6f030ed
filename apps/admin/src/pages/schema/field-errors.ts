import { issuesOf } from "../../ui/error-notice.tsx";

/**
 * The server's faults by the field that they are about.
 *
 * @param fields names of the form's fields, which the last part of an issue's path is
 * @returns null unless every fault is about one of them, so that each is told in one place
 */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
): Readonly<Record<string, string>> | null {
  const issues = issuesOf(error);
  const named = issues.map(({ path, message }) => [path.split(".").at(-1) ?? "", message] as const);
  if (named.length === 0 || !named.every(([field]) => fields.includes(field))) return null;
  return Object.fromEntries(named);
}
