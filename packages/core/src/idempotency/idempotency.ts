import { createHash } from "node:crypto";
import { idempotency } from "@rapport/db";
import { type Deps, joinDeps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";

/** How long a key stands for its first request, in milliseconds (specification §16). */
const KEPT = 24 * 60 * 60 * 1000;

export interface KeyedRequest {
  /** The `Idempotency-Key` header; undefined when the request has none. */
  readonly key: string | undefined;
  /** What is called, and with what: another of either under the same key is refused. */
  readonly operation: string;
  readonly input: unknown;
  /**
   * Checks what cannot be checked within a transaction, because it waits for the network; not asked for
   * a request that has been answered before.
   */
  readonly prepare?: () => Promise<void>;
}

/**
 * Runs a request once for each key: the answer is stored in the transaction of the change itself, and
 * given again to every later request with the same key.
 *
 * @param run does the work with the dependencies it is given, whose transactions are part of one
 * @throws CrmError INVALID_INPUT for a malformed key, IDEMPOTENCY_KEY_REUSED, CONFLICT with
 *   `Retry-After` while the first request still runs, and whatever `run` throws: then nothing is stored
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
    const since = new Date(Date.now() - KEPT).toISOString();
    if (prepare && !(await idempotency.findAnswer(deps.db, principal, key, since))) await prepare();
    return await deps.db.transaction(async (tx) => {
      if (!(await tx.tryLock(name))) throw stillRunning();
      const now = Date.now();
      const since = new Date(now - KEPT).toISOString();
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

/** Forgets keys that no longer stand for a request. */
export async function forgetOldKeys(deps: Pick<Deps, "db">, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT).toISOString();
  await deps.db.transaction((tx) => idempotency.deleteOldAnswers.all(tx, { before }));
}

function checkKey(key: string): void {
  if (/^[\x20-\x7E]{1,255}$/.test(key)) return;
  const message = "An Idempotency-Key has 1 to 255 printable ASCII characters.";
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
      "This Idempotency-Key was used for another request; use a new key for a new request.",
    );
  }
  return JSON.parse(deps.secrets.open(stored.response));
}

function stillRunning(): CrmError {
  return new CrmError(
    "CONFLICT",
    "The first request with this Idempotency-Key is still running; send it again in a second.",
    { headers: { "Retry-After": "1" } },
  );
}

/** The same for every order of members. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, one]): [string, unknown] => [name, canonical(one)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
