import type { Generated } from "kysely";
import type { Json, Timestamp } from "./column-types.ts";

export interface TemplateTables {
  templates: TemplatesTable;
  template_history: TemplateHistoryTable;
  messaging_accounts: MessagingAccountsTable;
}

interface TemplatesTable {
  id: Generated<number>;
  tenant_id: number;
  name: string;
  /** As the caller wrote it. Lookups use `language_key`. */
  language: string;
  language_key: string;
  status: string;
  category: string;
  components: Json<unknown> | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

interface TemplateHistoryTable {
  id: Generated<number>;
  tenant_id: number;
  template_id: number;
  old_status: string;
  new_status: string;
  old_category: string;
  new_category: string;
  actor: string;
  at: Timestamp;
}

interface MessagingAccountsTable {
  tenant_id: number;
  waba_id: string;
  /** Sealed with the secret key. */
  access_token: string;
  /** Since when the platform has refused the token. */
  token_invalid_at: Timestamp | null;
  updated_at: Timestamp;
  /** The process that syncs now, and when its lease expires. */
  lease: string | null;
  lease_until: Timestamp | null;
  /** When a process last took the scheduled sync. */
  scheduled_at: Timestamp | null;
  synced_at: Timestamp | null;
}
