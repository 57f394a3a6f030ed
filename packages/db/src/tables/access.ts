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
