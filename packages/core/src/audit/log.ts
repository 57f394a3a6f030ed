import { audit, recordScan } from "@rapport/db";
import { type ObjectType, parseObjectType } from "@rapport/model";
import { openPosition, sealPosition } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { recordName } from "../records/names.ts";
import {
  actorsOf,
  type LogActor,
  type LogSurface,
  nameActors,
  storedActor,
  surfaceOf,
} from "./actors.ts";

/** The object of an action: a record with its type, id and name, or a client, key or admin with its name. */
export interface LogSubject {
  readonly kind: string;
  readonly id: string | null;
  readonly label: string;
  /** True for a record that is now in the bin. */
  readonly isDeleted: boolean;
}

/** One action in the log. */
export interface LogEntry {
  /** `audit:…` for an admin's action, `history:…` for a change of a record. */
  readonly id: string;
  readonly at: string;
  readonly actor: LogActor;
  readonly surface: LogSurface;
  /**
   * `created` and similar for a change of a record, otherwise the procedure: `clients.create`. A merged record was
   * `merged_into` the other one, or `unmerged_from` it.
   */
  readonly action: string;
  readonly subject: LogSubject;
  /** The other record if the action associated, dissociated, merged or unmerged two records. */
  readonly other: LogSubject | null;
  /** Null if the action concerns the whole installation. */
  readonly projectId: number | null;
  /** Property changes of a record. */
  readonly changes: readonly {
    readonly property: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
  /** The admin's input, without secrets. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface LogFilter {
  readonly projectId?: number | undefined;
  readonly actor?: string | undefined;
  readonly surface?: LogSurface | undefined;
  /** Only admins' actions on this object, in its stored form: `client:rpc…`. */
  readonly subject?: string | undefined;
  readonly objectType?: ObjectType | undefined;
  readonly recordId?: number | undefined;
  /** Only the record's creation and changes of this property. */
  readonly property?: string | undefined;
  /** ISO 8601 */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only changes of records. */
  readonly isHistory?: boolean;
}

type Position = readonly [at: string, source: number, id: number];
type Found = Omit<LogEntry, "actor" | "id"> & { actor: string; position: Position };

const SOURCES = ["history", "audit"] as const;
const [HISTORY, AUDIT] = [0, 1] as const;

/**
 * Lists actions, newest first, one page at a time: those of admins and, within a project, all changes of its
 * records. Without a project, changes of records are left out.
 *
 * @throws CrmError INVALID_INPUT for a cursor of another list or filter
 */
export async function listLog(
  deps: Pick<Deps, "db" | "secrets">,
  filter: LogFilter,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ entries: readonly LogEntry[]; nextCursor: string | null }> {
  const owner = { projectId: filter.projectId ?? 0 };
  const identity = { list: "audit", filter: identityOf(filter) };
  const after = openPosition<Position>(deps, owner, identity, page.cursor) ?? NEWEST;
  const ofRecords = filter.objectType !== undefined || filter.recordId !== undefined;
  const wantsAudit = !ofRecords && filter.isHistory !== true;
  const wantsHistory = filter.projectId !== undefined && filter.subject === undefined;
  const [done, changed] = await Promise.all([
    wantsAudit ? auditPage(deps, filter, after, page.limit + 1) : [],
    wantsHistory ? historyPage(deps, filter, after, page.limit + 1) : [],
  ]);
  const found = [...done, ...changed].toSorted((a, b) => newestFirst(a.position, b.position));
  const shown = found.slice(0, page.limit);
  const name = await nameActors(
    deps,
    shown.flatMap(({ actor, subject }) => [actor, actorInSubject(subject) ?? actor]),
  );
  const named = await nameOthers(deps, owner, shown);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ position: [, source, id], ...entry }) => ({
      id: `${SOURCES[source]}:${id}`,
      ...entry,
      actor: name(entry.actor),
      subject: namedActor(entry.subject, name),
      other: entry.other && named(entry.other, entry.action),
    })),
    nextCursor:
      last !== undefined && found.length > page.limit
        ? sealPosition(deps, owner, identity, last.position)
        : null,
  };
}

/** Clients, keys and admins can be the object of an action too; they have the same names as actors. */
function actorInSubject({ kind, id }: LogSubject): string | null {
  const isActor = id !== null && ["client", "key", "admin"].includes(kind);
  return isActor ? storedActor(`${kind}:${id}`) : null;
}

function namedActor(subject: LogSubject, name: (stored: string) => LogActor): LogSubject {
  const stored = actorInSubject(subject);
  return stored === null ? subject : { ...subject, label: name(stored).label };
}

function identityOf(filter: LogFilter): Readonly<Record<string, unknown>> {
  const { actor, surface, subject, objectType, recordId, property, from, to, isHistory } = filter;
  const given = { actor, surface, subject, objectType, recordId, property, from, to, isHistory };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function newestFirst(a: Position, b: Position): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? 1 : -1;
  return b[1] - a[1] || b[2] - a[2];
}

function pageOf(filter: LogFilter, after: Position, source: number, limit: number): audit.LogPage {
  const [at, other, id] = after;
  // Among entries of the same moment, all of one source come before all of the other.
  const before = source === other ? id : source < other ? Number.MAX_SAFE_INTEGER : 0;
  return {
    project: filter.projectId ?? null,
    actor: storedActor(filter.actor),
    actors: actorsOf(filter.surface),
    from: filter.from ?? EARLIEST,
    to: filter.to ?? LATEST,
    at,
    before,
    limit,
  };
}

async function auditPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<readonly Found[]> {
  const rows = await audit.listAudit(deps.db, {
    ...pageOf(filter, after, AUDIT, limit),
    subject: filter.subject ?? null,
    surface: filter.surface ?? null,
  });
  return rows.map((row) => ({
    position: [row.at, AUDIT, row.id],
    at: row.at,
    actor: row.actor,
    surface: row.surface as LogSurface,
    action: row.action,
    subject: subjectOf(row.subject),
    other: null,
    projectId: row.project_id,
    changes: [],
    details: row.details as Record<string, unknown>,
  }));
}

function subjectOf(stored: string): LogSubject {
  const at = stored.indexOf(":");
  if (at < 0) return { kind: stored, id: null, label: stored, isDeleted: false };
  const id = stored.slice(at + 1);
  const kind = stored.slice(0, at);
  const isRecord = parseObjectType(kind) !== undefined;
  return { kind, id, label: isRecord ? `#${id}` : id, isDeleted: false };
}

async function historyPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<readonly Found[]> {
  const rows = await audit.listHistory(deps.db, {
    ...pageOf(filter, after, HISTORY, limit),
    type: filter.objectType ?? null,
    record: filter.recordId ?? null,
    property: filter.property,
  });
  return rows.map((row) => ({
    position: [row.at, HISTORY, row.id],
    at: row.at,
    actor: row.actor,
    surface: surfaceOf(row.actor),
    subject: {
      kind: row.type,
      id: String(row.record_id),
      label: recordName(row.type as ObjectType, row.record_id, row.properties),
      isDeleted: row.deleted_at !== null && row.erased_at === null,
    },
    ...changeParts(row),
    projectId: filter.projectId ?? null,
    details: {},
  }));
}

type ChangeParts = Pick<LogEntry, "action" | "changes" | "other">;

type ChangeRow = Pick<audit.HistoryRow, "action" | "changes" | "type">;

/** Returns what a row of the history of a record says, without the names of other records. */
export function changeParts(row: ChangeRow): ChangeParts {
  const { action, changes } = row;
  if (action === "merged" || action === "unmerged") return mergeParts(row);
  const all = Object.entries(changes);
  const [first] = all;
  if (first !== undefined && (action === "associated" || action === "dissociated")) {
    const [kind, [, id]] = first;
    const other = { kind, id: String(id), label: `#${id}`, isDeleted: false };
    return { action, changes: [], other };
  }
  return { action, changes: all.map(toChange), other: null };
}

function mergeParts({ action, type: kind, changes }: ChangeRow): ChangeParts {
  const { "merge.id": merged, "merge.into": primary, ...values } = changes;
  const [before, after] = merged ?? primary ?? [null, null];
  const id = after ?? before;
  const passive = action === "merged" ? "merged_into" : "unmerged_from";
  return {
    action: merged === undefined ? passive : action,
    changes: Object.entries(values).map(toChange),
    // An erasure removes the ids from the history.
    other: id === null ? null : { kind, id: String(id), label: `#${id}`, isDeleted: false },
  };
}

function toChange([property, [from, to]]: [string, readonly [unknown, unknown]]) {
  return { property, from, to };
}

/** Looks up the names of the other records. A deleted or merged record keeps its number as its name. */
export async function nameOthers(
  deps: Pick<Deps, "db">,
  scope: { projectId: number },
  entries: readonly Pick<LogEntry, "other">[],
): Promise<(other: LogSubject, action: string) => LogSubject> {
  const ids = entries.flatMap(({ other }) => (other === null ? [] : [Number(other.id)]));
  const live = await recordScan.findMany(deps.db, scope, [...new Set(ids)]);
  return (other, action) => {
    const row = live.get(Number(other.id));
    // The page of a merged record leads to the one that it was merged into.
    if (row === undefined) return { ...other, isDeleted: !/merged/.test(action) };
    return { ...other, label: recordName(row.type as ObjectType, row.id, row.properties) };
  };
}

const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "9999-12-31T23:59:59.999Z";
const NEWEST: Position = [LATEST, AUDIT, Number.MAX_SAFE_INTEGER];
