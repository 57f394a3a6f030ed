import { CrmError, type Issue } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";

/** Returns the refusal of a value that no record has, or several. */
export function noSingleRecord(
  { name, plural }: ObjectSchema,
  property: string,
  ids: readonly number[],
  path: string,
): CrmError {
  if (ids.length === 0) {
    const message = `There is no ${name} with this ${property} in this project.`;
    return new CrmError("NOT_FOUND", message, {
      issues: [{ path, code: "record_not_found", message }],
    });
  }
  const message = `Several ${plural} have this ${property}. Choose one by its id.`;
  const conflictingIds = ids.map(String);
  const issue: Issue = { path, code: "value_ambiguous", message, conflictingIds };
  return new CrmError("AMBIGUOUS", message, { issues: [issue] });
}
