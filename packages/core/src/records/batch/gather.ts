import { type Database, DatabaseUnavailable, type Db, pace, recordBatches } from "@rapport/db";
import type { Call } from "../../call.ts";
import { type Deps, joinDeps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { storedActor } from "../../principal.ts";
import { applyCreate, applyUpdate } from "./apply.ts";
import { type BatchAnswer, writeBatch } from "./batch.ts";
import type { BatchError, BatchResult } from "./chunk.ts";
import type { BatchInput, Gathered } from "./input.ts";
import { MAX_BATCH_BYTES } from "./room.ts";
import { applyUpsert } from "./upsert.ts";

const APPLY = { create: applyCreate, update: applyUpdate, upsert: applyUpsert } as const;

/** Which writes of one record may be written together: those of one kind, type and actor. */
export interface Gathering {
  readonly kind: keyof typeof APPLY;
  readonly type: string;
  /** The property by which an upsert finds its record. */
  readonly idProperty?: string | undefined;
}

/** A write of one record, in either way. Both may run more than once. */
export interface GatheredWrite<T> {
  /** Writes it in a transaction of its own. */
  alone(): Promise<T>;
  /** Writes it in a transaction of several: calls `gathered.write` at most once. */
  together(tx: Db, deps: Deps, gathered: Gathered): Promise<T>;
}

/** The writes of one kind that are under way, and those that wait for them. */
interface WriteLine {
  running: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly one: GatheredWrite<unknown>;
  readonly settle: (result: Promise<unknown>) => void;
}

/** Lines of each database, by what `Gathering` and the caller say. A line ends with its last write. */
const lines = new WeakMap<Database, Map<string, WriteLine>>();

/** Transactions of one line that may run before the next write waits for one of them. */
const MAX_RUNNING = 2;
/** Writes of one transaction. Fewer cost as much in a batch as alone. */
const FEWEST_TOGETHER = 4;
const MAX_TOGETHER = 64;
/**
 * Milliseconds that a write waits for running writes. It is also the lock timeout of a common transaction, so that a lock
 * that one write needs does not delay the others.
 */
const PATIENCE_MS = 50;

/**
 * Writes one record. On PostgreSQL, writes that arrive while two others are under way wait for one of them, and are then
 * written as one batch: that takes about half the processor time of writing each in a transaction of its own. A write
 * that fails in a batch is written again alone, so a caller cannot tell the two ways apart.
 *
 * @throws what `alone` throws
 */
export function gather<T>(call: Call, gathering: Gathering, one: GatheredWrite<T>): Promise<T> {
  const { db, scan } = call.deps;
  const isInTransaction = scan === null;
  if (isInTransaction || !pace.gathersWrites(db)) return one.alone();
  const ofDatabase = lines.get(db) ?? new Map<string, WriteLine>();
  lines.set(db, ofDatabase);
  const { kind, type, idProperty } = gathering;
  const { projectId } = call.principal;
  const key = JSON.stringify([projectId, kind, type, idProperty, storedActor(call.principal)]);
  const line = ofDatabase.get(key) ?? { running: 0, waiting: [] };
  ofDatabase.set(key, line);
  const take = () => {
    const some = line.waiting.splice(0, MAX_TOGETHER);
    if (some.length > 0) void run(() => writeTogether(call, gathering, some));
    else if (line.running === 0 && ofDatabase.get(key) === line) ofDatabase.delete(key);
  };
  const run = async <R>(work: () => Promise<R>): Promise<R> => {
    line.running++;
    try {
      return await work();
    } finally {
      line.running--;
      take();
    }
  };
  if (line.running < MAX_RUNNING) return run(one.alone);
  return new Promise((resolve) => {
    line.waiting.push({ one, settle: resolve as (result: Promise<unknown>) => void });
    if (line.waiting.length === 1) setTimeout(take, PATIENCE_MS);
  });
}

/** Runs a write of one record that only writes records; see `gather`. */
export function gatherWrite<T>(
  call: Call,
  gathering: Gathering,
  write: (deps: Deps, gathered?: Gathered) => Promise<T>,
): Promise<T> {
  return gather(call, gathering, {
    alone: () => write(call.deps),
    together: (_, deps, gathered) => write(deps, gathered),
  });
}

/** Resolves once the writes are committed. Those that failed are then written alone. */
async function writeTogether(
  call: Call,
  gathering: Gathering,
  some: readonly Waiting[],
): Promise<void> {
  if (some.length < FEWEST_TOGETHER) {
    const done = some.map(({ one, settle }) => {
      const result = one.alone();
      settle(result);
      return result;
    });
    await Promise.allSettled(done);
    return;
  }
  try {
    const results = await call.deps.db.transaction((tx) => runTogether(call, gathering, some, tx));
    for (const [i, { one, settle }] of some.entries()) {
      const result = results[i] as PromiseSettledResult<unknown>;
      settle(result.status === "fulfilled" ? Promise.resolve(result.value) : one.alone());
    }
  } catch (error) {
    const isLost = error instanceof DatabaseUnavailable && error.isOutcomeUnknown;
    for (const { one, settle } of some) settle(isLost ? Promise.reject(error) : one.alone());
  }
}

/**
 * Runs writes in one transaction: each until it gives its input, then all inputs as a batch, then the rest of each.
 *
 * @throws if the transaction must be undone, because of the database or because a write failed after the batch
 */
async function runTogether(
  { deps, principal }: Call,
  { kind, type, idProperty }: Gathering,
  some: readonly Waiting[],
  { dialect, execute }: Db,
): Promise<readonly PromiseSettledResult<unknown>[]> {
  // Leave out `endWith`: a single write must not end the common transaction.
  const tx: Db = { dialect, execute };
  const joined = joinDeps(deps, tx);
  await recordBatches.waitBriefly.all(tx, { milliseconds: String(PATIENCE_MS) });
  const batch = collect(some.length, (inputs) =>
    writeBatch(
      { deps: joined, principal },
      type,
      { inputs, atomic: false, idProperty, maxBytes: MAX_BATCH_BYTES },
      APPLY[kind],
    ),
  );
  const written = new Set<number>();
  const results = await Promise.allSettled(
    some.map(({ one }, i) =>
      batch.arrival(async (give) => {
        const write = async (input: BatchInput) => {
          const result = await give(input);
          written.add(i);
          return result;
        };
        return one.together(tx, joined, { write });
      }),
    ),
  );
  for (const [i, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    if (written.has(i) || !(result.reason instanceof CrmError)) throw result.reason;
  }
  return results;
}

/** Collects inputs until each of a number of writes has given one or has ended, and then writes them. */
function collect(count: number, writeAll: (inputs: readonly BatchInput[]) => Promise<BatchAnswer>) {
  const inputs: BatchInput[] = [];
  let missing = count;
  let begin: (answer: Promise<BatchAnswer>) => void;
  const answer = new Promise<BatchAnswer>((resolve) => {
    begin = resolve;
  });
  const arrive = () => {
    missing--;
    if (missing === 0 && inputs.length > 0) begin(writeAll(inputs));
  };
  async function give(input: BatchInput): Promise<BatchResult> {
    const index = inputs.push(input) - 1;
    arrive();
    const { results, errors } = await answer;
    const result = results.find((one) => one.index === index);
    if (result !== undefined) return result;
    const { code, message } = errors.find((one) => one.index === index) as BatchError;
    throw new CrmError(code, message);
  }
  return {
    async arrival<T>(work: (give: (input: BatchInput) => Promise<BatchResult>) => Promise<T>) {
      let hasGiven = false;
      try {
        return await work((input) => {
          hasGiven = true;
          return give(input);
        });
      } finally {
        if (!hasGiven) arrive();
      }
    },
  };
}
