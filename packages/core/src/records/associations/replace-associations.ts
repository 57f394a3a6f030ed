import { associations, type Db, liveRecords } from "@rapport/db";
import { CrmError, type Issue } from "../../errors.ts";
import { raiseManyEvents } from "../../events/raise.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { Principal } from "../../principal.ts";
import { recordAssociations } from "../history.ts";
import { associationEvent } from "../record-events.ts";
import { readAssociated } from "./associated.ts";
import {
  type AssociationItem,
  associate,
  checkAssociations,
  type LiveTarget,
  parseTargets,
  type Target,
} from "./associations.ts";

/** The records of one type that a record is to be associated with, and with no others of that type. */
export interface WantedAssociations {
  readonly other: string;
  readonly items: readonly AssociationItem[];
}

/** What has to change so that a record has the wanted associations. */
export interface Replacement {
  readonly added: readonly LiveTarget[];
  readonly removed: readonly LiveTarget[];
  readonly issues: readonly Issue[];
}

/**
 * Locks a record and holds its present and wanted associated records, all in the order of their ids, so that two
 * changes of one pair never wait for each other.
 *
 * @param lock locks the record
 * @returns what `lock` returns
 */
export async function lockAmong<Row>(
  tx: Db,
  principal: Principal,
  one: Target,
  { other, items }: WantedAssociations,
  paths: InputPaths,
  lock: () => Promise<Row>,
): Promise<Row> {
  const { wanted } = parseTargets(one.type, items, paths);
  const present = await presentIds(tx, principal, one, other);
  const ids = [...new Set([...wanted.map(({ id }) => id), ...present])].toSorted((a, b) => a - b);
  const hold = (some: readonly number[]) => liveRecords.holdLive(tx, principal, some);
  await hold(ids.filter((id) => id < one.id));
  const row = await lock();
  await hold(ids.filter((id) => id > one.id));
  return row;
}

/**
 * Compares the associations of a locked record with the wanted ones.
 *
 * @throws CrmError CONFLICT if it has more associations than a response shows
 */
export async function planReplacement(
  tx: Db,
  principal: Principal,
  one: Target,
  { other, items }: WantedAssociations,
  paths: InputPaths,
): Promise<Replacement> {
  const { targets, issues } = await checkAssociations(tx, principal, one.type, items, paths);
  const present = await presentIds(tx, principal, one, other);
  const wanted = new Set(targets.map(({ id }) => id));
  const ended = present.filter((id) => !wanted.has(id));
  const live = await liveRecords.holdLive(tx, principal, ended);
  return {
    added: targets.filter(({ id }) => !present.includes(id)),
    removed: ended.flatMap((id) => {
      const version = live.get(id)?.version;
      return version === undefined ? [] : [{ type: other, id, version }];
    }),
    issues,
  };
}

async function presentIds(
  db: Db,
  principal: Principal,
  one: Target,
  other: string,
): Promise<readonly number[]> {
  const found = await readAssociated(db, principal, one.type, [one.id], [other]);
  const { associations: entries = {}, truncated = [] } = found.get(one.id) ?? {};
  if (truncated.length > 0) {
    throw new CrmError(
      "CONFLICT",
      `The ${one.type} has more associations than one request can replace. Change them one by one in the Public Object API.`,
    );
  }
  return (entries[other] ?? []).map(({ id }) => Number(id));
}

/** Writes a replacement with its history and events, in the transaction of the change. */
export async function replaceAssociations(
  tx: Db,
  principal: Principal,
  one: LiveTarget,
  { added, removed }: Replacement,
  at: string,
): Promise<void> {
  if (added.length > 0) {
    await associate(tx, principal, one, added, at);
    await recordAssociations(tx, principal, one, added, "associated", at);
  }
  for (const { id } of removed) await associations.deleteAssociation(tx, principal, one.id, id);
  if (removed.length > 0) {
    await recordAssociations(tx, principal, one, removed, "dissociated", at);
  }
  const events = [
    ...added.map((other) => associationEvent("association.created", one, other)),
    ...removed.map((other) => associationEvent("association.deleted", one, other)),
  ];
  if (events.length > 0) await raiseManyEvents(tx, principal, events, at);
}
