import type { PayloadForm } from "@rapport/db";
import { listEventTypes, subscribes, WORKSPACE_SCOPES } from "@rapport/model";
import { lacksScope, requireScopes } from "../access/require-scope.ts";
import { CrmError } from "../errors.ts";
import type { ProjectSchema } from "../object-schema.ts";
import type { Principal } from "../principal.ts";

/** What a feed of a project can have. */
interface FeedNames {
  /** Event types. A test event goes to its endpoint only. */
  readonly types: readonly string[];
  /** What `types` may name: event types and patterns of one subject. */
  readonly names: ReadonlySet<string>;
  /** What events may be about, with the scopes that reading them needs. */
  readonly subjects: ReadonlyMap<string, readonly string[]>;
}

const NAMES = new WeakMap<ProjectSchema, FeedNames>();

function feedNames(schema: ProjectSchema): FeedNames {
  const known = NAMES.get(schema);
  if (known !== undefined) return known;
  const types = listEventTypes(schema.types).filter((type) => type !== "webhook.test");
  const made = {
    types,
    names: new Set(types.flatMap((type) => [type, `${eventSubject(type)}.*`])),
    subjects: subjectsIn(schema),
  };
  NAMES.set(schema, made);
  return made;
}

function subjectsIn({ types }: ProjectSchema): FeedNames["subjects"] {
  const ordered = types.toSorted((a, b) => a.associationRank - b.associationRank);
  return new Map<string, readonly string[]>([
    ...types.map((type) => [type.name, [readScope(type)]] as const),
    ...ordered.flatMap((from, at) =>
      ordered
        .slice(at)
        .map((to) => [`${from.name}_to_${to.name}`, [readScope(from), readScope(to)]] as const),
    ),
    ...Object.entries(OTHER_SCOPES).map(([subject, scope]) => [subject, [scope]] as const),
  ]);
}

/** Scopes of what is neither a record nor an association. */
const OTHER_SCOPES: Readonly<Record<string, string>> = {
  schema: "crm.schemas.read",
  template: "templates:read",
};

function readScope({ plural }: { readonly plural: string }): string {
  return `crm.${plural}.read`;
}

/** Returns the event types of a project's feed. */
function feedTypes(schema: ProjectSchema): readonly string[] {
  return feedNames(schema).types;
}

/** Returns what the events of a project's feed may be about. */
export function feedSubjects(schema: ProjectSchema): readonly string[] {
  return [...feedNames(schema).subjects.keys()];
}

/** Returns whether an event of a project's feed may be about something. */
export function isFeedSubject(schema: ProjectSchema, subject: string): boolean {
  return feedNames(schema).subjects.has(subject);
}

/** Returns the first part of an event type or a pattern. */
export function eventSubject(type: string): string {
  return type.slice(0, type.indexOf("."));
}

/**
 * Returns the scopes that a credential lacks to read events of a subject; all that exist for an unknown one. For their
 * compact form, the scope of the Workspace API is enough.
 */
export function missingScopes(
  schema: ProjectSchema,
  scopes: ReadonlySet<string>,
  subject: string,
  form: PayloadForm,
): readonly string[] {
  const { subjects } = feedNames(schema);
  const needed = subjects.get(subject) ?? [...new Set([...subjects.values()].flat())];
  return findLackedScopes(scopes, needed, form);
}

function findLackedScopes(
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
export function wantedEvents(
  schema: ProjectSchema,
  principal: Principal,
  names: readonly string[] | undefined,
): Wanted {
  const subjects = feedSubjects(schema).filter(
    (subject) => missingScopes(schema, principal.scopes, subject, "full").length === 0,
  );
  if (names === undefined) return { types: feedTypes(schema), subjects };
  const types = requireReadable(schema, principal, names);
  const issues = typeIssues(schema, names);
  if (issues.length > 0) throw new CrmError("INVALID_INPUT", "The request is invalid.", { issues });
  return { types, subjects };
}

/** Returns an issue for each name that is neither an event type of the feed nor a pattern of them. */
export function typeIssues(schema: ProjectSchema, names: readonly string[]): CrmError["issues"] {
  const known = feedNames(schema);
  return names
    .filter((name) => !known.names.has(name))
    .map((name) => ({
      path: "types",
      code: "event_type_unknown",
      message: `"${name.slice(0, 80)}" is not an event type of the feed; there are ${known.types.join(", ")}.`,
      allowed: known.types,
    }));
}

/**
 * Returns the event types that some names stand for. Skips unknown names; see `typeIssues`.
 *
 * @param form in which the caller gets the events
 * @throws CrmError INSUFFICIENT_SCOPE naming the scopes, unless the caller may read events of each type
 */
export function requireReadable(
  schema: ProjectSchema,
  principal: Principal,
  names: readonly string[],
  form: PayloadForm = "full",
): readonly string[] {
  const feed = feedNames(schema);
  const known = [...new Set(names)].filter((name) => feed.names.has(name));
  const types = feed.types.filter((type) => subscribes(known, type));
  const named = [...new Set(types.map(eventSubject))];
  const needed = named.flatMap((subject) => feed.subjects.get(subject) ?? []);
  requireScopes(principal, findLackedScopes(principal.scopes, needed, form));
  if (named.includes("association")) requireAssociations(schema, principal, form);
  return types;
}

/** An association needs the read scopes of both its types. They may be the same. */
function requireAssociations(
  { types }: ProjectSchema,
  principal: Principal,
  form: PayloadForm,
): void {
  const scopes = types.map(readScope);
  const missing = findLackedScopes(principal.scopes, scopes, form);
  if (missing.length < scopes.length) return;
  const names = missing.join(" ");
  throw lacksScope(
    names,
    `Events of associations need the read scopes of both object types. The credential lacks all of ${names}.`,
  );
}
