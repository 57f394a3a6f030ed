import { PUBLIC_SCOPES } from "@rapport/model";

/** Scopes for records of all types of a project's own, later ones too (specification §5.1). */
const CUSTOM = /^crm\.custom\.(read|write|delete|erase)$/;

/** Returns the scopes of a credential as a set that knows what `crm.custom.*` stands for. */
export function scopeSet(scopes: Iterable<string>): ReadonlySet<string> {
  const all = [...scopes];
  return all.some((scope) => CUSTOM.test(scope)) ? new CustomScopes(all) : new Set(all);
}

/** Whether a type is there is checked before the scope, so each type that is not built in is one of the project's own. */
class CustomScopes extends Set<string> {
  override has(scope: string): boolean {
    if (super.has(scope)) return true;
    const access = /^crm\.\w+\.(\w+)$/.exec(scope)?.[1];
    return access !== undefined && !PUBLIC_SCOPES.has(scope) && super.has(`crm.custom.${access}`);
  }
}
