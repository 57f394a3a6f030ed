import { records } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import type { Principal } from "../principal.ts";
import { byCurrentSchema } from "./current-schema.ts";
import { keepChange } from "./record-change.ts";
import { reindex } from "./record-index.ts";
import { guardUnique, notFound } from "./records.ts";
import type { ObjectType } from "./types.ts";

type RecordDeps = Pick<Deps, "db" | "catalogue">;

/** Days that a deleted record can be restored (decisions: soft delete). */
const RESTORABLE_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Soft-deletes a record: it is not found any more, and no longer holds its unique values (§4.1).
 *
 * @throws CrmError NOT_FOUND
 */
export async function deleteRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
): Promise<void> {
  const at = new Date().toISOString();
  await byCurrentSchema(deps, principal, type, (catalogue) =>
    deps.db.transaction(async (tx) => {
      const row = await records.lockRecord(tx, principal, type, id);
      if (row === undefined) throw notFound(type, id);
      await records.setDeleted(tx, principal, id, at, at);
      await reindex(tx, { ...principal, type, id }, catalogue.properties, row.properties, {});
      const change = { type, id, action: "deleted", properties: row.properties } as const;
      await keepChange(tx, principal, change, catalogue, at);
    }),
  );
}

/**
 * Brings a deleted record back, with its associations, within 90 days (decisions: soft delete).
 *
 * @throws CrmError NOT_FOUND when no such record was deleted in that time; CONFLICT with the other
 *   record's id when one of its unique values has been taken since
 */
export async function restoreRecord(
  deps: RecordDeps,
  principal: Principal,
  type: ObjectType,
  id: number,
): Promise<void> {
  const now = new Date();
  const at = now.toISOString();
  const since = restorableSince(now);
  const deleted = await records.findDeleted(deps.db, principal, type, id, since);
  if (deleted === undefined) throw notDeleted(type, id);
  const { properties } = deleted;
  await byCurrentSchema(deps, principal, type, (catalogue) =>
    guardUnique(deps.db, principal, type, catalogue, properties, () =>
      deps.db.transaction(async (tx) => {
        if ((await records.lockDeleted(tx, principal, type, id, since)) === undefined) {
          throw notDeleted(type, id);
        }
        await records.setDeleted(tx, principal, id, null, at);
        await reindex(tx, { ...principal, type, id }, catalogue.properties, {}, properties);
        await keepChange(
          tx,
          principal,
          { type, id, action: "restored", properties },
          catalogue,
          at,
        );
      }),
    ),
  );
}

/** Records deleted before this are purged. */
export function restorableSince(now: Date): string {
  return new Date(now.getTime() - RESTORABLE_DAYS * DAY).toISOString();
}

/** When a record that was deleted then is removed for good. */
export function purgedAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + RESTORABLE_DAYS * DAY).toISOString();
}

function notDeleted(type: ObjectType, id: number): CrmError {
  return new CrmError(
    "NOT_FOUND",
    `No ${type} with id ${id} was deleted in the last ${RESTORABLE_DAYS} days.`,
  );
}
