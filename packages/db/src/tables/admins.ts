import type { Generated } from "kysely";
import type { Json, Timestamp } from "./column-types.ts";

export interface AdminTables {
  users: UsersTable;
  sessions: SessionsTable;
  audit_log: AuditLogTable;
}

interface UsersTable {
  id: Generated<number>;
  email: string;
  password_hash: string;
  role: string;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
  last_sign_in_at: Timestamp | null;
  /** Issuer and subject identify the admin's account at the OpenID provider. */
  oidc_issuer: string | null;
  oidc_subject: string | null;
}

interface SessionsTable {
  /** Hash of the cookie's token. */
  hash: string;
  user_id: number;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  address: string;
  user_agent: string;
}

interface AuditLogTable {
  id: Generated<number>;
  project_id: number | null;
  actor: string;
  surface: string;
  action: string;
  subject: string;
  details: Json<unknown>;
  at: Timestamp;
}
