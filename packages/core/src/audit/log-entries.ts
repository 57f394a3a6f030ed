import { audit } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { type LogSurface, surfaceOf } from "./actors.ts";
import { changeParts } from "./change-parts.ts";
import type { Found, LogFilter, LogSubject, Position } from "./log-entry.ts";
import { AUDIT, HISTORY, pageOf } from "./log-order.ts";
import { unnamedRecord } from "./named-records.ts";

/** Reads a page of the actions of admins. */
export async function auditPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<readonly Found[]> {
  const rows = await audit.listAudit(deps.db, {
    ...pageOf(filter, after, AUDIT, limit),
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
    subject: subjectOf(row.subject, row.action === "records.export"),
    other: null,
    projectId: row.project_id,
    changes: [],
    details: row.details as Record<string, unknown>,
    run: null,
  }));
}

function subjectOf(stored: string, isRecord: boolean): LogSubject {
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
    ...pageOf(filter, after, HISTORY, limit),
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
    surface: surfaceOf(row.actor),
    subject: unnamedRecord(row.type, row.record_id),
    ...changeParts(row),
    ...(isErased && { changes: [] }),
    projectId: filter.projectId ?? null,
    details: {},
    run: null,
  };
}
