import { associations, type Db, records, runWrites } from "@rapport/db";
import { CrmError, type Issue } from "../../errors.ts";
import { raiseManyEvents } from "../../events/events.ts";
import type { InputPaths } from "../../input-paths.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import { recordAssociations } from "../history.ts";
import { associationEvents } from "../record-events.ts";
import { distinctIds, readAssociated } from "./associated.ts";
import {
  type AssociatedTarget,
  type AssociationItem,
  associate,
  checkAssociations,
  type LiveTarget,
  parseTargets,
} from "./associations.ts";
import { kindsOfRows } from "./kinds.ts";

/** The records of one type that a record is to be associated with, and with no others of that type. */
export interface WantedAssociations {
  readonly other: string;
  readonly items: readonly AssociationItem[];
}

/** A record whose associations are replaced. */
interface Replaced {
  readonly object: ObjectSchema;
  readonly id: number;
}

/** What has to change so that a record has the wanted associations. */
export interface Replacement {
  /** The two types. */
  readonly objects: readonly [ObjectSchema, ObjectSchema];
  readonly added: readonly AssociatedTarget[];
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
  {
    one,
    wanted: { other, items },
    paths,
  }: { readonly one: Replaced; readonly wanted: WantedAssociations; readonly paths: InputPaths },
  lock: () => Promise<Row>,
): Promise<Row> {
  const { wanted } = parseTargets(one.object, items, paths);
  const present = await presentIds(tx, principal, one, other);
  const ids = [...new Set([...wanted.map(({ id }) => id), ...present])].toSorted((a, b) => a - b);
  const hold = (some: readonly number[]) => records.holdLive(tx, principal, some);
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
  {
    one,
    wanted: { other, items },
    paths,
  }: { readonly one: Replaced; readonly wanted: WantedAssociations; readonly paths: InputPaths },
): Promise<Replacement> {
  const { targets, issues } = await checkAssociations(tx, principal, one.object, { items, paths });
  const present = await presentIds(tx, principal, one, other);
  const wanted = new Set(targets.map(({ id }) => id));
  const ended = present.filter((id) => !wanted.has(id));
  const live = await records.holdLive(tx, principal, ended);
  return {
    objects: [one.object, one.object.schema.object(other)],
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
  one: Replaced,
  other: string,
): Promise<readonly number[]> {
  const found = await readAssociated(db, principal, one.object, { ids: [one.id], types: [other] });
  const { associations: entries = {}, truncated = [] } = found.get(one.id) ?? {};
  if (truncated.length > 0) {
    throw new CrmError(
      "CONFLICT",
      `The ${one.object.name} has more associations than one request can replace. Change them one by one in the Public Object API.`,
    );
  }
  return distinctIds(entries[other] ?? []).map(Number);
}

/** Writes a replacement with its history and events, in the transaction of the change. */
export async function replaceAssociations(
  tx: Db,
  principal: Principal,
  one: LiveTarget,
  {
    replacement: { objects, added, removed },
    at,
  }: { readonly replacement: Replacement; readonly at: string },
): Promise<void> {
  if (added.length > 0) {
    await runWrites(tx, [
      ...associate(principal, one, { targets: added, at }),
      ...recordAssociations(principal, { one, others: added }, { action: "associated", at }),
    ]);
  }
  const ended = [];
  for (const other of removed) {
    const rows = await associations.deleteAssociation.all(tx, principal, {
      one: one.id,
      other: other.id,
    });
    ended.push({ ...other, kinds: kindsOfRows(objects, one.id, rows) });
  }
  if (ended.length > 0) {
    const dissociated = { action: "dissociated", at } as const;
    await runWrites(tx, recordAssociations(principal, { one, others: ended }, dissociated));
  }
  const events = [
    ...added.flatMap((other) => associationEvents("association.created", one, other)),
    ...ended.flatMap((other) => associationEvents("association.deleted", one, other)),
  ];
  if (events.length > 0) await raiseManyEvents(tx, principal, events, at);
}
