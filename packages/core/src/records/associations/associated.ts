import { associations, type Db } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import type { AssociationEntry } from "./associations.ts";

/** Associations that a record shows per type. All of them are at the associations' own path. */
const MAX_SHOWN_ASSOCIATIONS = 1_000;

/** The associations of one record, by type (specification §2.4). */
export interface Associated {
  readonly associations: Readonly<Record<string, readonly AssociationEntry[]>>;
  /** Types with more associations than shown. */
  readonly truncated: readonly string[];
}

/**
 * Reads the associations of records of one type with live records of the given types, in one statement.
 *
 * @param ids records of the type
 * @returns the associations by record id
 */
export async function readAssociated(
  db: Db,
  scope: { projectId: number },
  type: string,
  ids: readonly number[],
  types: readonly string[],
): Promise<ReadonlyMap<number, Associated>> {
  const found = new Map(ids.map((id) => [id, emptyOf(types)]));
  const before = types.filter((other) => associationLabel(type, other)?.from === other);
  const after = types.filter((other) => associationLabel(type, other)?.to === other);
  if (before.length + after.length === 0 || ids.length === 0) return found;
  const limit = MAX_SHOWN_ASSOCIATIONS + 1;
  const [id, other] = [ids[0] as number, types[0] as string];
  const rows =
    ids.length === 1 && types.length === 1
      ? [{ record: id, type: other, ids: await idsOf(db, scope, id, other, before.length > 0) }]
      : await associations.findAssociated(db, scope, ids, { before, after }, limit);
  for (const row of rows) {
    const own = found.get(row.record);
    const label = associationLabel(type, row.type)?.label;
    if (own === undefined || label === undefined) continue;
    own.associations[row.type] = row.ids
      .slice(0, MAX_SHOWN_ASSOCIATIONS)
      .map((id) => ({ id: String(id), type: label }));
    if (row.ids.length === limit) own.truncated.push(row.type);
  }
  return found;
}

/** Finds the associations of one record with one type, which takes two thirds of the time of `findAssociated`. */
async function idsOf(
  db: Db,
  scope: { projectId: number },
  id: number,
  type: string,
  isFrom: boolean,
): Promise<readonly number[]> {
  const page = { after: 0, limit: MAX_SHOWN_ASSOCIATIONS + 1 };
  const found = await associations.listAssociations(db, scope, { id, type, isFrom }, page);
  return found.map((one) => one.id);
}

/**
 * Returns the ids of the live records of one type that records are associated with, by record; at most 1,000 of
 * each.
 */
export async function associatedIds(
  { db }: { readonly db: Db },
  scope: { projectId: number },
  type: string,
  ids: readonly number[],
  other: string,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await readAssociated(db, scope, type, ids, [other]);
  return new Map(
    [...found].map(([id, { associations }]) => [
      id,
      (associations[other] ?? []).map((entry) => entry.id),
    ]),
  );
}

function emptyOf(types: readonly string[]): {
  associations: Record<string, readonly AssociationEntry[]>;
  truncated: string[];
} {
  return {
    associations: Object.fromEntries(types.map((type) => [type, []])),
    truncated: [],
  };
}
