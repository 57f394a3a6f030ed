import { audit } from "@rapport/db";
import { type ObjectType, parseObjectType } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { recordName } from "../records/names.ts";
import { actorsOf, type LogActor, type LogSurface, storedActor, surfaceOf } from "./actors.ts";

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
  /** The entries that this one stands for, itself among them, and the time of the oldest; null for itself alone. */
  readonly run: { readonly count: number; readonly since: string } | null;
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
  /** Only changes of records with this action. Needs a type. */
  readonly action?: string | undefined;
  /** Whether like changes of records by programs become one entry. */
  readonly folds?: boolean | undefined;
}

export type Position = readonly [at: string, source: number, id: number];
/** An entry with its place in the log, before names are looked up. */
export type Found = Omit<LogEntry, "actor" | "id"> & { actor: string; position: Position };

/** Where entries come from; of one moment, those of the second come first. */
export const SOURCES = ["history", "audit"] as const;
export const HISTORY = 0;
const AUDIT = 1;

const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "9999-12-31T23:59:59.999Z";
/** The position before all entries. */
export const NEWEST: Position = [LATEST, AUDIT, Number.MAX_SAFE_INTEGER];

/** What a page shows, and the position after which the next page starts. */
export interface LogPage {
  readonly shown: readonly Found[];
  readonly next: Position | null;
}

/** Returns which sources a filter asks for. */
export function sourcesOf(filter: LogFilter) {
  const ofRecords = filter.objectType !== undefined || filter.recordId !== undefined;
  return {
    wantsAudit: !ofRecords && filter.isHistory !== true,
    wantsHistory: filter.projectId !== undefined && filter.subject === undefined,
  };
}

/** Compares positions: newer ones come first. */
export function newestFirst(a: Position, b: Position): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? 1 : -1;
  return b[1] - a[1] || b[2] - a[2];
}

/** Returns the page of a source after a position of the log. */
export function pageOf(
  filter: LogFilter,
  after: Position,
  source: number,
  limit: number,
): audit.LogPage {
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

/** Reads a page of the actions of admins. */
export async function auditPage(
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
    run: null,
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

/** Reads a page of the changes of records. */
export async function historyPage(
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
    action: filter.action,
  });
  return rows.map((row) => toFound(row, filter));
}

/** Returns the entry of a row of the history. */
export function toFound(row: audit.HistoryRow, filter: LogFilter): Found {
  return {
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
    run: null,
  };
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
