import { associations } from "@rapport/db";
import { associationLabel } from "@rapport/model";
import { openCursor, sealCursor } from "../../cursor.ts";
import type { Deps } from "../../deps.ts";
import { cutPage } from "../../page.ts";
import type { Principal } from "../../principal.ts";
import { findCurrent } from "../current.ts";
import { invalid, notLive } from "../errors.ts";
import { type AssociationEntry, sameTypeIssue, type Target } from "./associations.ts";

export interface ListedAssociation extends AssociationEntry {
  readonly createdAt: string;
}

/**
 * Lists the associations of a live record with live records of another type, by their id, one page at a time
 * (specification §22). The id of a merged record lists those of the record that it was merged into.
 *
 * @throws CrmError INVALID_INPUT for the record's own type or a cursor of another list; NOT_FOUND
 */
export async function listAssociations(
  deps: Pick<Deps, "db" | "cursors">,
  principal: Principal,
  { type, id }: Target,
  page: { readonly to: string; readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ results: readonly ListedAssociation[]; nextCursor: string | null }> {
  const { to, cursor, limit } = page;
  const label = associationLabel(type, to);
  if (label === null) throw invalid([sameTypeIssue(type, "toPlural")]);
  const identity = { list: "associations", filter: { type, id, to } };
  const after = openCursor(deps, principal, identity, cursor);
  const record = await findCurrent(deps.db, principal, type, id);
  if (record === undefined) throw await notLive(deps.db, principal, type, id);
  const side = { id: record.id, type: to, isFrom: label.from === to };
  const rows = await associations.listAssociations(deps.db, principal, side, {
    after,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(rows, limit);
  return {
    results: shown.map((row) => ({
      id: String(row.id),
      type: label.label,
      createdAt: row.created_at,
    })),
    nextCursor: sealCursor(deps, principal, identity, next),
  };
}
