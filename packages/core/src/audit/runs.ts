/** An entry of the log, as runs are made of them. */
export interface RunRow {
  readonly at: string;
  /** In its stored form. */
  readonly actor: string;
  readonly action: string;
  /** Object type; null for an admin's action that is no change of a record. */
  readonly type: string | null;
}

/** Entries that belong together: of one actor, one action and one type of records, soon after each other. */
export interface Run<Row extends RunRow> {
  /** The newest entries, at most `LEAST_ROWS`. */
  readonly newest: readonly Row[];
  readonly count: number;
  /** Time of the oldest entry. */
  readonly since: string;
}

/** Fewer entries are shown one by one. */
export const LEAST_ROWS = 3;
/** A longer pause ends a run. */
const PAUSE_MS = 10 * 60_000;

interface OpenRun<Row> {
  newest: Row[];
  count: number;
  since: string;
}

/**
 * Folds entries into runs, from the newest on. What people did is never folded.
 *
 * @param limit entries and runs to show
 */
export function foldRuns<Row extends RunRow>(limit: number) {
  const runs: OpenRun<Row>[] = [];
  const open = new Map<string, OpenRun<Row>>();
  let shown = 0;
  return {
    /** Takes the next entry; returns false if there is no room for it. */
    take(row: Row): boolean {
      const key = isFoldable(row) ? `${row.actor} ${row.action} ${row.type}` : null;
      const run = key === null ? undefined : open.get(key);
      const isSoon = run !== undefined && Date.parse(run.since) - Date.parse(row.at) <= PAUSE_MS;
      const before = isSoon ? run.count : 0;
      if (shown >= limit && before < LEAST_ROWS) return false;
      // The third entry folds the two before it.
      shown += before < LEAST_ROWS - 1 ? 1 : before === LEAST_ROWS - 1 ? 1 - before : 0;
      if (isSoon) {
        run.count++;
        run.since = row.at;
        if (run.newest.length < LEAST_ROWS) run.newest.push(row);
        return true;
      }
      const begun = { newest: [row], count: 1, since: row.at };
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
