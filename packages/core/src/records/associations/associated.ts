import { associations, type Db } from "@rapport/db";
import type { Call, ObjectCall } from "../../call.ts";
import type { Deps } from "../../deps.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { openPosition, sealCursor } from "../../paging.ts";
import { findCurrent } from "../current.ts";
import { notLive } from "../errors.ts";
import type { AssociationEntry } from "./associations.ts";
import { type AssociationKind, areOursSecond, listKinds, storedSides } from "./kinds.ts";

/** Associated records that a record shows per type. All of them are at the associations' own path. */
const MAX_SHOWN_ASSOCIATIONS = 1_000;

/** The associations of one record, by type (specification §2.4). */
export interface Associated {
  readonly associations: Readonly<Record<string, readonly AssociationEntry[]>>;
  /** Types with more associated records than shown. */
  readonly truncated: readonly string[];
}

/**
 * Reads the associations of records of one type with live records of the given types, in one statement. An associated
 * record has an entry for the plain association, then one for each label.
 *
 * @param ids records of the type
 * @returns the associations by record id
 */
export async function readAssociated(
  db: Db,
  scope: { projectId: number },
  object: ObjectSchema,
  { ids, types }: { readonly ids: readonly number[]; readonly types: readonly string[] },
): Promise<ReadonlyMap<number, Associated>> {
  const found = new Map(ids.map((id) => [id, emptyAssociations(types)]));
  if (types.length === 0 || ids.length === 0) return found;
  const kinds = new Map(types.map((type) => [type, listKinds(object, object.schema.object(type))]));
  const limit = MAX_SHOWN_ASSOCIATIONS + 1;
  const rows = await readIds(db, scope, ids, { kinds: [...kinds.values()].flat(), limit });
  for (const [type, [plain, ...labels]] of kinds) {
    for (const [id, own] of found) {
      const linkedIds = ({ theirs }: AssociationKind) => rows.get(pairKey(id, theirs)) ?? [];
      const all = linkedIds(plain);
      const labelled = labels.map((kind) => ({ kind, ids: new Set(linkedIds(kind)) }));
      own.associations[type] = all.slice(0, MAX_SHOWN_ASSOCIATIONS).flatMap((other) => {
        const own = labelled.filter(({ ids }) => ids.has(other)).map(({ kind }) => kind);
        return [plain, ...own].map((kind) => ({ id: String(other), type: kind.type }));
      });
      if (all.length === limit) own.truncated.push(type);
    }
  }
  return found;
}

function pairKey(record: number, theirs: string): string {
  return `${record} ${theirs}`;
}

/** Reads ids of associated records in ascending order, by the record and the stored type of the kind. */
async function readIds(
  db: Db,
  scope: { projectId: number },
  ids: readonly number[],
  { kinds, limit }: { readonly kinds: readonly AssociationKind[]; readonly limit: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const [id, kind] = [ids[0] as number, kinds[0] as AssociationKind];
  // It takes two thirds of the time of `findAssociated`.
  if (ids.length === 1 && kinds.length === 1) {
    const side = { id, type: kind.theirs, isFrom: areOursSecond(kind) };
    const page = { after: 0, limit };
    const rows = await associations.listAssociations(db, scope, side, page);
    return new Map([[pairKey(id, kind.theirs), rows.map((row) => row.id)]]);
  }
  const rows = await associations.findAssociated(db, scope, ids, {
    types: storedSides(kinds),
    limit,
  });
  return new Map(rows.map((row) => [pairKey(row.record, row.type), row.ids]));
}

/**
 * Returns the ids of the live records of one type that records are associated with, by record; at most 1,000 of
 * each.
 */
export async function associatedIds(
  { deps, principal, object }: ObjectCall<Pick<Deps, "db">>,
  { ids, other }: { readonly ids: readonly number[]; readonly other: string },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await readAssociated(deps.db, principal, object, { ids, types: [other] });
  return new Map(
    [...found].map(([id, { associations }]) => [id, distinctIds(associations[other] ?? [])]),
  );
}

/** Returns the ids of the records that entries are of. */
export function distinctIds(entries: readonly AssociationEntry[]): readonly string[] {
  return [...new Set(entries.map(({ id }) => id))];
}

export interface ListedAssociation extends AssociationEntry {
  readonly createdAt: string;
}

/** Place in the list: the id of an associated record, and how many of its entries were listed; 0 if all were. */
type Place = readonly [id: number, entries: number];

/**
 * Lists the associations of a live record with live records of a type, by their id, one page at a time (specification
 * §22). Each associated record has an entry for the plain association, then one for each label. The id of a merged record
 * lists those of the record that it was merged into.
 *
 * @throws CrmError INVALID_INPUT for a cursor of another list; NOT_FOUND
 */
export async function listAssociations(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors">>,
  { object, id }: { readonly object: ObjectSchema; readonly id: number },
  page: { readonly to: ObjectSchema; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ results: readonly ListedAssociation[]; nextCursor: string | null }> {
  const { to, cursor, limit } = page;
  const { name: type } = object;
  const identity = cursorIdentity(object, id, to);
  const [last, listed] = placeIn(
    openPosition<Place | number>({ deps, principal }, identity, cursor),
  );
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  const [plain, ...labels] = listKinds(object, to);
  const side = { id: record.id, type: plain.theirs, isFrom: areOursSecond(plain) };
  // The record of the last entry may have lost the others since.
  const place =
    listed > 0 ? { after: last - 1, limit: limit + 2 } : { after: last, limit: limit + 1 };
  const stored = labels.map(({ theirs }) => theirs);
  const rows =
    labels.length === 0
      ? await associations.listAssociations(deps.db, principal, side, place)
      : await associations.listLabelled(deps.db, principal, side, { page: place, types: stored });
  const entries = rows.flatMap((row) => {
    const given = new Map(row.labels);
    const own = labels.flatMap(({ type, theirs }) => {
      const createdAt = given.get(theirs);
      return createdAt === undefined ? [] : [{ type, createdAt }];
    });
    return [{ type: plain.type, createdAt: row.created_at }, ...own].map((entry, i) => ({
      entry: { id: String(row.id), ...entry },
      place: [row.id, i === own.length ? 0 : i + 1] as const,
    }));
  });
  const rest = entries.slice(listed > 0 && rows[0]?.id === last ? listed : 0);
  const shown = rest.slice(0, limit);
  const next = rest.length > limit ? (shown.at(-1)?.place ?? null) : null;
  return {
    results: shown.map(({ entry }) => entry),
    nextCursor: sealCursor({ deps, principal }, identity, next),
  };
}

/** Returns the cursor with which the list goes on after an associated record. */
export function cursorAfterAssociated(
  call: Call<Pick<Deps, "cursors">>,
  { object, id }: { readonly object: ObjectSchema; readonly id: number },
  to: ObjectSchema,
  last: number,
): string | null {
  const place: Place = [last, 0];
  return sealCursor(call, cursorIdentity(object, id, to), place);
}

function cursorIdentity({ name: type }: ObjectSchema, id: number, { name: to }: ObjectSchema) {
  return { list: "associations", filter: { type, id, to } };
}

/** Cursors of older versions have the id alone. */
function placeIn(position: Place | number | undefined): Place {
  if (position === undefined) return [0, 0];
  return typeof position === "number" ? [position, 0] : position;
}

function emptyAssociations(types: readonly string[]): {
  associations: Record<string, readonly AssociationEntry[]>;
  truncated: string[];
} {
  return {
    associations: Object.fromEntries(types.map((type) => [type, []])),
    truncated: [],
  };
}
