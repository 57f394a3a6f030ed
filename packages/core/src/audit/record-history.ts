import { type Db, type RecordRow, recordHistory } from "@rapport/db";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import type { Issue } from "../errors.ts";
import type { ObjectSchema } from "../object-schema.ts";
import { cursorIssues, jsonBytes, openPosition, readPage, sealCursor } from "../paging.ts";
import {
  ASSOCIATIONS_PREFIX,
  parseAssociatedType,
} from "../query/conditions/association-conditions.ts";
import type { Target } from "../records/associations/kinds.ts";
import { findCurrent } from "../records/current.ts";
import { invalid, notLive } from "../records/errors.ts";
import { ASSOCIATION_TYPE } from "../records/history.ts";
import { FORBIDDEN_NAMES, forbiddenNameIssue, unknownNameIssue } from "../schema/property-names.ts";
import { type LogActor, nameActors } from "./actors.ts";

export const HISTORY_ACTIONS = [
  "created",
  "updated",
  "deleted",
  "restored",
  "erased",
  "merged",
  "unmerged",
  "associated",
  "dissociated",
] as const;

/** One change of a record (specification §22). */
export interface HistoryEntry {
  readonly at: string;
  readonly action: (typeof HISTORY_ACTIONS)[number];
  /** The record's version after the change. */
  readonly version: number;
  readonly actor: {
    readonly type: LogActor["kind"];
    readonly id: string;
    readonly name: string;
  };
  readonly changes: readonly PropertyChange[];
}

interface PropertyChange {
  /**
   * `associations.{type}` for an association, whose values are the other record's id. After a merge also
   * `merge.id`, the merged record, or `merge.into`, the record that took its place.
   */
  readonly internal_name: string;
  /** Key of the label; absent for the plain association. */
  readonly type?: string;
  readonly old: RecordRow["properties"][string];
  readonly new: RecordRow["properties"][string];
}

/** Entries that one call examines for a property. So a page may be short, or empty. */
const MAX_SCANNED = 2_000;

/**
 * Lists the history of a live or merged record, newest first, one page at a time. With a property, lists only
 * its changes; then a page may be short although more pages follow.
 *
 * @param query.property internal name, or `associations.{type}`
 * @throws CrmError INVALID_INPUT for an unknown property or a cursor of another list; NOT_FOUND
 */
export async function listRecordHistory(
  { deps, principal }: Call<Pick<Deps, "db" | "cursors" | "schemas">>,
  { type, id }: Target,
  query: { property?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<{ results: readonly HistoryEntry[]; nextCursor: string | null }> {
  const { property, cursor, limit } = query;
  const object = await deps.schemas.object(principal.projectId, type);
  const issues = historyNameIssues(object, property);
  if (issues.length > 0) throw invalid([...issues, ...cursorIssues(deps, cursor)]);
  const identity = { list: "history", filter: { type, id, property } };
  const before =
    openPosition<number>({ deps, principal }, identity, cursor) ?? Number.MAX_SAFE_INTEGER;
  if ((await findCurrent(deps.db, principal, type, id)) === undefined) {
    throw await notLive(deps.db, principal, type, id);
  }
  const place = { record: id, before, limit: limit + 1 };
  const rows =
    property === undefined
      ? await recordHistory.listPage.all(deps.db, principal, place)
      : await recordHistory.listFiltered(
          deps.db,
          principal,
          { ...place, scan: MAX_SCANNED },
          historyFilter(object, property),
        );
  const { shown, last } = await readPage(
    rows,
    { limit },
    (row) => withChanges(deps.db, principal, row),
    ({ changes }) => jsonBytes(changes),
  );
  const after =
    last?.id ?? (property === undefined ? undefined : await afterScan({ deps, principal }, place));
  return {
    results: await toEntries(deps, shown, property),
    nextCursor: sealCursor({ deps, principal }, identity, after ?? null),
  };
}

/** Returns an entry with its changes, or undefined if it is gone. */
export function withChanges(
  db: Db,
  scope: { readonly projectId: number },
  row: recordHistory.LightHistoryRow,
): recordHistory.RecordHistoryRow | Promise<recordHistory.RecordHistoryRow | undefined> {
  const { changes } = row;
  return changes === null ? readChanges(db, scope, row) : { ...row, changes };
}

async function readChanges(
  db: Db,
  scope: { readonly projectId: number },
  row: recordHistory.LightHistoryRow,
): Promise<recordHistory.RecordHistoryRow | undefined> {
  const changes = await recordHistory.findChanges(db, scope, row.id);
  return changes && { ...row, changes };
}

/** Returns the issue of a property that the history cannot have. */
export function historyNameIssues(
  object: ObjectSchema,
  property: string | undefined,
): readonly Issue[] {
  if (property === undefined || object.properties.has(property)) return [];
  const path = "internal_name";
  if (property.startsWith(ASSOCIATIONS_PREFIX)) {
    const other = parseAssociatedType(object, property, path);
    return "code" in other ? [other] : [];
  }
  return FORBIDDEN_NAMES.has(property)
    ? [forbiddenNameIssue(property, path)]
    : [unknownNameIssue(property, object.properties.keys(), path)];
}

function historyFilter({ schema }: ObjectSchema, property: string): recordHistory.HistoryFilter {
  const other = property.startsWith(ASSOCIATIONS_PREFIX)
    ? schema.objects.get(property.slice(ASSOCIATIONS_PREFIX.length))
    : undefined;
  return other === undefined
    ? { actions: ["updated", "merged", "unmerged"], name: property }
    : { actions: ["associated", "dissociated", "dissociated"], name: other.name };
}

/** Finds where a scan ended that found too few entries. */
function afterScan(
  { deps, principal }: Call<Pick<Deps, "db">>,
  place: { record: number; before: number },
): Promise<number | undefined> {
  return recordHistory.findEntryAfter(deps.db, principal, place, MAX_SCANNED);
}

async function toEntries(
  deps: Pick<Deps, "db">,
  rows: readonly recordHistory.RecordHistoryRow[],
  property: string | undefined,
): Promise<readonly HistoryEntry[]> {
  if (rows.length === 0) return [];
  const actorName = await nameActors(
    deps,
    rows.map(({ actor }) => actor),
  );
  // An entry of an association has no other changes, and its name may be given in another form.
  const isShown = ({ internal_name: name }: PropertyChange) =>
    property === undefined || name === property || name.startsWith(ASSOCIATIONS_PREFIX);
  return rows.map((row) => {
    const { kind, id, label } = actorName(row.actor);
    return {
      at: row.at,
      action: row.action as HistoryEntry["action"],
      version: row.version,
      actor: { type: kind, id, name: label },
      changes: propertyChanges(row).filter(isShown),
    };
  });
}

function propertyChanges({
  action,
  changes,
}: recordHistory.RecordHistoryRow): readonly PropertyChange[] {
  const { [ASSOCIATION_TYPE]: label, ...others } = changes;
  const type = label === undefined ? {} : { type: String(label[1]) };
  return inOrder(Object.entries(others)).map(([name, [before, after]]) => {
    const association = `${ASSOCIATIONS_PREFIX}${name}`;
    if (action === "associated") return { ...change(association, null, after), ...type };
    // An entry of either kind has the other record as its second value.
    if (action === "dissociated") return { ...change(association, after, null), ...type };
    return change(name, before, after);
  });
}

/** By name, because the databases keep members in different orders. The other record of a merge comes first. */
function inOrder<Value>(changes: readonly [string, Value][]): readonly [string, Value][] {
  const isMerge = (name: string) => name.startsWith("merge.");
  return changes.toSorted(
    ([a], [b]) => Number(isMerge(b)) - Number(isMerge(a)) || (a < b ? -1 : 1),
  );
}

function change(internal_name: string, before: unknown, after: unknown): PropertyChange {
  return {
    internal_name,
    old: before as PropertyChange["old"],
    new: after as PropertyChange["new"],
  };
}
