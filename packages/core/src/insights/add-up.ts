import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseUnavailable, type Db, sums } from "@rapport/db";
import { addAll, negative } from "@rapport/model";
import type { Deps } from "../deps.ts";
import { DELIVERY, quarterHour, sumsOfCreation, sumsOfDelivery, sumsOfPlace } from "./sum-keys.ts";

/** Changes per transaction. The more, the more of them share a sum. */
const BATCH = 2_000;
/** A report adds up as many changes itself. If there are more, it counts records until the worker has added them up. */
export const MAX_AWAITED = 5_000;

type SumDeps = Pick<Deps, "db">;

/**
 * Adds up what has changed in a project.
 *
 * @returns false if there are no sums, or too many changes for the caller to wait; then count the records
 */
export async function addUpNow({ db }: SumDeps, projectId: number): Promise<boolean> {
  if (!(await sums.areKept(db))) return false;
  const args = { project: projectId, skipped: MAX_AWAITED };
  if (await sums.findChangeAfter.any(db, args)) return false;
  if (!(await sums.findChangeAfter.any(db, { ...args, skipped: 0 }))) return true;
  try {
    for (let added = 0; added <= MAX_AWAITED; added += BATCH) {
      if ((await addBatch(db, projectId)) < BATCH) return true;
    }
  } catch (error) {
    // A database that cannot be written may still be read.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
  return false;
}

/**
 * Adds up what has changed in any project. Any number of processes may do so.
 *
 * @param onError receives failures of a project; the others are added up
 */
export async function addUpAll(
  { db }: SumDeps,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    isMore = false;
    let project = await sums.nextWithChanges(db, 0);
    while (project !== undefined && !signal.aborted) {
      const projectId: number = project;
      try {
        isMore = (await addBatch(db, projectId)) === BATCH || isMore;
      } catch (error) {
        onError(error);
      }
      // Let requests go first.
      await nextTurn();
      project = await sums.nextWithChanges(db, projectId);
    }
  }
}

/** @returns the number of changes */
function addBatch(db: SumDeps["db"], projectId: number): Promise<number> {
  return db.transaction((tx) => addFirst(tx, projectId), { hasOwnCommit: true });
}

async function addFirst(tx: Db, projectId: number): Promise<number> {
  const scope = { projectId };
  await sums.lockSums(tx, scope);
  const changes = await sums.listChanges.all(tx, { project: projectId, limit: BATCH });
  if (changes.length === 0) return 0;
  const added = sumChanges(changes);
  const keys = JSON.stringify(
    [...added.values()].map(({ type, kind, key }) => ({ type, kind, key })),
  );
  for (const sum of await sums.findSums.all(tx, { project: projectId, keys }))
    addStored(added, sum);
  const all = [...added.values()];
  const gone = all.filter(({ count }) => count === 0);
  const left = all.filter(({ count }) => count !== 0);
  await sums.putSums(
    tx,
    scope,
    left.map((sum) => (sum.valued === 0 ? { ...sum, amount: null } : sum)),
  );
  if (gone.length > 0) {
    await sums.deleteSums.all(tx, { project: projectId, keys: JSON.stringify(gone) });
  }
  await sums.deleteChanges(tx, scope, changes);
  return changes.length;
}

function sumChanges(changes: readonly sums.SumChange[]): Map<string, sums.Sum> {
  const parts = new Map<string, Part>();
  const created = Map.groupBy(
    changes.filter(({ place }) => place === null),
    ({ type, created_at: at }) => `${type} ${quarterHour(at ?? "")}`,
  );
  for (const some of created.values()) {
    const [{ type, created_at: at }] = some as [sums.SumChange];
    const delta = some.reduce((sum, one) => sum + one.delta, 0);
    for (const part of sumsOfCreation(at ?? "")) count(parts, type, part, { delta, amount: null });
  }
  for (const { type, place, delta } of changes) {
    if (place === null) continue;
    const { parts: some, amount } =
      type === DELIVERY ? { parts: sumsOfDelivery(place), amount: null } : sumsOfPlace(type, place);
    for (const part of some) count(parts, type, part, { delta, amount });
  }
  return new Map(
    [...parts].map(([name, { amounts, ...sum }]) => [
      name,
      { ...sum, amount: amounts.length === 0 ? null : addAll(amounts) },
    ]),
  );
}

interface Part extends sums.SumKey {
  count: number;
  valued: number;
  readonly amounts: string[];
}

function count(
  all: Map<string, Part>,
  type: string,
  { kind, key }: Omit<sums.SumKey, "type">,
  { delta, amount }: { readonly delta: number; readonly amount: string | null },
): void {
  const name = sumName({ type, kind, key });
  let part = all.get(name);
  if (part === undefined) {
    part = { type, kind, key, count: 0, valued: 0, amounts: [] };
    all.set(name, part);
  }
  part.count += delta;
  if (amount === null) return;
  part.valued += delta;
  part.amounts.push(delta > 0 ? amount : negative(amount));
}

/** Adds a stored sum to what has changed. */
function addStored(added: Map<string, sums.Sum>, stored: sums.Sum): void {
  const name = sumName(stored);
  const change = added.get(name);
  if (change === undefined) return;
  const amounts = [change.amount, stored.amount].filter((amount) => amount !== null);
  added.set(name, {
    ...change,
    count: change.count + stored.count,
    valued: change.valued + stored.valued,
    amount: amounts.length === 0 ? null : addAll(amounts),
  });
}

function sumName({ type, kind, key }: sums.SumKey): string {
  return `${type} ${kind} ${key}`;
}
