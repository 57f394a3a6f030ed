import { issuesOf } from "./error-notice.tsx";

/**
 * The server's faults by the field of a form that they are of.
 *
 * @param fields names of the form's fields, as the procedure's input has them
 * @returns null when there is none, or one belongs to no field: then the whole error is to be shown
 */
export function fieldFaults<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> | null {
  const faults = issuesOf(error).map(({ path, message }) => ({
    field: fields.find((field) => path === field || path.startsWith(`${field}.`)),
    message,
  }));
  if (faults.length === 0 || faults.some(({ field }) => field === undefined)) return null;
  return Object.fromEntries(faults.map(({ field, message }) => [field, message])) as Partial<
    Record<Field, string>
  >;
}
