import { associations } from "@rapport/db";
import type { Call } from "../../call.ts";
import { openPosition, sealCursor } from "../../cursor.ts";
import type { Deps } from "../../deps.ts";
import type { ObjectSchema } from "../../object-schema.ts";
import { findCurrent } from "../current.ts";
import { notLive } from "../errors.ts";
import type { AssociationEntry } from "./associations.ts";
import { areOursSecond, kindsOf } from "./kinds.ts";

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
  const identity = identityOf(object, id, to);
  const [last, listed] = placeIn(openPosition<Place | number>(deps, principal, identity, cursor));
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  const [plain, ...labels] = kindsOf(object, to);
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
  return sealCursor(call, identityOf(object, id, to), place);
}

function identityOf({ name: type }: ObjectSchema, id: number, { name: to }: ObjectSchema) {
  return { list: "associations", filter: { type, id, to } };
}

/** Cursors of older versions have the id alone. */
function placeIn(position: Place | number | undefined): Place {
  if (position === undefined) return [0, 0];
  return typeof position === "number" ? [position, 0] : position;
}
