import { audit, recordsById } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { ASSOCIATION_TYPE } from "../records/history.ts";
import { namingProperties, recordName } from "../records/names.ts";
import { actorPattern, actorSurface, type LogSurface, storedActor } from "./actors.ts";
import type { Found, LogEntry, LogFilter, LogSubject, Position } from "./log-entry.ts";

/** Reads a page of the actions of admins. */
export async function auditPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<readonly Found[]> {
  const rows = await audit.listAudit(deps.db, {
    ...sourcePage(filter, after, AUDIT, limit),
    tenant: filter.tenantId ?? null,
    subject: filter.subject ?? null,
    surface: filter.surface ?? null,
  });
  return rows.map((row) => ({
    position: [row.at, AUDIT, row.id],
    at: row.at,
    actor: row.actor,
    surface: row.surface as LogSurface,
    action: row.action,
    subject: readSubject(row.subject, row.action === "records.export"),
    other: null,
    projectId: row.project_id,
    changes: [],
    details: row.details as Record<string, unknown>,
    run: null,
  }));
}

function readSubject(stored: string, isRecord: boolean): LogSubject {
  const at = stored.indexOf(":");
  if (at < 0) return { kind: stored, id: null, label: stored, isDeleted: false };
  const id = stored.slice(at + 1);
  const kind = stored.slice(0, at);
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
    ...sourcePage(filter, after, HISTORY, limit),
    type: filter.objectType ?? null,
    record: filter.recordId ?? null,
    property: filter.property,
    action: filter.action,
  });
  return rows.map((row) => toFound(row, filter));
}

/** Returns the entry of a row of the history; without values if the record is erased, though some may still be stored. */
export function toFound(row: audit.HistoryRow, filter: LogFilter): Found {
  const isErased = row.erased_at !== null;
  return {
    position: [row.at, HISTORY, row.id],
    at: row.at,
    actor: row.actor,
    surface: actorSurface(row.actor),
    subject: unnamedRecord(row.type, row.record_id),
    ...changeParts(row),
    ...(isErased && { changes: [] }),
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
  const [first] = all.filter(([name]) => name !== ASSOCIATION_TYPE);
  if (first !== undefined && (action === "associated" || action === "dissociated")) {
    const [kind, [, id]] = first;
    const other = unnamedRecord(kind, Number(id));
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
    other: id === null ? null : unnamedRecord(kind, Number(id)),
  };
}

/** Returns a record whose name was not looked up. */
export function unnamedRecord(type: string, id: number): LogSubject {
  return { kind: type, id: String(id), label: `#${id}`, isDeleted: false };
}

/**
 * Looks up the names of records.
 *
 * @returns a function that returns a record with its name, or undefined if it was erased or removed for good
 */
export async function nameRecords(
  deps: Pick<Deps, "db" | "schemas">,
  scope: { projectId: number },
  records: readonly LogSubject[],
): Promise<(record: LogSubject) => LogSubject | undefined> {
  const ids = new Set(records.map(({ id }) => Number(id)));
  const schema = await deps.schemas.get(scope.projectId);
  const names = namingProperties(schema);
  const kept = await recordsById.findKept(deps.db, scope, [...ids], names);
  return (record) => {
    const row = kept.get(Number(record.id));
    return (
      row && {
        ...record,
        label: recordName(schema.object(row.type), row),
        isDeleted: row.deleted_at !== null && row.merged_into === null,
      }
    );
  };
}

/** Returns the other record of an action, if it has no name any more. */
export function lostOther(other: LogSubject, action: string): LogSubject {
  // The page of a merged record leads to the one that it was merged into.
  return { ...other, isDeleted: !/merged/.test(action) };
}

/** Sources of entries. Among entries of the same time, those of `audit` come first. */
export const SOURCES = ["history", "audit"] as const;
export const HISTORY = 0;
const AUDIT = 1;

const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "9999-12-31T23:59:59.999Z";
/** The position before all entries. */
export const NEWEST: Position = [LATEST, AUDIT, Number.MAX_SAFE_INTEGER];

/** Returns which sources a filter asks for. */
export function chooseSources(filter: LogFilter) {
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
export function sourcePage(
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
    actors: actorPattern(filter.surface),
    from: filter.from ?? EARLIEST,
    to: filter.to ?? LATEST,
    at,
    before,
    limit,
  };
}

function toChange([property, [from, to]]: [string, readonly [unknown, unknown]]) {
  return { property, from, to };
}
