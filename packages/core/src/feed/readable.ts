import {
  associationLabel,
  EVENT_TYPES,
  OBJECT_TYPE_NAMES,
  OBJECT_TYPES,
  parseObjectType,
  subscribes,
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

function subjectOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}

/** Scopes of what is neither a record nor an association. */
const OTHER_SCOPES: Readonly<Record<string, string>> = {
  schema: "crm.schemas.read",
  template: "templates:read",
};

/** What the events of a feed may be about, with the scopes that reading them needs. */
const SUBJECTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
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
  return `crm.${OBJECT_TYPES[type].plural}.read`;
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
    .filter(([, scopes]) => scopes.every((scope) => principal.scopes.has(scope)))
    .map(([subject]) => subject);
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
 * @throws CrmError INSUFFICIENT_SCOPE naming the scopes, unless the caller may read events of each type
 */
export function requireReadable(principal: Principal, names: readonly string[]): readonly string[] {
  const known = [...new Set(names)].filter((name) => NAMES.has(name));
  const types = FEED_TYPES.filter((type) => subscribes(known, type));
  const named = [...new Set(types.map(subjectOf))];
  requireScopes(
    principal,
    named.flatMap((subject) => {
      const type = parseObjectType(subject);
      if (type !== undefined) return [readScope(type)];
      return OTHER_SCOPES[subject] ?? [];
    }),
  );
  if (named.includes("association")) requireAssociations(principal);
  return types;
}

/** An association needs the read scopes of both its types, so at least two of them. */
function requireAssociations(principal: Principal): void {
  const scopes = OBJECT_TYPE_NAMES.map(readScope);
  const missing = scopes.filter((scope) => !principal.scopes.has(scope));
  const lacking = 2 - (scopes.length - missing.length);
  if (lacking <= 0) return;
  const names = missing.join(" ");
  throw lacksScope(
    names,
    `Events of associations need the read scopes of two object types. The credential lacks ${lacking === 1 ? "one" : "two"} of ${names}.`,
  );
}
