import type { PayloadForm } from "@rapport/db";
import {
  associationLabel,
  builtInType,
  EVENT_TYPES,
  OBJECT_TYPE_NAMES,
  subscribes,
  WORKSPACE_SCOPES,
} from "@rapport/model";
import { lacksScope, requireScopes } from "../access/require-scope.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** Event types of the feed. A test event goes to its endpoint only. */
export const FEED_TYPES: readonly string[] = EVENT_TYPES.filter((type) => type !== "webhook.test");

/** What `types` may name: event types and patterns of one subject. */
const NAMES: ReadonlySet<string> = new Set(
  FEED_TYPES.flatMap((type) => [type, `${subjectOf(type)}.*`]),
);

/** Returns the first part of an event type or a pattern. */
export function subjectOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}

/** Scopes of what is neither a record nor an association. */
const OTHER_SCOPES: Readonly<Record<string, string>> = {
  schema: "crm.schemas.read",
  template: "templates:read",
};

/** What the events of a feed may be about, with the scopes that reading them needs. */
export const SUBJECTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...OBJECT_TYPE_NAMES.map((type) => [type, [readScope(type)]] as const),
  ...OBJECT_TYPE_NAMES.flatMap((from) =>
    OBJECT_TYPE_NAMES.flatMap((to) => {
      const label = associationLabel(from, to);
      return label?.from === from ? [[label.label, [readScope(from), readScope(to)]] as const] : [];
    }),
  ),
  ...Object.entries(OTHER_SCOPES).map(([subject, scope]) => [subject, [scope]] as const),
]);

function readScope(type: (typeof OBJECT_TYPE_NAMES)[number]): string {
  return `crm.${builtInType(type).plural}.read`;
}

/**
 * Returns the scopes that a credential lacks to read events of a subject; all that exist for an unknown one. For their
 * compact form, the scope of the Workspace API is enough.
 */
export function missingScopes(
  scopes: ReadonlySet<string>,
  subject: string,
  form: PayloadForm,
): readonly string[] {
  const needed = SUBJECTS.get(subject) ?? [...SUBJECTS.values()].flat();
  return lackedOf(scopes, needed, form);
}

function lackedOf(
  scopes: ReadonlySet<string>,
  needed: readonly string[],
  form: PayloadForm,
): readonly string[] {
  return needed.flatMap((scope) => {
    const other = form === "compact" ? workspaceScope(scope) : scope;
    return scopes.has(scope) || scopes.has(other) ? [] : [other];
  });
}

/** Returns the scope of the Workspace API for records of a type, or the same one if it does not return them. */
function workspaceScope(scope: string): string {
  const other = scope.replace(/^crm\.(\w+)\.read$/, "$1:read");
  return WORKSPACE_SCOPES.has(other) ? other : scope;
}

/** The events that a caller gets from a feed. */
export interface Wanted {
  readonly types: readonly string[];
  readonly subjects: readonly string[];
}

/**
 * Returns the events of a feed that a caller may read, of the named types.
 *
 * @param names event types, or patterns such as `contact.*`; every type that the caller may read if undefined
 * @throws CrmError INSUFFICIENT_SCOPE for a type that the caller may not read; INVALID_INPUT for an unknown one
 */
export function wantedEvents(principal: Principal, names: readonly string[] | undefined): Wanted {
  const subjects = [...SUBJECTS]
    .map(([subject]) => subject)
    .filter((subject) => missingScopes(principal.scopes, subject, "full").length === 0);
  if (names === undefined) return { types: FEED_TYPES, subjects };
  const types = requireReadable(principal, names);
  const issues = typeIssues(names);
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  return { types, subjects };
}

/** Returns an issue for each name that is neither an event type of the feed nor a pattern of them. */
export function typeIssues(names: readonly string[]): CrmError["issues"] {
  return names
    .filter((name) => !NAMES.has(name))
    .map((name) => ({
      path: "types",
      code: "event_type_unknown",
      message: `"${name.slice(0, 80)}" is not an event type of the feed; there are ${FEED_TYPES.join(", ")}.`,
      allowed: FEED_TYPES,
    }));
}

/**
 * Returns the event types that some names stand for. Skips unknown names; see `typeIssues`.
 *
 * @param form in which the caller gets the events
 * @throws CrmError INSUFFICIENT_SCOPE naming the scopes, unless the caller may read events of each type
 */
export function requireReadable(
  principal: Principal,
  names: readonly string[],
  form: PayloadForm = "full",
): readonly string[] {
  const known = [...new Set(names)].filter((name) => NAMES.has(name));
  const types = FEED_TYPES.filter((type) => subscribes(known, type));
  const named = [...new Set(types.map(subjectOf))];
  const needed = named.flatMap((subject) => SUBJECTS.get(subject) ?? []);
  requireScopes(principal, lackedOf(principal.scopes, needed, form));
  if (named.includes("association")) requireAssociations(principal, form);
  return types;
}

/** An association needs the read scopes of both its types, so at least two of them. */
function requireAssociations(principal: Principal, form: PayloadForm): void {
  const scopes = OBJECT_TYPE_NAMES.map(readScope);
  const missing = lackedOf(principal.scopes, scopes, form);
  const lacking = 2 - (scopes.length - missing.length);
  if (lacking <= 0) return;
  const names = missing.join(" ");
  throw lacksScope(
    names,
    `Events of associations need the read scopes of two object types. The credential lacks ${lacking === 1 ? "one" : "two"} of ${names}.`,
  );
}
