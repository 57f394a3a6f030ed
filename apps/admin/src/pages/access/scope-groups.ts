import { TYPES, typeOfPlural } from "../../object-types.ts";

export interface ScopeGroup {
  readonly label: string;
  readonly scopes: readonly { readonly name: string; readonly allows: string }[];
}

/**
 * Scopes by what they are about.
 *
 * @param scopes each scope with what it allows, as `api.access.scopes` gives them
 */
export function scopeGroups(scopes: Readonly<Record<string, string>>): readonly ScopeGroup[] {
  const all = Object.entries(scopes).map(([name, allows]) => ({ name, allows }));
  const groups = Map.groupBy(all, ({ name }) => subjectOf(name));
  return [...groups].map(([subject, scopes]) => ({ label: labelOf(subject), scopes }));
}

/** `contacts` of `crm.contacts.read` and of `contacts:read`. */
function subjectOf(scope: string): string {
  return /^crm\.(.+)\.[a-z]+$/.exec(scope)?.[1] ?? scope.split(":")[0] ?? scope;
}

function labelOf(subject: string): string {
  const type = typeOfPlural(subject);
  if (type !== undefined) return TYPES[type].label;
  return `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`;
}
