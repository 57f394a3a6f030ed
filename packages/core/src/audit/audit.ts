import { audit, type Db } from "@rapport/db";
import type { Deps } from "../deps.ts";

export interface AuditEntry {
  /** Null for what concerns the whole installation. */
  readonly projectId: number | null;
  readonly actor: string;
  readonly surface: string;
  /** What was done, as the procedure is called: `access.clients.create`. */
  readonly action: string;
  /** What it was done to, for example `client:rpc…`. */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface KeptEntry extends AuditEntry {
  readonly id: number;
  readonly at: string;
}

/** Keeps what an admin did, within the transaction that does it. */
export async function keepAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await audit.insertAudit(tx, [
    [
      entry.projectId,
      entry.actor,
      entry.surface,
      entry.action,
      entry.subject,
      JSON.stringify(entry.details),
      new Date().toISOString(),
    ],
  ]);
}

export interface AuditFilter {
  readonly projectId?: number | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  /** ISO 8601 */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * One page of the audit log, newest first.
 *
 * @param page.before the id that the page comes before, undefined for the first
 */
export async function listAudit(
  deps: Pick<Deps, "db">,
  filter: AuditFilter,
  page: { before?: number | undefined; limit: number },
): Promise<readonly KeptEntry[]> {
  const rows = await audit.listAudit.all(deps.db, {
    project: filter.projectId ?? null,
    actor: filter.actor ?? null,
    subject: filter.subject ?? null,
    from: filter.from ?? EARLIEST,
    to: filter.to ?? LATEST,
    before: page.before ?? Number.MAX_SAFE_INTEGER,
    limit: page.limit,
  });
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    actor: row.actor,
    surface: row.surface,
    action: row.action,
    subject: row.subject,
    details: row.details as Record<string, unknown>,
    at: row.at,
  }));
}

export interface HistoryEntry {
  readonly id: number;
  readonly recordId: number;
  readonly action: string;
  /** Per changed property its value before and after. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** Who made the change: the kind of caller and its id, which tells the surface. */
  readonly actor: string;
  readonly at: string;
}

/**
 * What happened to the records of a project, or to one of them, newest first.
 *
 * @param page.before the id that the page comes before, undefined for the first
 */
export async function listHistory(
  deps: Pick<Deps, "db">,
  projectId: number,
  filter: {
    recordId?: number | undefined;
    actor?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
  page: { before?: number | undefined; limit: number },
): Promise<readonly HistoryEntry[]> {
  const rows = await audit.listHistory.all(deps.db, {
    project: projectId,
    record: filter.recordId ?? null,
    actor: filter.actor ?? null,
    from: filter.from ?? EARLIEST,
    to: filter.to ?? LATEST,
    before: page.before ?? Number.MAX_SAFE_INTEGER,
    limit: page.limit,
  });
  return rows.map((row) => ({
    id: row.id,
    recordId: row.record_id,
    action: row.action,
    changes: row.changes,
    actor: row.actor,
    at: row.at,
  }));
}

const EARLIEST = "1970-01-01T00:00:00.000Z";
const LATEST = "9999-12-31T23:59:59.999Z";
