import { apiKeys, type Db, type endpoints, type PayloadForm } from "@rapport/db";
import { requireAnyScope, scopeSet } from "../access/require-scope.ts";
import type { BodyForm } from "../events/events.ts";
import {
  eventSubject,
  feedSubjects,
  isFeedSubject,
  missingScopes,
  requireReadable,
} from "../feed/readable.ts";
import type { ProjectSchema, SchemaCache } from "../object-schema.ts";
import { type Principal, storedActor } from "../principal.ts";

/**
 * Checks that a caller may have the events of an endpoint sent to it: it needs the read scope of each type that the endpoint
 * names (specification §17). `*` means every type that the caller may read, so one read scope is enough. Admins need no
 * scope.
 *
 * @throws CrmError INSUFFICIENT_SCOPE naming the scopes
 */
export function checkMayReceive(
  schema: ProjectSchema,
  principal: Principal,
  payload: PayloadForm,
  patterns: readonly string[],
): void {
  if (principal.kind === "user") return;
  requireReadable(schema, principal, patterns, payload);
  if (!patterns.includes("*")) return;
  const missing = feedSubjects(schema).map((subject) =>
    missingScopes(schema, principal.scopes, subject, payload),
  );
  if (missing.every(({ length }) => length > 0)) {
    requireAnyScope(principal, [...new Set(missing.flat())]);
  }
}

/** Returns whose access an endpoint gets if this caller registers it, in stored form. */
export function sendsAs(principal: Principal): string {
  return principal.kind === "user" ? ADMINS : storedActor(principal);
}

const ADMINS = "admins";

/** What an endpoint may be sent. */
export interface Access {
  readonly schema: ProjectSchema;
  /** Null for admins, who may read everything. */
  readonly scopes: ReadonlySet<string> | null;
  /** Parts of messages: who has these scopes, and why there are none. */
  readonly owner: string;
  readonly fault: string | null;
}

type Owned = Pick<endpoints.EndpointRow, "sends_as" | "created_at">;

/**
 * Looks up the access of endpoints of one project, as it is now.
 *
 * @param subjects what the events to send are about
 * @returns a function from an endpoint to its access
 */
export async function lookUpAccess(
  { db, schemas }: AccessDeps,
  { projectId }: Pick<Principal, "projectId">,
  rows: readonly Owned[],
  subjects: readonly (string | null)[] = [],
): Promise<(row: Owned) => Access> {
  const isBound = rows.some((row) => row.sends_as !== ADMINS);
  const keys = isBound ? await apiKeys.listApiKeys.all(db, { project: projectId }) : [];
  const cached = await schemas.get(projectId);
  // Another process may have added the type of a record just now, and what may not be read is never sent.
  const isCurrent = subjects.every((subject) => subject === null || isFeedSubject(cached, subject));
  const schema = isCurrent || !isBound ? cached : await schemas.renew(projectId);
  return ({ sends_as, created_at }) => {
    if (sends_as === ADMINS) return { schema, scopes: null, owner: "", fault: null };
    const access =
      sends_as === null
        ? unknownAccess(keys, created_at)
        : keyAccess(keys.find(({ id }) => `key:${id}` === sends_as));
    return { schema, ...access };
  };
}

/** `db` may be a transaction. */
export interface AccessDeps {
  readonly db: Db;
  readonly schemas: SchemaCache;
}

type KeyAccess = Omit<Access, "schema">;

type Key = Awaited<ReturnType<typeof apiKeys.listApiKeys.all>>[number];

function keyAccess(key: Key | undefined): KeyAccess {
  const owner = key === undefined ? "The API key that set it up" : `The API key “${key.name}”`;
  const fault = keyFault(key);
  return { scopes: scopeSet(fault === null ? (key?.scopes ?? []) : []), owner, fault };
}

function keyFault(key: Key | undefined): string | null {
  if (key === undefined) return "no longer exists";
  if (key.disabled_at !== null) return "is disabled";
  const hasExpired = key.expires_at !== null && key.expires_at <= new Date().toISOString();
  return hasExpired ? "has expired" : null;
}

/** Returns what every key may read that can have set up an endpoint whose key is not recorded. */
function unknownAccess(keys: readonly Key[], createdAt: string): KeyAccess {
  const able = keys.filter(
    (key) =>
      keyFault(key) === null &&
      key.created_at <= createdAt &&
      key.scopes.includes("webhooks:write"),
  );
  const owner = "One of the API keys that may have set it up";
  const [first, ...others] = able.map(({ scopes }) => scopes);
  if (first === undefined) return { scopes: new Set(), owner, fault: "is disabled or has expired" };
  const common = first.filter((scope) => others.every((scopes) => scopes.includes(scope)));
  return { scopes: scopeSet(common), owner, fault: null };
}

/**
 * Returns the form in which an event is sent, or null if it is not.
 *
 * @param access of the endpoint
 * @param payload of the delivery
 */
export function formFor(
  { schema, scopes }: Pick<Access, "schema" | "scopes">,
  event: { readonly type: string; readonly subject: string | null },
  payload: PayloadForm,
): BodyForm | null {
  if (scopes === null || event.type === "webhook.test") return payload;
  const subject = event.subject ?? eventSubject(event.type);
  if (missingScopes(schema, scopes, subject, "full").length === 0) return payload;
  // The body of an event that is older than the feed cannot be cut.
  if (payload === "full" || event.subject === null) return null;
  return missingScopes(schema, scopes, subject, "compact").length === 0 ? "fields" : null;
}

/** What an endpoint subscribes to, but is not sent. */
export interface NotSent {
  readonly events: readonly string[];
  readonly reason: string;
}

/** Returns what an endpoint subscribes to, but is not sent. Null if it is sent everything. */
export function notSentTo(
  { schema, scopes, owner, fault }: Access,
  { event_types, payload }: Pick<endpoints.EndpointRow, "event_types" | "payload">,
): NotSent | null {
  if (scopes === null) return null;
  const missing = new Map(
    Object.entries(Object.groupBy(feedSubjects(schema), subjectTopic)).flatMap(
      ([topic, subjects = []]) => {
        const each = subjects.map((subject) => missingScopes(schema, scopes, subject, payload));
        return each.some(({ length }) => length === 0) ? [] : [[topic, each] as const];
      },
    ),
  );
  const events = event_types.flatMap((pattern) =>
    pattern === "*" ? [...missing.keys()].map((topic) => `${topic}.*`) : [pattern],
  );
  const unsent = [...new Set(events)].filter((pattern) => missing.has(eventSubject(pattern)));
  if (unsent.length === 0) return null;
  const topics = new Set(unsent.map(eventSubject));
  const names = [...topics].flatMap((topic) =>
    topic === "association" ? [] : (missing.get(topic)?.flat() ?? []),
  );
  const needed = [
    ...(names.length > 0 ? [`the scopes ${[...new Set(names)].join(", ")}`] : []),
    ...(topics.has("association") ? ["the read scopes of two object types"] : []),
  ];
  return { events: unsent, reason: `${owner} ${fault ?? `lacks ${needed.join(" and ")}`}.` };
}

/** Returns how event types name a subject of the feed: all associations have one name. */
function subjectTopic(subject: string): string {
  return subject.includes("_to_") ? "association" : subject;
}
