import { type Issue, issuesOf } from "../../../ui/pages/error-notice.tsx";

export interface FormErrors {
  /** The issue of each property, by internal name. */
  readonly fields: ReadonlyMap<string, Issue>;
  /** Whether every error is one of a property that the form shows. */
  readonly areAllPlaced: boolean;
}

/**
 * Assigns the server's errors to the properties of the form.
 *
 * @param items the properties as they were sent
 * @param names the properties that the form shows
 * @param own issues that the form found before it sent anything; their paths are names of properties
 */
export function formErrors(
  error: unknown,
  items: readonly { readonly internal_name: string }[],
  names: ReadonlySet<string>,
  own: readonly Issue[],
): FormErrors {
  const issues = issuesOf(error);
  const fields = new Map(own.map((issue) => [issue.path, issue]));
  let placed = 0;
  for (const issue of issues) {
    const name = nameOf(issue, items);
    if (name === undefined || !names.has(name)) continue;
    placed++;
    if (!fields.has(name)) fields.set(name, issue);
  }
  return { fields, areAllPlaced: issues.length > 0 && placed === issues.length };
}

function nameOf(
  { path, code }: Issue,
  items: readonly { readonly internal_name: string }[],
): string | undefined {
  const [, index] = /^properties\.(\d+)(?:\.|$)/.exec(path) ?? [];
  if (index !== undefined) return items[Number(index)]?.internal_name;
  // This issue has no path to a property if none of the properties was sent.
  return /^(.+?)(?:_or_.+)?_required$/.exec(code ?? "")?.[1] ?? path;
}
