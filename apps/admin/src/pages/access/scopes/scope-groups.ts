import { typeNames, typeOfPlural } from "../../../object-types.ts";

export interface ScopeGroup {
  /** The scopes of whole records (`crm.`) of a key are apart, because they serve another purpose. */
  readonly isOfPublicApi: boolean;
  readonly label: string;
  readonly scopes: readonly { readonly name: string; readonly allows: string }[];
}

/**
 * Groups scopes by resource.
 *
 * @param scopes description of each scope, from `api.access.scopes`
 */
export function scopeGroups(scopes: Readonly<Record<string, string>>): readonly ScopeGroup[] {
  const all = Object.entries(scopes).map(([name, allows]) => ({ name, allows }));
  const groups = Map.groupBy(all, ({ name }) => `${isOfPublicApi(name)} ${subjectOf(name)}`);
  return [...groups.values()].map((scopes) => {
    const { name } = scopes[0] as (typeof scopes)[number];
    return { isOfPublicApi: isOfPublicApi(name), label: labelOf(subjectOf(name)), scopes };
  });
}

/** Returns whether nothing can undo what a scope allows. */
export function isIrreversible(scope: string): boolean {
  return scope.endsWith(".erase");
}

function isOfPublicApi(scope: string): boolean {
  return scope.startsWith("crm.");
}

/** Returns `contacts` for `crm.contacts.read` and `contacts:read`. */
function subjectOf(scope: string): string {
  return /^crm\.(.+)\.[a-z]+$/.exec(scope)?.[1] ?? scope.split(":")[0] ?? scope;
}

function labelOf(subject: string): string {
  const type = typeOfPlural(subject);
  if (type !== undefined) return typeNames(type).label;
  return `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`;
}
