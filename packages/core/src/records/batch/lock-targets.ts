import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, recordBatches } from "@rapport/db";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import {
  findLimited,
  isLimited,
  lockLimited,
  type ReturningAssociation,
  readPlaces,
} from "../associations/limits.ts";
import { findPrimaries } from "../current.ts";
import type { BatchContext } from "./apply.ts";
import type { CheckedInput, LostRecords } from "./input.ts";
import type { Picture } from "./picture.ts";
import type { BatchRoom } from "./room.ts";

const LOCKED_AT_ONCE = 250;

/** Reads the live records to associate with, by id. No other transaction changes or deletes them until this one ends. */
export async function holdTargets(
  tx: Db,
  scope: Principal,
  inputs: readonly CheckedInput[],
): Promise<BatchContext["live"]> {
  const ids = distinct(inputs.flatMap(({ wanted }) => wanted.map(({ id }) => id)));
  const live = new Map<number, recordBatches.HeldRecord>();
  await lockLimited(
    tx,
    scope,
    inputs.flatMap(({ wanted }) => wanted),
  );
  for (let start = 0; start < ids.length; start += recordBatches.MAX_RECORDS) {
    const some = ids.slice(start, start + recordBatches.MAX_RECORDS);
    for (const row of await recordBatches.holdRecords(tx, scope, some)) live.set(row.id, row);
    await nextTurn();
  }
  return live;
}

/**
 * Reads and locks the records that the inputs name, for the picture.
 *
 * @returns those that were erased or merged
 */
export async function lockTargets(
  tx: Db,
  scope: Principal,
  type: string,
  {
    picture,
    inputs,
    room,
  }: {
    readonly picture: Picture;
    readonly inputs: readonly CheckedInput[];
    readonly room: BatchRoom;
  },
): Promise<Omit<LostRecords, "unread">> {
  const ids = distinct(inputs.flatMap(({ id }) => (id === undefined ? [] : [id])));
  for (let start = 0; start < ids.length; start += LOCKED_AT_ONCE) {
    const some = ids.slice(start, start + LOCKED_AT_ONCE);
    await room.lock(tx, { ...scope, type }, picture, some);
    await nextTurn();
  }
  const isMissing = (id: number) => picture.records.get(id) === undefined && !room.unread.has(id);
  const missing = ids.filter(isMissing);
  const lost = missing.map((id) => ({ type, id }));
  return {
    erased: await recordBatches.findErased(tx, scope, type, missing),
    merged: await findPrimaries(tx, scope, lost),
  };
}

/** Reads, for the picture, the associations that count against the limits of the labels in the inputs. */
export async function readLimitedPlaces(
  db: Db,
  scope: { readonly projectId: number },
  picture: Picture,
  inputs: readonly CheckedInput[],
): Promise<void> {
  const added = inputs.flatMap(({ id, key, wanted }) => {
    const limited = wanted.filter(({ kind }) => isLimited(kind));
    const one = id ?? (key && picture.keys.get(key.value)?.[0]);
    return limited.map(({ id: other, kind }) => ({ one, other, kind }));
  });
  await readPlaces(db, scope, picture.places, added);
}

/**
 * Finds and locks the records that limited labels associate with deleted records of the picture. A restore brings these
 * associations back, so they count against the limits.
 *
 * @param deletedSince undefined if no record is restored
 */
export async function lockReturning(
  tx: Db,
  scope: Principal,
  object: ObjectSchema,
  {
    picture,
    deletedSince,
  }: { readonly picture: Picture; readonly deletedSince: string | undefined },
): Promise<BatchContext["returning"]> {
  const found = new Map<number, ReturningAssociation[]>();
  if (deletedSince === undefined) return found;
  const associations = await findLimited(tx, scope, object, [...picture.records.own.keys()]);
  await lockLimited(tx, scope, associations);
  const added = associations.map(({ id: other, kind }) => ({ one: undefined, other, kind }));
  await readPlaces(tx, scope, picture.places, added);
  for (const one of associations) found.set(one.one, [...(found.get(one.one) ?? []), one]);
  return found;
}

function distinct(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
