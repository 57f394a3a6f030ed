import type { Generated } from "kysely";
import type { Json, Timestamp } from "./column-types.ts";

export interface AccessTables {
  oauth_clients: OauthClientsTable;
  client_secrets: ClientSecretsTable;
  signing_keys: SigningKeysTable;
  cursor_keys: CursorKeysTable;
  revoked_tokens: RevokedTokensTable;
  api_keys: ApiKeysTable;
  rotated_keys: RotatedKeysTable;
  state_versions: StateVersionsTable;
}

interface OauthClientsTable {
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

interface ClientSecretsTable {
  client_id: string;
  hash: string;
  created_at: Timestamp;
  expires_at: Timestamp | null;
}

interface SigningKeysTable {
  kid: string;
  public_jwk: Json<Record<string, unknown>>;
  /** PKCS#8, sealed with the secret key. */
  private_key: string;
  created_at: Timestamp;
  signs_from: Timestamp;
  signs_until: Timestamp | null;
}

/** The keys of cursors. */
interface CursorKeysTable {
  id: string;
  /** 32 bytes in base64, sealed with the secret key. */
  key: string;
  created_at: Timestamp;
  /** Start of encrypting with it. It always decrypts. */
  seals_from: Timestamp;
}

interface RevokedTokensTable {
  jti: string;
  expires_at: Timestamp;
}

interface ApiKeysTable {
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

/** Older forms of API keys that were rotated. */
interface RotatedKeysTable {
  hash: string;
  key_id: number;
  prefix: string;
  expires_at: Timestamp;
}

interface StateVersionsTable {
  name: string;
  version: number;
}

export interface AdminTables {
  users: UsersTable;
  account_links: AccountLinksTable;
  admin_tenants: AdminTenantsTable;
  sessions: SessionsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  installation_settings: InstallationSettingsTable;
  audit_log: AuditLogTable;
}

interface UsersTable {
  id: Generated<number>;
  email: string;
  password_hash: string;
  /** The role in the installation; `none` for an admin who has roles only in tenants. */
  role: string;
  created_at: Timestamp;
  disabled_at: Timestamp | null;
  last_sign_in_at: Timestamp | null;
  /** Issuer and subject identify the admin's account at the OpenID provider. */
  oidc_issuer: string | null;
  oidc_subject: string | null;
  /** The tenant whose owners made the account and may know its password; null if owners of the installation did. */
  managed_by: number | null;
  /** When the admin was invited; null once they have signed in or set a password. */
  invited_at: Timestamp | null;
}

/** Links with which an admin sets a first or another password. The account may be gone. */
interface AccountLinksTable {
  id: Generated<number>;
  /** Hash of the token in the link. */
  hash: string;
  user_id: number;
  /** The actor that made it. */
  made_by: string;
  made_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  /** When someone first tried it after its end. */
  tried_at: Timestamp | null;
}

/** Roles of admins in tenants. */
interface AdminTenantsTable {
  user_id: number;
  tenant_id: number;
  role: string;
  given_at: Timestamp;
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
  /** `password`, `passkey` or `single_sign_on`. */
  opened_by: Generated<string>;
}

/** The second factors of admins: secrets for codes by time (RFC 6238). */
interface SecondFactorsTable {
  user_id: number;
  /** Sealed with the secret key. */
  secret: string;
  /** The time step of the last code that was used. */
  last_step: number;
  created_at: Timestamp;
  /** Null until the admin has entered a code. */
  confirmed_at: Timestamp | null;
  /** Wrong codes in a row. */
  failures: number;
  blocked_until: Timestamp | null;
  /** Sealed: replaces `secret` once the admin has entered a code of it. */
  next_secret: string | null;
}

/** Codes that can be used once instead. */
interface RecoveryCodesTable {
  user_id: number;
  hash: string;
}

/** Passkeys of admins (WebAuthn). */
interface PasskeysTable {
  /** The credential id, base64url. */
  id: string;
  user_id: number;
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** How often the authenticator says that it was used; 0 if it does not count. */
  counter: number;
  /** How browsers reach the authenticator, separated by commas. */
  transports: string;
  /** The relying party id that it belongs to. */
  host: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

/** Challenges that can be answered once. */
interface PasskeyChallengesTable {
  hash: string;
  /** The session or the browser that may answer. */
  bound_to: string;
  expires_at: Timestamp;
}

/** What owners have set for the whole installation, by name. */
interface InstallationSettingsTable {
  name: string;
  value: string;
  changed_at: Timestamp;
}

interface AuditLogTable {
  id: Generated<number>;
  project_id: number | null;
  /** Null unless the action concerns one tenant and no project. */
  tenant_id: number | null;
  actor: string;
  surface: string;
  action: string;
  subject: string;
  details: Json<unknown>;
  at: Timestamp;
}
