import { audit, type Db } from "@rapport/db";

export interface AuditEntry {
  /** Null if the action concerns a tenant or the whole installation. */
  readonly projectId: number | null;
  /** The tenant if the action concerns one tenant and no project. */
  readonly tenantId?: number | undefined;
  readonly actor: string;
  readonly surface: string;
  /** Path of the procedure: `access.clients.create`. */
  readonly action: string;
  /** The changed object, for example `client:rpc…`. */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Writes an entry of the audit log, in the transaction of the action. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await audit.insertAudit(tx, [
    [
      entry.projectId,
      entry.actor,
      entry.surface,
      entry.action,
      entry.subject,
      JSON.stringify(entry.details),
      new Date().toISOString(),
      entry.tenantId ?? null,
    ],
  ]);
}
