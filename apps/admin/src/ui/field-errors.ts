import { issuesOf } from "./error-notice.tsx";

/**
 * Assigns the server's issues to the fields of a form.
 *
 * @param fields names of the fields: a part of each issue's path, such as `label` in `stage.label`
 * @returns null if there are no issues or one matches no field: then show the whole error
 */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> | null {
  const errors = issuesOf(error).map(({ path, message }) => ({
    field: fields.find((field) => path.split(".").includes(field)),
    message,
  }));
  if (errors.length === 0 || errors.some(({ field }) => field === undefined)) return null;
  return Object.fromEntries(errors.map(({ field, message }) => [field, message])) as Partial<
    Record<Field, string>
  >;
}
