import type { KeyObject } from "node:crypto";
import { type Database, type Db, joinTransaction } from "@rapport/db";
import type { JWK } from "jose";
import type { buildConnector } from "undici";
import type { SchemaCache } from "./object-schema.ts";

/** Dependencies of all services. The composition root creates them once and closes them at exit. */
export interface Deps {
  readonly db: Database;
  /** Origin that issues tokens and begins links, without a trailing slash. */
  readonly issuer: string;
  readonly secrets: SecretBox;
  readonly signingKeys: SigningKeys;
  readonly revocations: Revocations;
  readonly schemas: SchemaCache;
  /** Base address of the messaging platform with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  /** Decides which addresses webhooks may be sent to. */
  readonly addresses: AddressGuard;
  /** Idempotency keys whose first request runs in this process; never more than running requests. */
  readonly runningKeys: Set<string>;
  /** Cache of figures that are slow to count. */
  readonly figures: FigureMemory;
}

/**
 * Returns the same dependencies for use inside a transaction: whatever a service does with them is part of
 * it.
 */
export function joinDeps(deps: Deps, tx: Db): Deps {
  return { ...deps, db: joinTransaction(deps.db, tx), schemas: deps.schemas.within(tx) };
}

/** Encrypts secrets that the database stores. */
export interface SecretBox {
  /** Encrypts a text with the current key: AES-256-GCM, with the id of the key in the header. */
  seal(plain: string): string;
  /** @throws Error if the key is unknown or the text was changed */
  open(sealed: string): string;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** The keys that sign access tokens, as of the last refresh. */
export interface SigningKeys {
  /** Returns the key that signs now. */
  current(): SigningKey;
  /** Returns the public keys of all tokens that may be valid, and of the next key (RFC 7517 §5). */
  published(): { readonly keys: readonly JWK[] };
  refresh(): Promise<void>;
}

/** Tokens that are void before they expire, as of the last refresh. */
export interface Revocations {
  /** @param issuedAt the token's `iat`, seconds since 1970 */
  isRevoked(jti: string, clientId: string, issuedAt: number): boolean;
  /**
   * Revokes a token: at once in this process, within five seconds in all others (RFC 7009).
   *
   * @param token.exp seconds since 1970; the revocation is kept until then
   */
  revoke(token: { jti: string; exp: number }): Promise<void>;
  refresh(): Promise<void>;
}

export interface Counted<T> {
  readonly value: T;
  /** How many rows were counted for it. */
  readonly rows: number;
}

/** Figures with the time at which they were counted, ISO 8601. */
export interface Taken<T> {
  readonly value: T;
  readonly asOf: string;
}

export interface FigureMemory {
  /**
   * Figures under a key: counted now, or no more than 30 seconds ago when there was much to count.
   * Whoever asks while they are being counted waits for the same count.
   */
  take<T>(key: string, count: () => Promise<Counted<T>>): Promise<Taken<T>>;
}

/** Keeps webhooks from reaching what only this server, not the internet, should reach. */
export interface AddressGuard {
  /**
   * Judges a webhook's URL when it is registered.
   *
   * @param url where webhooks are to be sent
   * @throws AddressRefused when the URL is not plain HTTPS, its name does not resolve, any address it stands for is
   * not public, or its port is one of REFUSED_PORTS and its address is not one of `allow`
   */
  checkUrl(url: URL): Promise<void>;
  /**
   * Connects for an undici dispatcher. The very addresses it judges are the ones it connects to, so a name that
   * resolves to something else than at registration gains nothing. Its callback gets an AddressRefused, or the plain
   * error of a failed lookup, connection or handshake.
   */
  readonly connect: buildConnector.connector;
}
