import { audit, type Db } from "@rapport/db";

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
