import { CrmError, type Issue } from "../../errors.ts";
import type { PropertyItem } from "../../records/property-input.ts";

/** The Workspace API's field names, and the properties that they stand for. */
export type Fields = Readonly<Record<string, string>>;

/** The fields of a request that are given, as property items. */
export function itemsOf(fields: Fields, input: object): readonly PropertyItem[] {
  return namesOf(fields, input).map((field) => ({
    internal_name: fields[field] as string,
    value: (input as Record<string, PropertyItem["value"]>)[field],
  }));
}

/** The field of each item that `itemsOf` makes. */
export function namesOf(fields: Fields, input: object): readonly string[] {
  return Object.keys(fields).filter(
    (field) => (input as Record<string, unknown>)[field] !== undefined,
  );
}

/** Faults of property items, told by the fields of the request instead. */
export function renameIssues(
  issues: readonly Issue[],
  fields: Fields,
  names: readonly string[],
): readonly Issue[] {
  return issues.map((issue) => ({ ...issue, path: renamed(issue.path, fields, names) }));
}

/** Runs a service, and tells its faults by the fields of the request. */
export async function byFieldNames<T>(
  fields: Fields,
  names: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CrmError) || error.issues.length === 0) throw error;
    const { code, message, headers, cause } = error;
    const issues = renameIssues(error.issues, fields, names);
    throw new CrmError(code, message, { issues, headers, cause });
  }
}

function renamed(path: string, fields: Fields, names: readonly string[]): string {
  const item = /^properties\.(\d+)\./.exec(path)?.[1];
  if (item !== undefined) return names[Number(item)] ?? path;
  if (path === "properties") return "";
  if (path.startsWith("associations.")) return "companyId";
  return Object.keys(fields).find((field) => fields[field] === path) ?? path;
}
