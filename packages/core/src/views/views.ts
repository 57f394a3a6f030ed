import { randomBytes } from "node:crypto";
import { type Db, liveRevisions, tenancy, views } from "@rapport/db";
import { isRoleAtLeast } from "../access/admins/roles.ts";
import type { ProjectAdmin } from "../access/project-principal.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { CrmError } from "../errors.ts";
import { type Principal, storedActor } from "../principal.ts";
import type { TableFilter } from "../query/table-query.ts";

/** Views that one project shares, and that one admin keeps in it. */
const MAX_SHARED_VIEWS = 100;
const MAX_PRIVATE_VIEWS = 50;
/** A view's content as JSON, in bytes. */
const MAX_VIEW_BYTES = 8_192;

/** The audience of a view that every admin sees. */
export const EVERYONE = "project";

export interface View {
  readonly id: string;
  readonly name: string;
  /** Whether every admin sees it; otherwise only its maker. */
  readonly isShared: boolean;
  /** Whether the admin who asks may change it. */
  readonly mayChange: boolean;
  readonly content: ViewContent;
  /** Counts the changes. */
  readonly version: number;
}

/** A call of an admin in a project. */
interface ViewCall extends Call<Pick<Deps, "db">> {
  readonly principal: ProjectAdmin;
}

type Settings = Pick<View, "name" | "isShared" | "content">;

/** Lists the views of a type that an admin sees, the oldest first: those of the project, then the private ones. */
export async function listViews(
  { deps, principal }: ViewCall,
  type: string,
): Promise<readonly View[]> {
  const lists = await Promise.all(
    [EVERYONE, storedActor(principal)].map((audience) =>
      views.listViews.all(deps.db, principal, { audience, type }),
    ),
  );
  return lists.flatMap((rows) =>
    rows
      .toSorted((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id))
      .map((row) => toView(row, principal)),
  );
}

/** Returns the id of a new view. It begins with a letter, because the page's address takes digits for a number. */
export function newViewId(): string {
  return `v${randomBytes(9).toString("base64url")}`;
}

/**
 * Creates a view.
 *
 * @param id see `newViewId`
 * @throws CrmError INSUFFICIENT_SCOPE for a shared view of a read-only admin, INVALID_INPUT if it is too large, CONFLICT
 *   if there are too many views
 */
export async function createView(
  { deps, principal }: ViewCall,
  { id, type }: { readonly id: string; readonly type: string },
  settings: Settings,
): Promise<View> {
  const at = new Date().toISOString();
  const row: views.ViewRow = {
    id,
    type,
    ...toColumns(principal, settings),
    version: 1,
    maker: storedActor(principal),
    created_at: at,
    updated_at: at,
  };
  return deps.db.transaction(async (tx) => {
    await requireRoom(tx, principal, row.audience);
    await views.insertView(tx, principal, row);
    await liveRevisions.noteRevision(tx, principal, "views");
    return toView(row, principal);
  });
}

/**
 * Changes a view.
 *
 * @param version the version that the admin saw
 * @throws CrmError NOT_FOUND; VERSION_MISMATCH if it was changed since; else as `createView`
 */
export function changeView(
  { deps, principal }: ViewCall,
  { id, version }: { readonly id: string; readonly version: number },
  changes: { readonly [Member in keyof Settings]?: Settings[Member] | undefined },
): Promise<View> {
  return deps.db.transaction(async (tx) => {
    const before = await lockOwn(tx, principal, id);
    if (before.version !== version) throw changedMeanwhile();
    const { name, isShared, content } = toView(before, principal);
    const settings = {
      name: changes.name ?? name,
      isShared: changes.isShared ?? isShared,
      content: changes.content ?? content,
    };
    const columns = toColumns(principal, settings, before.maker);
    if (columns.audience !== before.audience) {
      await requireRoom(tx, principal, columns.audience);
    }
    const updated_at = new Date().toISOString();
    const after = { ...before, ...columns, version: version + 1, updated_at };
    await views.saveView(tx, principal, after);
    await liveRevisions.noteRevision(tx, principal, "views");
    return toView(after, principal);
  });
}

/** Deletes a view. @throws CrmError NOT_FOUND */
export function deleteView({ deps, principal }: ViewCall, id: string): Promise<View> {
  return deps.db.transaction(async (tx) => {
    const row = await lockOwn(tx, principal, id);
    await views.deleteView.all(tx, principal, { id });
    await liveRevisions.noteRevision(tx, principal, "views");
    return toView(row, principal);
  });
}

/** Locks a view that the admin may change. Another admin's private view is not found. */
async function lockOwn(tx: Db, admin: ProjectAdmin, id: string): Promise<views.ViewRow> {
  const row = await views.lockView.first(tx, admin, { id });
  if (row === undefined || ![EVERYONE, storedActor(admin)].includes(row.audience)) {
    throw new CrmError("NOT_FOUND", "There is no such view. It may have been deleted.");
  }
  if (!mayChange(admin, row.audience)) throw notShared();
  return row;
}

/** A private view is its maker's. A shared one is changed by admins who may change the schema. */
function mayChange(admin: ProjectAdmin, audience: string): boolean {
  return audience === EVERYONE
    ? isRoleAtLeast(admin.role, "admin")
    : audience === storedActor(admin);
}

/** @param maker who created an existing view. If the view becomes private, it is private to this admin */
function toColumns(
  admin: ProjectAdmin,
  { name, isShared, content }: Settings,
  maker = storedActor(admin),
): Pick<views.ViewRow, "audience" | "name" | "content"> {
  const audience = isShared ? EVERYONE : maker;
  if (isShared && !mayChange(admin, audience)) throw notShared();
  const json = JSON.stringify(content);
  if (Buffer.byteLength(json) > MAX_VIEW_BYTES) {
    const message = `A view has at most ${MAX_VIEW_BYTES} bytes. Use fewer or shorter filters.`;
    throw CrmError.ofIssue("INVALID_INPUT", { path: "content", code: "too_large", message });
  }
  return { audience, name, content: json };
}

/** Locks the project, so that views that are created at the same time count each other. */
async function requireRoom(tx: Db, principal: Principal, audience: string): Promise<void> {
  await tenancy.lockProject.first(tx, { id: principal.projectId });
  const most = audience === EVERYONE ? MAX_SHARED_VIEWS : MAX_PRIVATE_VIEWS;
  if ((await views.countViews(tx, principal, audience)) < most) return;
  const whose = audience === EVERYONE ? "A project shares" : "An admin keeps";
  throw new CrmError("CONFLICT", `${whose} at most ${most} views. Delete one first.`);
}

function toView(row: views.ViewRow, admin: ProjectAdmin): View {
  const { id, name, audience, version } = row;
  return {
    id,
    name,
    isShared: audience === EVERYONE,
    mayChange: mayChange(admin, audience),
    content: JSON.parse(row.content) as ViewContent,
    version,
  };
}

function changedMeanwhile(): CrmError {
  const message = "Someone changed this view after you opened it. Reload to see the change.";
  return new CrmError("VERSION_MISMATCH", message);
}

function notShared(): CrmError {
  const message = "Your role is read-only. Save a private view instead.";
  return new CrmError("INSUFFICIENT_SCOPE", message);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A filter of a view. `within` compares with a period relative to today, see `isPeriod`. */
interface ViewFilter extends Omit<TableFilter, "operator"> {
  readonly operator: TableFilter["operator"] | "within";
}

interface ViewColumn {
  /** Internal name of a property, `associations.` and a type, or `id`, `created_at` or `updated_at`. */
  readonly name: string;
  /** In pixels; the usual width if undefined. */
  readonly width?: number | undefined;
  /** Whether it stays in place while the table scrolls. */
  readonly pinned?: boolean | undefined;
}

/**
 * What a view shows. The names in it may have left the schema since, so nothing here is compared with the schema: the page
 * marks what is gone and works without it.
 */
export interface ViewContent {
  readonly layout: "table" | "board";
  /** A record must meet all filters of one group. */
  readonly groups: readonly (readonly ViewFilter[])[];
  /** Null for the newest first. */
  readonly sort: { readonly property: string; readonly direction: "asc" | "desc" } | null;
  /** Null for the usual columns. */
  readonly columns: readonly ViewColumn[] | null;
  /** Property that the table is grouped by. Absent without one. */
  readonly group?: string | undefined;
  readonly board: {
    /** Key of the pipeline; null for the default one. */
    readonly pipeline: string | null;
    /** Keys of the stages that are collapsed. */
    readonly collapsed: readonly string[];
    /** Properties on each card; null for the usual ones. */
    readonly cards: readonly string[] | null;
  };
}
