import { audit } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { auditPage, toFound } from "./log-entries.ts";
import type { Found, LogFilter, LogPage, Position } from "./log-entry.ts";
import { HISTORY, newestFirst, pageOf, sourcesOf } from "./log-order.ts";
import { foldRuns, LEAST_ROWS, type Run, type RunRow } from "./runs.ts";

/** Entries of the history that are folded at a time, and how often for one page. */
const FOLDED_AT_ONCE = 1_000;
const MAX_FOLDS = 5;

/** Folds up to 5,000 changes of records into one page. A longer run continues on the next page. */
export async function foldedPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<LogPage> {
  const { wantsAudit, wantsHistory } = sourcesOf(filter);
  const folding = foldRuns<FoldedRow>(limit);
  let next: Position | null = after;
  for (let fold = 0; fold < MAX_FOLDS && next !== null; fold++) {
    const from: Position = next;
    const [done, keys] = await Promise.all([
      wantsAudit ? auditPage(deps, filter, from, limit + 1) : [],
      wantsHistory ? keysPage(deps, filter, from, FOLDED_AT_ONCE) : [],
    ]);
    const rows: FoldedRow[] = [
      ...keys,
      ...done.map((entry) => ({ ...entry, type: null, entry })),
    ].toSorted((a, b) => newestFirst(a.position, b.position));
    // Beyond the end of a source that has more, its entries would be missing.
    const ends = [
      done.length > limit ? done.at(-1)?.position : undefined,
      keys.length === FOLDED_AT_ONCE ? keys.at(-1)?.position : undefined,
    ];
    const [end] = ends.filter((one) => one !== undefined).toSorted(newestFirst);
    const within = rows.filter(({ position }) => !end || newestFirst(position, end) <= 0);
    const taken = within.findIndex((row) => !folding.take(row));
    if (taken >= 0) {
      next = taken === 0 ? from : (within[taken - 1]?.position ?? from);
      break;
    }
    next = end ?? null;
  }
  return { shown: await entriesOf(deps, filter, folding.runs()), next };
}

interface FoldedRow extends RunRow {
  readonly position: Position;
  /** The entry of an admin's action. */
  readonly entry?: Found;
}

async function keysPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<readonly FoldedRow[]> {
  const page = { ...pageOf(filter, after, HISTORY, limit), record: null };
  const keys = await audit.listHistoryKeys(deps.db, { ...page, type: filter.objectType ?? null });
  return keys.map((key) => ({ ...key, position: [key.at, HISTORY, key.id] }));
}

/** Reads the newest entries of each run: one for all of them, or each of a few. */
async function entriesOf(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  runs: readonly Run<FoldedRow>[],
): Promise<readonly Found[]> {
  const lines = runs.flatMap(({ newest, count, since }) => {
    const run = count < LEAST_ROWS ? null : { count, since };
    return (run === null ? newest : newest.slice(0, 1)).map((row) => ({ row, run }));
  });
  const ids = lines.flatMap(({ row }) => (row.entry === undefined ? [row.position[2]] : []));
  const project = filter.projectId ?? 0;
  const rows =
    ids.length === 0
      ? []
      : await audit.findHistory.all(deps.db, { project, ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, toFound(row, filter)]));
  return lines
    .flatMap(({ row, run }) => {
      const entry = row.entry ?? byId.get(row.position[2]);
      return entry === undefined ? [] : { ...entry, run, ...(run && { changes: [], other: null }) };
    })
    .toSorted((a, b) => newestFirst(a.position, b.position));
}
