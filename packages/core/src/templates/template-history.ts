import { templates } from "@rapport/db";
import { type LogActor, type LogSurface, nameActors, surfaceOf } from "../audit/actors.ts";
import { openPosition, sealCursor } from "../cursor.ts";
import type { Deps } from "../deps.ts";
import { cutPage } from "../page.ts";
import type { Principal } from "../principal.ts";
import { readTemplate } from "./templates.ts";

/** Change that one sync made to a template. */
export interface TemplateChange {
  readonly id: number;
  readonly at: string;
  /** Who asked for the sync. */
  readonly actor: LogActor;
  readonly surface: LogSurface;
  /** Null if the status did not change. */
  readonly status: FromTo | null;
  /** Null if the category did not change. */
  readonly category: FromTo | null;
}

interface FromTo {
  readonly from: string;
  readonly to: string;
}

/**
 * Lists the changes that syncs made to a template, newest first, one page at a time.
 *
 * @param page.cursor `nextCursor` of the previous page; undefined for the first
 * @returns the changes and the cursor of the next page, null on the last
 * @throws CrmError NOT_FOUND if the tenant has no such template; INVALID_INPUT for a cursor of another list
 */
export async function listTemplateChanges(
  deps: Pick<Deps, "db" | "cursors">,
  principal: Principal,
  id: number,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ changes: readonly TemplateChange[]; nextCursor: string | null }> {
  const { cursor, limit } = page;
  const identity = { list: "admin.templates.history", filter: { id } };
  const before = openPosition<number>(deps, principal, identity, cursor) ?? Number.MAX_SAFE_INTEGER;
  await readTemplate(deps, principal.tenantId, id);
  const rows = await templates.listChanges.all(deps.db, {
    tenant: principal.tenantId,
    template: id,
    before,
    limit: limit + 1,
  });
  const { shown, next } = cutPage(rows, limit);
  const name = await nameActors(
    deps,
    shown.map(({ actor }) => actor),
  );
  return {
    changes: shown.map((row) => ({
      id: row.id,
      at: row.at,
      actor: name(row.actor),
      surface: surfaceOf(row.actor),
      status: changed(row.old_status, row.new_status),
      category: changed(row.old_category, row.new_category),
    })),
    nextCursor: sealCursor(deps, principal, identity, next),
  };
}

function changed(from: string, to: string): FromTo | null {
  return from === to ? null : { from, to };
}
