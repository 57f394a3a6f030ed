import { createHash } from "node:crypto";
import { idempotency } from "@rapport/db";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** How long the response to a key's first request is kept (specification §16). */
const RETENTION_MS = 24 * 60 * 60 * 1000;

export interface KeyedRequest {
  /** The `Idempotency-Key` header; undefined if the request has none. */
  readonly key: string | undefined;
  /** Name of the operation. The same key with another operation or input is refused. */
  readonly operation: string;
  readonly input: unknown;
  /**
   * Runs checks that wait for the network, so they cannot run inside a transaction. Skipped if the answer is
   * stored.
   */
  readonly prepare?: () => Promise<void>;
}

/**
 * Runs a request once per key. The response is stored in the transaction of the change, and later requests
 * with the same key get it again.
 *
 * @param run does the work with the dependencies that it receives, whose transactions are part of one
 * @throws CrmError INVALID_INPUT for a malformed key, IDEMPOTENCY_KEY_REUSED, CONFLICT with `Retry-After`
 *   while the first request runs; and what `run` throws, in which case nothing is stored
 */
export async function withIdempotencyKey<Answer extends object>(
  deps: Deps,
  principal: Principal,
  request: KeyedRequest,
  run: (deps: Deps) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { key, prepare } = request;
  if (key === undefined) {
    await prepare?.();
    return { answer: await run(deps), replayed: false };
  }
  checkKey(key);
  const hash = createHash("sha256")
    .update(JSON.stringify([request.operation, canonical(request.input)]))
    .digest("base64");
  const name = `idempotency:${principal.projectId}:${key}`;
  if (deps.runningKeys.has(name)) throw stillRunning();
  deps.runningKeys.add(name);
  try {
    const since = new Date(Date.now() - RETENTION_MS).toISOString();
    if (prepare && !(await idempotency.findAnswer(deps.db, principal, key, since))) await prepare();
    return await deps.db.transaction(async (tx) => {
      if (!(await tx.tryLock(name))) throw stillRunning();
      const now = Date.now();
      const since = new Date(now - RETENTION_MS).toISOString();
      const stored = await idempotency.findAnswer(tx, principal, key, since);
      if (stored !== undefined) {
        return { answer: replay<Answer>(deps, stored, hash), replayed: true };
      }
      const answer = await run(joinDeps(deps, tx));
      const project = principal.projectId;
      await idempotency.deleteAnswer.all(tx, { project, key, before: since });
      const sealed = deps.secrets.seal(JSON.stringify(answer));
      const at = new Date(now).toISOString();
      await idempotency.insertAnswer(tx, [[project, key, hash, sealed, at]]);
      return { answer, replayed: false };
    });
  } finally {
    deps.runningKeys.delete(name);
  }
}

/** Deletes keys that are past their retention. */
export async function forgetOldKeys(deps: Pick<Deps, "db">, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS).toISOString();
  await deps.db.transaction((tx) => idempotency.deleteOldAnswers.all(tx, { before }));
}

function checkKey(key: string): void {
  if (/^[\x20-\x7E]{1,255}$/.test(key)) return;
  const message = "An Idempotency-Key must have 1 to 255 printable ASCII characters.";
  throw new CrmError("INVALID_INPUT", message, {
    issues: [{ path: "Idempotency-Key", code: "idempotency_key_invalid", message }],
  });
}

function replay<Answer>(
  deps: Deps,
  stored: { request_hash: string; response: string },
  hash: string,
): Answer {
  if (stored.request_hash !== hash) {
    throw new CrmError(
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another request. Use a new key for a new request.",
    );
  }
  return JSON.parse(deps.secrets.open(stored.response));
}

function stillRunning(): CrmError {
  return new CrmError(
    "CONFLICT",
    "The first request with this Idempotency-Key is still running. Send it again in a second.",
    { headers: { "Retry-After": "1" } },
  );
}

/** Returns a form that does not depend on the order of members. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, one]): [string, unknown] => [name, canonical(one)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
