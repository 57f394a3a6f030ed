import { recordHistory } from "@rapport/db";
import { withChanges } from "../audit/record-history.ts";
import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { jobActor } from "../jobs/jobs.ts";
import { actorParts } from "../principal.ts";

export const ENTRY_KINDS = ["change", "stage", "association", "merge", "import"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

type Row = recordHistory.RecordHistoryRow;

/** A row of the history of a record, in the order of ids. */
export interface FoundEntry {
  readonly id: number;
  readonly at: string;
  readonly kind: EntryKind;
  readonly row: Row;
}

/** Entries that one call examines. So a page may be short, or empty. */
const MAX_SCANNED = 1_000;
const SCANNED_AT_ONCE = 100;

interface FoundEntries {
  readonly found: readonly FoundEntry[];
  /** The last entry that was examined if more follow. */
  readonly scannedTo: { readonly id: number; readonly at: string } | null;
}

/**
 * Finds the next entries of a record's history, newest first. Leaves out that an activity was associated, because the
 * timeline has the activity itself.
 *
 * @param query.kind kind of the entries; all kinds if undefined
 * @param query.before id of the last entry of the previous page
 */
export async function findEntries(
  { deps, principal }: Call<Pick<Deps, "db" | "schemas">>,
  record: number,
  query: { kind: EntryKind | undefined; before: number; limit: number },
): Promise<FoundEntries> {
  const { types } = await deps.schemas.get(principal.projectId);
  const activities = types.flatMap(({ name, activity }) => (activity ? [name] : []));
  const found: FoundEntry[] = [];
  let { before } = query;
  let last: recordHistory.LightHistoryRow | undefined;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += SCANNED_AT_ONCE) {
    const place = { record, before, limit: SCANNED_AT_ONCE };
    const rows = await recordHistory.listPage.all(deps.db, principal, place);
    for (const light of rows) {
      const row = await withChanges(deps.db, principal, light);
      if (row === undefined) continue;
      const kind = entryKind(row);
      if (isActivity(row, activities) || (query.kind !== undefined && query.kind !== kind))
        continue;
      found.push({ id: row.id, at: row.at, kind, row });
    }
    last = rows.at(-1);
    if (rows.length < SCANNED_AT_ONCE) return { found, scannedTo: null };
    before = last?.id ?? before;
    if (found.length >= query.limit) break;
  }
  return { found, scannedTo: last === undefined ? null : { id: last.id, at: last.at } };
}

function isActivity({ action, changes }: Row, activities: readonly string[]): boolean {
  return action === "associated" && activities.some((type) => type in changes);
}

const ACTIONS: Readonly<Record<string, EntryKind>> = {
  associated: "association",
  dissociated: "association",
  merged: "merge",
  unmerged: "merge",
};

function entryKind({ action, actor, changes }: Row): EntryKind {
  const kind = ACTIONS[action];
  if (kind !== undefined) return kind;
  if (jobActor(actorParts(actor).id)?.noun === "import") return "import";
  return action === "updated" && ("stage" in changes || "pipeline" in changes) ? "stage" : "change";
}
