import { associations, type Db, records } from "@rapport/db";
import { CrmError } from "../../errors.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import type { Principal } from "../../principal.ts";
import {
  type AssociationKind,
  flipKind,
  hasLabels,
  listKinds,
  storedSides,
  type Target,
  typeIn,
} from "./kinds.ts";

/** A record that gets an association with another one. */
interface Added extends Target {
  readonly kinds: readonly AssociationKind[];
  /** Path of the label in the request. */
  readonly path: string;
}

/** Live records that labels with limits join, by the record and the stored type of the others. */
export interface Places {
  get(key: string): readonly number[] | undefined;
  set(key: string, ids: readonly number[]): void;
}

/** Whether a label has a limit on either side. */
export function isLimited({ most, inverseMost }: AssociationKind): boolean {
  return most !== null || inverseMost !== null;
}

/**
 * Reads which records the labels with limits join already. The caller must hold the locks of the records.
 *
 * @param added associations that will be made; a record without an id is new
 */
export async function readPlaces(
  db: Db,
  scope: { readonly projectId: number },
  places: Places,
  added: readonly {
    readonly one: number | undefined;
    readonly other: number;
    readonly kind: AssociationKind;
  }[],
): Promise<void> {
  const wanted = new Map<string, { readonly kind: AssociationKind; readonly ids: Set<number> }>();
  const want = (kind: AssociationKind, id: number | undefined) => {
    if (kind.most === null || id === undefined) return;
    const own = wanted.get(`${kind.ours} ${kind.theirs}`) ?? { kind, ids: new Set() };
    wanted.set(`${kind.ours} ${kind.theirs}`, own);
    own.ids.add(id);
  };
  for (const { one, other, kind } of added) {
    want(kind, one);
    want(flipKind(kind), other);
  }
  for (const { kind, ids } of wanted.values()) {
    const limit = (kind.most ?? 0) + 1;
    const rows = await associations.findAssociated(db, scope, [...ids], {
      types: storedSides([kind]),
      limit,
    });
    for (const { record, ids } of rows) places.set(placeKey(record, kind), ids);
  }
}

function placeKey(id: number, { theirs }: AssociationKind): string {
  return `${id} ${theirs}`;
}

/**
 * Takes the places of associations that will be made.
 *
 * @throws CrmError ASSOCIATION_LIMIT with the record that is there; then no place is taken
 */
export function takePlaces(places: Places, one: number, { id, kinds, path }: Added): void {
  const taken: (readonly [key: string, ids: readonly number[]])[] = [];
  for (const kind of kinds) {
    for (const [own, to, side] of [
      [one, id, kind],
      [id, one, flipKind(kind)],
    ] as const) {
      if (side.most === null) continue;
      const key = placeKey(own, side);
      const there = places.get(key) ?? [];
      if (there.includes(to)) continue;
      if (there.length >= side.most) throw limitExceeded(own, side, there, path);
      taken.push([key, [...there, to]]);
    }
  }
  for (const [key, ids] of taken) places.set(key, ids);
}

function limitExceeded(
  id: number,
  { ours, theirs, type, most }: AssociationKind,
  there: readonly number[],
  path: string,
): CrmError {
  const [holder] = there;
  const others = `${most} ${typeIn(theirs)}${most === 1 ? "" : " records"}`;
  const message = `The ${typeIn(ours)} with id ${id} may have at most ${others} as "${type}", and has ${there.slice(0, 10).join(", ")}. End one of these associations first, or raise the limit of the label.`;
  const issue = { path, code: "association_limit", message, limit: most };
  return CrmError.ofIssue("ASSOCIATION_LIMIT", { ...issue, conflictingId: String(holder) });
}

/**
 * Checks that a record may get associations, in its transaction. The caller holds the locks of all records.
 *
 * @throws CrmError ASSOCIATION_LIMIT with the record that is there
 */
export async function requirePlaces(
  tx: Db,
  scope: Principal,
  one: { readonly id: number },
  added: readonly Added[],
): Promise<void> {
  const places = new Map<string, readonly number[]>();
  const all = added.flatMap(({ id, kinds }) =>
    kinds.filter(isLimited).map((kind) => ({ one: one.id, other: id, kind })),
  );
  if (all.length === 0) return;
  await readPlaces(tx, scope, places, all);
  for (const target of added) takePlaces(places, one.id, target);
}

/**
 * Locks records that labels with limits will join, in the order of their ids, so that no other transaction takes their
 * places meanwhile.
 */
export async function lockLimited(
  tx: Db,
  scope: Principal,
  wanted: readonly (Target & { readonly kind: AssociationKind })[],
): Promise<void> {
  if (!wanted.some(({ kind }) => isLimited(kind))) return;
  const targets = new Map(wanted.map((target) => [target.id, target]));
  for (const { type, id } of [...targets.values()].toSorted((a, b) => a.id - b.id)) {
    await records.lockRecord(tx, scope, type, id);
  }
}

/** Associations with limits that one statement reads of a record. */
const MAX_READ = 10_000;

/**
 * Checks that a record that has come back, or has taken over associations, keeps the limits of the labels on both sides.
 * Locks the other records that have a limit.
 *
 * @throws CrmError ASSOCIATION_LIMIT with the record that is there
 */
export async function requireWithinLimits(
  tx: Db,
  scope: Principal,
  { object, id }: { readonly object: ObjectSchema; readonly id: number },
  path: string,
): Promise<void> {
  const own = await findLimited(tx, scope, object, [id]);
  await lockLimited(tx, scope, own);
  const places = new Map<string, readonly number[]>();
  await readPlaces(
    tx,
    scope,
    places,
    own.map(({ id: other, kind }) => ({ one: undefined, other, kind })),
  );
  for (const { kind, id: other, type } of own) {
    const back = flipKind(kind);
    const key = placeKey(other, back);
    places.set(
      key,
      (places.get(key) ?? []).filter((one) => one !== id),
    );
    takePlaces(places, id, { type, id: other, kinds: [kind], path });
  }
}

/** An association of a record that comes back, with a live record, by a label with limits. */
export interface ReturningAssociation extends Target {
  readonly one: number;
  readonly kind: AssociationKind;
}

/** Finds the associations of records with live others by labels with limits. */
export async function findLimited(
  db: Db,
  scope: { readonly projectId: number },
  object: ObjectSchema,
  ids: readonly number[],
): Promise<readonly ReturningAssociation[]> {
  if (!hasLabels(object)) return [];
  const kinds = object.schema.types.flatMap((other) => listKinds(object, other).filter(isLimited));
  if (kinds.length === 0) return [];
  const rows = await associations.findAssociated(db, scope, ids, {
    types: storedSides(kinds),
    limit: MAX_READ,
  });
  return rows.flatMap(({ record: one, type: theirs, ids }) => {
    const kind = kinds.find((kind) => kind.theirs === theirs);
    return kind === undefined ? [] : ids.map((id) => ({ type: typeIn(theirs), id, one, kind }));
  });
}
