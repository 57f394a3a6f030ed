import type { KeyObject } from "node:crypto";
import type { EventEmitter } from "node:events";
import { type Database, type Db, joinTransaction, type Replica } from "@rapport/db";
import type { JWK } from "jose";
import type { buildConnector } from "undici";
import type { QuotaUse } from "./errors.ts";
import type { SchemaCache } from "./object-schema.ts";
import type { Principal } from "./principal.ts";

export type { ReplicaHealth, ReplicaStatus } from "@rapport/db";

/** Dependencies of all services. The composition root creates them once and closes them at exit. */
export interface Deps {
  readonly db: Database;
  /** Serves reads that see every earlier change; null if there is none. See `readingDeps`. */
  readonly replica: Pick<Replica, "chooseReader" | "status"> | null;
  /** Origin that issues tokens and begins links, without a trailing slash. */
  readonly issuer: string;
  readonly secrets: SecretBox;
  readonly cursors: CursorBox;
  readonly signingKeys: SigningKeys;
  readonly revocations: Revocations;
  readonly schemas: SchemaCache;
  readonly quotas: Quotas;
  /** Base address of the messaging platform with its version segment, without a trailing slash. */
  readonly graphUrl: string;
  /** Decides which addresses webhooks may be sent to. */
  readonly addresses: AddressGuard;
  /**
   * Idempotency keys whose first request runs in this process, with its hash; never more than running requests. A key
   * without a hash counts as that of the same request.
   */
  readonly runningKeys: Map<string, string | null>;
  /** Cache of figures that are slow to count. */
  readonly figures: FigureCache;
  readonly scans: Scans;
  /** Paces the searches of the call that these dependencies serve; null in a transaction, where nothing may wait. */
  readonly scan: Scan | null;
  readonly fileParts: FileParts;
  /** Tells the worker of this process that a transaction lets a job run. It may not be committed yet. */
  readonly jobEvents: EventEmitter<{ runnable: [] }>;
  /** Null if traces are off. */
  readonly tracing: Tracing | null;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Makes spans of traces. Their names and attributes never have values, secrets or ids of records. */
export interface Tracing {
  /** Runs a prepared statement in a span of its own, if it is part of a request, a job or an attempt. */
  statement<T>(name: string, run: () => Promise<T>): Promise<T>;
  /**
   * Runs work in the first span of a new trace.
   *
   * @param work receives the headers that continue the trace (W3C Trace Context), and a function that adds attributes
   */
  inSpan<T>(
    kind: "job" | "webhook",
    name: string,
    work: (span: {
      readonly headers: Readonly<Record<string, string>>;
      note(attributes: SpanAttributes): void;
    }) => Promise<T>,
  ): Promise<T>;
  /**
   * Runs the handlers of a request in a span. The span is part of the trace in the headers, if they have one.
   *
   * @returns a function that ends the span
   */
  request(headers: object, run: () => void): (name: string, attributes: SpanAttributes) => void;
  /** Sends the remaining spans. Waits for the collector for at most 3 seconds. */
  close(): Promise<void>;
}

/**
 * Returns the same dependencies for use inside a transaction. All that a service does with them is part of
 * the transaction.
 */
export function joinDeps(deps: Deps, tx: Db): Deps {
  const db = joinTransaction(deps.db, tx);
  return { ...deps, db, replica: null, scan: null, schemas: deps.schemas.within(tx) };
}

/**
 * Returns the dependencies for a service that only reads records of a project, which may read from the replica. It sees
 * every change that was acknowledged before (specification §40).
 */
export async function readingDeps<D extends Pick<Deps, "db" | "replica">>(
  deps: D,
  scope: { readonly projectId: number },
): Promise<D> {
  return deps.replica === null ? deps : { ...deps, db: await deps.replica.chooseReader(scope) };
}

/** Encrypts secrets that the database stores. */
export interface SecretBox {
  /** Encrypts a text with the current key: AES-256-GCM, with the id of the key in the header. */
  seal(plain: string): string;
  /** @throws UnknownKey; Error if the text was changed */
  open(sealed: string): string;
  /** Returns whether a text was encrypted with the current key. */
  isCurrent(sealed: string): boolean;
}

/** Encrypts cursors and other positions. Its keys, as of the last refresh, outlive the secret key. */
export interface CursorBox extends Pick<SecretBox, "open" | "seal"> {
  refresh(): Promise<void>;
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
  /** @param token.iat seconds since 1970 */
  isRevoked(token: {
    readonly jti: string;
    readonly iat: number;
    readonly principal: Pick<Principal, "id" | "projectId">;
  }): boolean;
  /**
   * Revokes a token: at once in this process, within five seconds in all others (RFC 7009).
   *
   * @param token.exp seconds since 1970; the revocation is kept until then
   * @throws CrmError RATE_LIMITED if the client has revoked 10,000 tokens within 30 minutes
   */
  revoke(token: { jti: string; exp: number; clientId: string }): Promise<void>;
  refresh(): Promise<void>;
}

/** What tenants may have, as of the last refresh. */
export interface Quotas {
  /** Returns how much of something a tenant may have; 0 if there is no limit. */
  readLimit(tenantId: number, quota: QuotaUse["quota"]): number;
  /** Returns the ids of the tenants that have a quota. */
  tenants(): readonly number[];
  refresh(): Promise<void>;
  /**
   * Records of tenants that are far from their limit: as they were counted at a time of the performance clock, with those
   * that this process may have added since.
   */
  readonly countedRecords: Map<number, { readonly records: number; readonly at: number }>;
}

/** A file of one project. */
export interface FileKey {
  readonly projectId: number;
  readonly id: string;
}

/** Stores the encrypted parts of files: on the disk, or in the database. */
export interface FileParts {
  /**
   * Stores a part durably. Replaces the one with the same start.
   *
   * @param db if it has joined a transaction and the parts are in the database, the part is stored with the transaction
   * @param start position of its first byte in the file
   * @returns false if the file was deleted
   * @throws DatabaseUnavailable if there is no room
   */
  put(db: Database, file: FileKey, start: number, bytes: Buffer): Promise<boolean>;
  /** Finds the last part that starts at a position or before it. */
  find(
    db: Db,
    file: FileKey,
    position: number,
  ): Promise<{ readonly start: number; readonly bytes: Buffer } | undefined>;
  /** Removes the parts that start at a position or after it. */
  cut(db: Database, file: FileKey, start: number): Promise<void>;
  /** Removes the parts of all files of a project that are not in the database. */
  removeAll(project: Pick<FileKey, "projectId">): Promise<void>;
  /** Removes parts of files that do not exist, because their transaction was rolled back. */
  removeStray(exists: (file: FileKey) => Promise<boolean>): Promise<void>;
}

export interface Counted<T> {
  readonly value: T;
  /** Rows that were counted, or as many as would have taken as long. */
  readonly rows: number;
}

/** Figures with the time at which they were counted, ISO 8601. */
export interface Cached<T> {
  readonly value: T;
  readonly asOf: string;
}

export interface FigureCache {
  /**
   * Returns the figures of a key: counted now, or up to 30 seconds ago if there are many rows. Concurrent
   * calls share one count.
   */
  get<T>(key: string, count: () => Promise<Counted<T>>): Promise<Cached<T>>;
}

/** Searches that examine many records take turns, so that other requests do not wait for them (docs/limits.md). */
export interface Scan {
  /**
   * Runs a part of a search when it is its turn. A part must not start another part.
   *
   * @param measureBytes returns about how many bytes it looked at
   * @throws CrmError RATE_LIMITED with `Retry-After` if the caller has searched too much, or has too many long searches
   *   under way; UNAVAILABLE if nobody waits for the answer any more
   */
  part<T>(work: () => Promise<T>, measureBytes: (result: T) => number): Promise<T>;
  /** Counts bytes that were examined outside of parts. */
  count(bytes: number): void;
  /** Subtracts bytes that the answer contains from what counts against the caller. */
  answered(bytes: number): void;
}

export interface Scans {
  /** For work that nobody waits for, such as jobs. It takes turns too, but has no limit. */
  readonly job: Scan;
  /**
   * Begins a call.
   *
   * @param hasDisconnected returns whether nobody waits for its answer any more
   * @returns its searches, and `end`, to call when it has been answered
   */
  begin(
    caller: Principal,
    hasDisconnected?: () => boolean,
  ): Scan & {
    end(): void;
  };
}

/** Keeps webhooks away from addresses that only this server can reach, and not the internet. */
export interface AddressGuard {
  /**
   * Checks a webhook's URL at its registration.
   *
   * @throws AddressRefused if the URL is not HTTPS, its host does not resolve, one of its addresses is not
   *   public, or its port is one of REFUSED_PORTS; the networks in `allow` are exempt
   */
  checkUrl(url: URL): Promise<void>;
  /**
   * Connects for an undici dispatcher. It checks the addresses that it connects to, because a name may resolve to
   * other addresses than at the registration. Its callback receives an AddressRefused, or the error of a failed
   * lookup, connection or handshake.
   */
  readonly connect: buildConnector.connector;
}
