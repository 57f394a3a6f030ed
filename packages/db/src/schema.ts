import type { ColumnType, Generated } from "kysely";

/** JSON is written as text and read as a value (columns.ts). */
type Json<T> = ColumnType<T, string, string>;
/** ISO 8601 UTC with milliseconds, on both databases. */
type Timestamp = string;
/** 0 or 1: the only boolean form that both databases share. */
type Flag = number;

export type StoredValue = string | boolean | string[] | boolean[] | null;
export type StoredProperties = Readonly<Record<string, StoredValue>>;
/** The old and the new value of each changed property. */
export type PropertyChanges = Readonly<Record<string, readonly [StoredValue, StoredValue]>>;

export interface TenantsTable {
  id: Generated<number>;
  name: string;
  created_at: Timestamp;
}

export interface ProjectsTable {
  id: Generated<number>;
  tenant_id: number;
  name: string;
  created_at: Timestamp;
  schema_version: Generated<number>;
}

export interface OauthClientsTable {
  id: string;
  project_id: number;
  name: string;
  scopes: Json<string[]>;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
  /** Tokens issued before this moment are invalid. */
  tokens_not_before: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface ClientSecretsTable {
  client_id: string;
  hash: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
}

export interface SigningKeysTable {
  kid: string;
  public_jwk: Json<Record<string, unknown>>;
  /** PKCS#8, sealed with the secret key. */
  private_key: string;
  created_at: Timestamp;
  signs_from: Timestamp;
  signs_until: Timestamp | null;
}

export interface RevokedTokensTable {
  jti: string;
  expires_at: Timestamp;
}

export interface ApiKeysTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  prefix: string;
  hash: string;
  scopes: Json<string[]>;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  disabled_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

export interface UsersTable {
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

export interface SessionsTable {
  /** Hash of the cookie's token. */
  hash: string;
  user_id: number;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  address: string;
  user_agent: string;
}

export interface AuditLogTable {
  id: Generated<number>;
  project_id: number | null;
  actor: string;
  surface: string;
  action: string;
  subject: string;
  details: Json<unknown>;
  at: Timestamp;
}

export interface RecordsTable {
  id: Generated<number>;
  project_id: number;
  type: string;
  properties: Json<StoredProperties>;
  version: number;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
}

export interface RecordIndexTable {
  project_id: number;
  type: string;
  property: string;
  value: string;
  record_id: number;
}

export interface AssociationsTable {
  project_id: number;
  from_id: number;
  from_type: string;
  to_id: number;
  to_type: string;
  created_at: Timestamp;
}

export interface RecordHistoryTable {
  id: Generated<number>;
  project_id: number;
  record_id: number;
  action: string;
  changes: Json<PropertyChanges>;
  actor: string;
  at: Timestamp;
}

export interface PropertyDefinitionsTable {
  project_id: number;
  object_type: string;
  name: string;
  /** The project's additions to the built-in schema and changes of it. */
  definition: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

export interface PipelinesTable {
  id: Generated<number>;
  project_id: number;
  object_type: string;
  key: string;
  label: string;
  position: number;
  is_default: Flag;
}

export interface StagesTable {
  id: Generated<number>;
  project_id: number;
  pipeline_id: number;
  key: string;
  label: string;
  position: number;
  probability: string | null;
  closed: Flag;
}

export interface StateVersionsTable {
  name: string;
  version: number;
}

export interface EventsTable {
  id: Generated<number>;
  project_id: number;
  /** The webhook-id of its deliveries. */
  message_id: string;
  type: string;
  /** The body of its deliveries, byte for byte. */
  payload: string;
  created_at: Timestamp;
  /** 1 until its deliveries have been created. */
  pending: Flag;
}

export interface WebhookEndpointsTable {
  id: Generated<number>;
  project_id: number;
  url: string;
  event_types: Json<string[]>;
  /** Sealed with the secret key, like the previous secret. */
  secret: string;
  old_secret: string | null;
  old_secret_until: Timestamp | null;
  enabled: Flag;
  disabled_reason: string | null;
  failing_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  deleted_at: Timestamp | null;
  description: string | null;
  /** Updated at most once a minute. */
  last_success_at: Timestamp | null;
  last_failure_at: Timestamp | null;
}

export type DeliveryStatus = "pending" | "delivered" | "failed";

export interface DeliveriesTable {
  id: Generated<number>;
  project_id: number;
  endpoint_id: number;
  event_id: number;
  event_type: string;
  status: DeliveryStatus;
  attempt_count: number;
  /** When it is due. During an attempt: when the lease expires. */
  next_at: Timestamp;
  lease: string | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

export interface AttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  at: Timestamp;
  status: number | null;
  error: string | null;
  duration_ms: number;
  response: string | null;
}

export interface IdempotencyKeysTable {
  project_id: number;
  key: string;
  request_hash: string;
  /** Sealed, because a response may hold a secret that is shown only once. */
  response: string;
  created_at: Timestamp;
}

export interface TemplatesTable {
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

export interface TemplateHistoryTable {
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

export interface MessagingAccountsTable {
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

export interface Schema {
  tenants: TenantsTable;
  projects: ProjectsTable;
  oauth_clients: OauthClientsTable;
  client_secrets: ClientSecretsTable;
  signing_keys: SigningKeysTable;
  revoked_tokens: RevokedTokensTable;
  api_keys: ApiKeysTable;
  users: UsersTable;
  records: RecordsTable;
  record_index: RecordIndexTable;
  record_unique: RecordIndexTable;
  associations: AssociationsTable;
  record_history: RecordHistoryTable;
  property_definitions: PropertyDefinitionsTable;
  pipelines: PipelinesTable;
  stages: StagesTable;
  state_versions: StateVersionsTable;
  events: EventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  deliveries: DeliveriesTable;
  attempts: AttemptsTable;
  idempotency_keys: IdempotencyKeysTable;
  templates: TemplatesTable;
  template_history: TemplateHistoryTable;
  messaging_accounts: MessagingAccountsTable;
  sessions: SessionsTable;
  audit_log: AuditLogTable;
}
