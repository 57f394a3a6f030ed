import { createHash } from "node:crypto";
import { type Db, idempotency, UniqueViolation } from "@rapport/db";
import type { Call } from "../call.ts";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { type GatheredWrite, type Gathering, gather } from "../records/batch/gather.ts";
import type { Gathered } from "../records/batch/input.ts";

/** How long the response to a key's first request is kept (specification §23). */
const RETENTION_MS = 24 * 60 * 60 * 1000;

export interface KeyedRequest<Answer, Prepared extends AsyncDisposable | undefined = undefined> {
  /** The `Idempotency-Key` header; undefined if the request has none. */
  readonly key: string | undefined;
  /** Name of the operation. The same key with another operation or input is refused. */
  readonly operation: string;
  readonly input: unknown;
  /** Returns the ids of the records whose values a response shows. Their erasure erases the response. */
  readonly recordIdsIn: (answer: Answer) => readonly number[];
  /**
   * Does what waits for the network, so it cannot run inside a transaction. Skipped if the answer is stored.
   * Its result is disposed of when the request ends.
   */
  readonly prepare?: () => Promise<Prepared>;
  /** Whether it takes longer than most requests; see `Database.transaction`. */
  readonly hasOwnCommit?: boolean;
  /** If given, it writes one record, and may be written together with others; see `gather`. */
  readonly gathering?: Gathering;
}

/**
 * Runs a request once per key. The response is stored in the transaction of the change, and later requests
 * with the same key get it again. The keys of an OAuth client are its own; all API keys of a project share
 * theirs.
 *
 * @param run does the work with the dependencies that it receives, whose transactions are part of one, or with the batch
 *   that it is gathered in
 * @throws CrmError INVALID_INPUT for a malformed key; IDEMPOTENCY_KEY_REUSED for another request, even while the first
 *   one runs; ERASED if the response was erased; CONFLICT with `Retry-After` while the same request runs; and what `run`
 *   throws, in which case nothing is stored
 */
export async function withIdempotencyKey<
  Answer extends object,
  Prepared extends AsyncDisposable | undefined = undefined,
>(
  { deps, principal }: Call,
  request: KeyedRequest<Answer, Prepared>,
  run: (deps: Deps, prepared: Prepared, gathered?: Gathered) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { key, prepare, recordIdsIn, hasOwnCommit = false, gathering } = request;
  const write = <T>(one: GatheredWrite<T>) =>
    gathering === undefined ? one.alone() : gather({ deps, principal }, gathering, one);
  if (key === undefined) {
    await using prepared = (await prepare?.()) as Prepared;
    const answer = await write({
      alone: () => run(deps, prepared),
      together: (_, joined, gathered) => run(joined, prepared, gathered),
    });
    return { answer, replayed: false };
  }
  checkKey(key);
  const hash = hashRequest(request);
  const stored = storedKey(principal, key);
  const running = `${principal.projectId}:${stored}`;
  const runningHash = deps.runningKeys.get(running);
  if (runningHash !== undefined) {
    throw runningHash === null || runningHash === hash ? stillRunning() : keyReused();
  }
  deps.runningKeys.set(running, hash);
  try {
    const isKnown = prepare !== undefined && (await isStored({ deps, principal }, stored));
    await using prepared = (isKnown ? undefined : await prepare?.()) as Prepared;
    // Fills the cache, because a transaction reads a missing schema but does not cache it.
    await deps.schemas.get(principal.projectId);
    const together = async (tx: Db, joined: Deps, gathered?: Gathered) => {
      const found = await idempotency.lockAnswer(tx, principal, { key: stored, hash });
      if (found.running !== null) throw found.running === "same" ? stillRunning() : keyReused();
      const now = new Date();
      if (found.stored !== undefined) {
        if (isKept(found.stored, now)) {
          return { answer: replay<Answer>(deps, found.stored, hash), replayed: true };
        }
        const expired = { project: principal.projectId, key: stored, before: expiry(now) };
        await idempotency.deleteAnswer.all(tx, expired);
      }
      // The response that `isKnown` saw has just expired.
      if (isKnown) throw stillRunning();
      const answer = await run(joined, prepared, gathered);
      const response = deps.secrets.seal(JSON.stringify(answer));
      const row = { key: stored, hash, response, at: now.toISOString() };
      await idempotency.insertAnswer(tx, principal, row, recordIdsIn(answer)).catch(asStillRunning);
      return { answer, replayed: false };
    };
    return await write({
      alone: () => deps.db.transaction((tx) => together(tx, joinDeps(deps, tx)), { hasOwnCommit }),
      together,
    });
  } finally {
    deps.runningKeys.delete(running);
  }
}

/**
 * Deletes keys that are past their retention.
 *
 * @param limit about how many rows one transaction deletes
 */
export async function forgetOldKeys(
  deps: Pick<Deps, "db">,
  now: Date,
  limit: number,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await deps.db.transaction((tx) =>
      idempotency.deleteOldAnswers(tx, expiry(now), limit),
    );
  }
}

/** Returns the key as it is stored. A line feed cannot occur in a key, so owners never share one. */
function storedKey({ kind, id }: Principal, key: string): string {
  return kind === "client" ? `${id}\n${key}` : key;
}

function expiry(now: Date): string {
  return new Date(now.getTime() - RETENTION_MS).toISOString();
}

function isKept({ created_at }: idempotency.StoredAnswer, now: Date): boolean {
  return created_at > expiry(now);
}

async function isStored({ deps, principal }: Call, key: string): Promise<boolean> {
  const found = await idempotency.findAnswer.first(deps.db, principal, { key });
  return found !== undefined && isKept(found, new Date());
}

function checkKey(key: string): void {
  if (/^[\x20-\x7E]{1,255}$/.test(key)) return;
  const message =
    'An Idempotency-Key must have 1 to 255 printable ASCII characters. Example: "order-4711"';
  throw CrmError.ofIssue("INVALID_INPUT", {
    path: "Idempotency-Key",
    code: "idempotency_key_invalid",
    message,
  });
}

function replay<Answer>(
  deps: Deps,
  { request_hash, response }: idempotency.StoredAnswer,
  hash: string,
): Answer {
  if (response === "") {
    throw new CrmError(
      "ERASED",
      "The response to this Idempotency-Key is no longer stored: a record that it showed was erased, or the installation lost its secret key. Its request is not run again. Use a new key for a new request.",
    );
  }
  if (request_hash !== hash) throw keyReused();
  return JSON.parse(deps.secrets.open(response));
}

function keyReused(): CrmError {
  return new CrmError(
    "IDEMPOTENCY_KEY_REUSED",
    "This Idempotency-Key was used for another request. Use a new key for a new request.",
  );
}

function stillRunning(): CrmError {
  return new CrmError(
    "CONFLICT",
    "The first request with this Idempotency-Key is still running. Send it again in a second.",
    { headers: { "Retry-After": "1" } },
  );
}

/** On PostgreSQL, another process can store the response after this one looked, and before it got the lock. */
function asStillRunning(error: unknown): never {
  throw error instanceof UniqueViolation ? stillRunning() : error;
}

function hashRequest({
  operation,
  input,
}: Pick<KeyedRequest<never>, "operation" | "input">): string {
  return createHash("sha256")
    .update(JSON.stringify([operation, canonical(input)]))
    .digest("base64");
}

/** Returns a form that does not depend on the order of members. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, one]): [string, unknown] => [name, canonical(one)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
