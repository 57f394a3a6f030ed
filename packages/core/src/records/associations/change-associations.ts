import { associations, type Db, records } from "@rapport/db";
import { type AssociationLabel, associationLabel, builtInType } from "@rapport/model";
import { openPosition, sealCursor } from "../../cursor.ts";
import type { Deps } from "../../deps.ts";
import { CrmError } from "../../errors.ts";
import { raiseEvents } from "../../events/raise.ts";
import { cutPage } from "../../page.ts";
import type { Principal } from "../../principal.ts";
import { findCurrent } from "../current.ts";
import { notLive } from "../errors.ts";
import { recordAssociations } from "../history.ts";
import { type MissingRecord, missingRecord, missingRecords } from "../missing-records.ts";
import { type NamedRecord, namedRecord, namingProperties } from "../names.ts";
import { associationEvent } from "../record-events.ts";
import { associate, type LiveTarget, type Target } from "./associations.ts";

export interface AssociatedPage {
  /** Number of records on all pages, counted up to 1,000. */
  readonly total: number;
  /** True if the count stopped at 1,000. */
  readonly isMore: boolean;
  readonly records: readonly NamedRecord[];
  readonly nextCursor: string | null;
}

const MAX_COUNTED = 1_000;

/**
 * Associates two live records. Does nothing if they are associated already.
 *
 * @throws CrmError NOT_FOUND or MERGED if either is not a live record of its type; INVALID_INPUT for two records of one
 *   type
 */
export function addAssociation(
  deps: Pick<Deps, "db">,
  principal: Principal,
  one: Target,
  other: Target,
): Promise<void> {
  const [from, to] = labelOf(one.type, other.type).from === one.type ? [one, other] : [other, one];
  return change(deps, principal, one, other, "association.created", async (tx, at) => {
    const wanted = { project: principal.projectId, from: from.id, toType: to.type, to: to.id };
    if ((await associations.findAssociation.first(tx, wanted)) !== undefined) return false;
    await associate(tx, principal, one, [other], at);
    return true;
  });
}

/**
 * Removes the association of two records.
 *
 * @throws CrmError NOT_FOUND or MERGED if either is not a live record of its type
 */
export function removeAssociation(
  deps: Pick<Deps, "db">,
  principal: Principal,
  one: Target,
  other: Target,
): Promise<void> {
  return change(deps, principal, one, other, "association.deleted", (tx) =>
    associations.deleteAssociation(tx, principal, one.id, other.id),
  );
}

/**
 * Lists a record's live associated records of one type, newest first, one page at a time.
 *
 * @param query.other type of the associated records
 * @throws CrmError NOT_FOUND if the record is not live; INVALID_INPUT for its own type or a cursor of another
 *   list
 */
export async function listAssociated(
  deps: Pick<Deps, "db" | "cursors" | "schemas">,
  principal: Principal,
  { type, id }: Target,
  query: { other: string; cursor?: string | undefined; limit: number },
): Promise<AssociatedPage> {
  const { other, cursor, limit } = query;
  const isFrom = labelOf(type, other).from === other;
  const identity = { list: "associated", filter: { type, id, other } };
  const before = openPosition<number>(deps, principal, identity, cursor) ?? Number.MAX_SAFE_INTEGER;
  const row = await findCurrent(deps.db, principal, type, id);
  if (row === undefined) throw await notLive(deps.db, principal, type, id);
  const side = { id: row.id, type: other, isFrom };
  const page = { before, limit: limit + 1 };
  const object = await deps.schemas.object(principal.projectId, other);
  const names = namingProperties(object.schema);
  const rows = await associations.listAssociated(deps.db, principal, side, page, names);
  const total = await associations.countAssociated(deps.db, principal, side, MAX_COUNTED);
  const { shown, next } = cutPage(rows, limit);
  return {
    total,
    isMore: total === MAX_COUNTED,
    records: shown.map((one) => namedRecord(object, one)),
    nextCursor: sealCursor(deps, principal, identity, next),
  };
}

function labelOf(one: string, other: string): AssociationLabel {
  const label = associationLabel(one, other);
  if (label !== null) return label;
  throw new CrmError("INVALID_INPUT", `No ${one} can be associated with another ${other}.`);
}

async function change(
  deps: Pick<Deps, "db">,
  principal: Principal,
  one: Target,
  other: Target,
  type: "association.created" | "association.deleted",
  write: (tx: Db, at: string) => Promise<boolean>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // In the order of ids, so that two changes of one pair never wait for each other.
    const first = await lock(tx, principal, one.id < other.id ? one : other);
    const second = await lock(tx, principal, one.id < other.id ? other : one);
    const [from, to] = one.id < other.id ? [first, second] : [second, first];
    if (from === undefined || to === undefined) {
      throw await notBothLive(tx, principal, [
        ...(from === undefined ? [{ ...one, path: builtInType(one.type).idParam }] : []),
        ...(to === undefined ? [{ ...other, path: "toId" }] : []),
      ]);
    }
    const at = new Date().toISOString();
    if (!(await write(tx, at))) return;
    const action = type === "association.created" ? "associated" : "dissociated";
    await recordAssociations(tx, principal, from, [to], action, at);
    await raiseEvents(tx, principal, [associationEvent(type, one, other)], at);
  });
}

async function lock(
  tx: Db,
  principal: Principal,
  { type, id }: Target,
): Promise<LiveTarget | undefined> {
  const row = await records.lockRecord(tx, principal, type, id);
  return row && { type, id, version: row.version };
}

async function notBothLive(
  tx: Db,
  principal: Principal,
  lost: readonly (Target & { readonly path: string })[],
): Promise<CrmError> {
  const missing: MissingRecord[] = [];
  for (const { type, id, path } of lost) {
    missing.push(await missingRecord(tx, principal, type, id, path));
  }
  return missingRecords(missing);
}
