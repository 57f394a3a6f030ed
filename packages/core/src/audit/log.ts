import { audit } from "@rapport/db";
import type { Deps } from "../deps.ts";
import { openPosition, sealPosition } from "../paging.ts";
import { type LogActor, nameActors, nameAuthors, storedActor } from "./actors.ts";
import {
  auditPage,
  chooseSources,
  HISTORY,
  historyPage,
  lostOther,
  NEWEST,
  nameRecords,
  newestFirst,
  SOURCES,
  sourcePage,
  toFound,
} from "./log-entries.ts";
import type { Found, LogEntry, LogFilter, LogPage, LogSubject, Position } from "./log-entry.ts";

/**
 * Lists actions, newest first, one page at a time: those of admins and, within a project, all changes of its
 * records. Without a project, changes of records are left out.
 *
 * @throws CrmError INVALID_INPUT for a cursor of another list or filter
 */
export async function listLog(
  deps: Pick<Deps, "db" | "cursors" | "schemas">,
  filter: LogFilter,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ entries: readonly LogEntry[]; nextCursor: string | null }> {
  const owner = { projectId: filter.projectId ?? 0 };
  const identity = { list: "audit", filter: logIdentity(filter) };
  const after = openPosition<Position>({ deps, principal: owner }, identity, page.cursor) ?? NEWEST;
  const { shown, next } = await (filter.folds && filter.recordId === undefined
    ? foldedPage(deps, filter, after, page.limit)
    : plainPage(deps, filter, after, page.limit));
  const actors = shown.flatMap(({ actor, subject }) => [actor, actorInSubject(subject) ?? actor]);
  // The history of a record says who started the job that changed it.
  const name = await (filter.recordId === undefined
    ? nameActors(deps, actors)
    : nameAuthors(deps, owner.projectId, actors));
  const named = await nameRecords(deps, owner, [
    ...shown.flatMap(({ subject, position: [, source] }) => (source === HISTORY ? subject : [])),
    ...shown.flatMap(({ other }) => other ?? []),
  ]);
  return {
    entries: shown.map(({ position: [, source, id], ...entry }) => ({
      id: `${SOURCES[source]}:${id}`,
      ...entry,
      actor: name(entry.actor),
      subject:
        source === HISTORY
          ? (named(entry.subject) ?? entry.subject)
          : namedActor(entry.subject, name),
      other: entry.other && (named(entry.other) ?? lostOther(entry.other, entry.action)),
    })),
    nextCursor: next === null ? null : sealPosition({ deps, principal: owner }, identity, next),
  };
}

/** Entries of the history that are folded at a time, and how often for one page. */
const FOLDED_AT_ONCE = 1_000;
const MAX_FOLDS = 5;

/** Folds up to 5,000 changes of records into one page. A longer run continues on the next page. */
async function foldedPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<LogPage> {
  const { wantsAudit, wantsHistory } = chooseSources(filter);
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
    // If a source has more entries than were read, stop at its last one: later entries of this source are not known yet.
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
  return { shown: await readNewest(deps, filter, folding.runs()), next };
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
  const page = { ...sourcePage(filter, after, HISTORY, limit), record: null };
  const keys = await audit.listHistoryKeys(deps.db, { ...page, type: filter.objectType ?? null });
  return keys.map((key) => ({ ...key, position: [key.at, HISTORY, key.id] }));
}

/** Reads the entries to show: the newest one of a folded run, or all entries of a run that is too short to fold. */
async function readNewest(
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

/** An entry of the log, as runs are made of them. */
interface RunRow {
  readonly at: string;
  /** In its stored form. */
  readonly actor: string;
  readonly action: string;
  /** Object type; null for an admin's action that is no change of a record. */
  readonly type: string | null;
}

/** Entries that belong together: of one actor, one action and one type of records, soon after each other. */
interface Run<Row extends RunRow> {
  /** The newest entries, at most `LEAST_ROWS`. */
  readonly newest: readonly Row[];
  readonly count: number;
  /** Time of the oldest entry. */
  readonly since: string;
}

/** Fewer entries are shown one by one. */
const LEAST_ROWS = 3;
/** A longer pause ends a run. */
const PAUSE_MS = 10 * 60_000;

interface OpenRun<Row> {
  newest: Row[];
  count: number;
  since: string;
  /** The same in milliseconds since 1970. */
  sinceMs: number;
}

/**
 * Folds entries into runs, from the newest on. What people did is never folded.
 *
 * @param limit entries and runs to show
 */
function foldRuns<Row extends RunRow>(limit: number) {
  const runs: OpenRun<Row>[] = [];
  const open = new Map<string, OpenRun<Row>>();
  let shown = 0;
  return {
    /** Takes the next entry; returns false if there is no room for it. */
    take(row: Row): boolean {
      const key = isFoldable(row) ? `${row.actor} ${row.action} ${row.type}` : null;
      const run = key === null ? undefined : open.get(key);
      const at = Date.parse(row.at);
      const isSoon = run !== undefined && run.sinceMs - at <= PAUSE_MS;
      const before = isSoon ? run.count : 0;
      if (shown >= limit && before < LEAST_ROWS) return false;
      // The third entry folds the two before it.
      shown += before < LEAST_ROWS - 1 ? 1 : before === LEAST_ROWS - 1 ? 1 - before : 0;
      if (isSoon) {
        run.count++;
        run.since = row.at;
        run.sinceMs = at;
        if (run.newest.length < LEAST_ROWS) run.newest.push(row);
        return true;
      }
      const begun = { newest: [row], count: 1, since: row.at, sinceMs: at };
      runs.push(begun);
      if (key !== null) open.set(key, begun);
      return true;
    },
    /** Returns what was taken, in the order of the newest entry of each. */
    runs(): readonly Run<Row>[] {
      return runs;
    },
  };
}

function isFoldable({ actor, type }: RunRow): boolean {
  return type !== null && !actor.startsWith("user:");
}

async function plainPage(
  deps: Pick<Deps, "db">,
  filter: LogFilter,
  after: Position,
  limit: number,
): Promise<LogPage> {
  const { wantsAudit, wantsHistory } = chooseSources(filter);
  const [done, changed] = await Promise.all([
    wantsAudit ? auditPage(deps, filter, after, limit + 1) : [],
    wantsHistory ? historyPage(deps, filter, after, limit + 1) : [],
  ]);
  const found = [...done, ...changed].toSorted((a, b) => newestFirst(a.position, b.position));
  const shown = found.slice(0, limit);
  return { shown, next: found.length > limit ? (shown.at(-1)?.position ?? null) : null };
}

/** Clients, keys and admins can be the object of an action too; they have the same names as actors. */
function actorInSubject({ kind, id }: LogSubject): string | null {
  const isActor = id !== null && ["client", "key", "admin"].includes(kind);
  return isActor ? storedActor(`${kind}:${id}`) : null;
}

function namedActor(subject: LogSubject, name: (stored: string) => LogActor): LogSubject {
  const stored = actorInSubject(subject);
  return stored === null ? subject : { ...subject, label: name(stored).label };
}

function logIdentity(filter: LogFilter): Readonly<Record<string, unknown>> {
  const { actor, surface, subject, objectType, recordId, property, from, to, isHistory } = filter;
  const given = {
    ...{ actor, surface, subject, objectType, recordId, property, from, to, isHistory },
    ...{ action: filter.action, folds: filter.folds, tenantId: filter.tenantId },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
