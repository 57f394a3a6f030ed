import { setImmediate as nextTurn } from "node:timers/promises";
import { type Db, insights, pace, reports, sums } from "@rapport/db";
import type { Deps } from "../deps.ts";
import type { PlaceRange } from "../record-index/place-key.ts";
import { addUpNow, MAX_AWAITED } from "./add-up.ts";
import { type Read, readPlaces } from "./read-sums.ts";
import { type KeyRange, KINDS, rangesOfPeriod } from "./sum-keys.ts";

type SumDeps = Pick<Deps, "db">;

interface Period {
  readonly starts: string;
  readonly ends: string;
}

/** Counts records by the index of their range that were created in a period. */
export async function countCreatedIn(
  deps: SumDeps,
  of: { readonly project: number; readonly type: string },
  period: Period,
  ranges: readonly PlaceRange[],
): Promise<Read<readonly { readonly span: number; readonly count: number }[]>> {
  if (!(await addUpNow(deps, of.project))) {
    const args = { ...of, from: period.starts, until: period.ends };
    const value = await readPlaces(deps.db, of, { ranges }, (spans) =>
      reports.countPlaces.all(deps.db, { ...args, spans }),
    );
    return { value, rows: value.reduce((sum, { count }) => sum + count, 0) };
  }
  const parts = rangesOfPeriod(period, [KINDS.day, KINDS.quarter]);
  const spans = ranges.flatMap(({ pipeline, stage }, span) => {
    const prefix = `${pipeline}|${stage}|`;
    return parts.map(({ kind, low, high }) => ({
      ...{ span, type: of.type, low: prefix + low, high: prefix + high },
      kind: kind === KINDS.day ? KINDS.stageDay : KINDS.stageQuarter,
    }));
  });
  const args = { project: of.project, spans: JSON.stringify(spans) };
  return { value: await sums.countInSpans.all(deps.db, args), rows: 0 };
}

/** A type and a period. */
interface CreatedSpan extends Period {
  readonly type: string;
}

/**
 * Counts the live records that were created in each span.
 *
 * @returns the counts in the order of the spans
 */
export async function countCreated(
  deps: SumDeps,
  project: number,
  spans: readonly CreatedSpan[],
): Promise<Read<readonly number[]>> {
  if (!(await addUpNow(deps, project))) return countEach(deps.db, project, spans);
  // Types have the same periods.
  const known = new Map<string, readonly KeyRange[]>();
  const ranges = spans.flatMap(({ type, ...period }, span) => {
    const key = `${period.starts} ${period.ends}`;
    const parts = known.get(key) ?? rangesOfPeriod(period);
    known.set(key, parts);
    return parts.map((range) => ({ span, type, ...range }));
  });
  const counts = new Array<number>(spans.length).fill(0);
  const args = { project, spans: JSON.stringify(ranges) };
  for (const { span, count } of await sums.countInSpans.all(deps.db, args)) counts[span] = count;
  return { value: counts, rows: 0 };
}

/** Counts the live records of each type. Types without records are left out. */
export async function countTotals(
  deps: SumDeps,
  project: number,
  types: readonly string[],
): Promise<Read<ReadonlyMap<string, number>>> {
  if (!(await addUpNow(deps, project))) {
    const totals = await insights.countByType.all(deps.db, { project });
    const value = new Map(totals.map(({ type, total }) => [type, total]));
    return { value, rows: totals.reduce((sum, { total }) => sum + total, 0) };
  }
  const spans = types.map((type, span) => ({ span, type, kind: KINDS.day, low: "", high: "~" }));
  const rows = await sums.countInSpans.all(deps.db, { project, spans: JSON.stringify(spans) });
  return { value: new Map(rows.map(({ span, count }) => [types[span] ?? "", count])), rows: 0 };
}

/**
 * Counts the live records of a type without writing anything.
 *
 * @returns null if there are no sums, or if too much has changed that they do not have yet
 */
export async function countAll(
  { db }: SumDeps,
  project: number,
  type: string,
): Promise<number | null> {
  const limit = MAX_AWAITED + 1;
  const args = { project, type, kind: KINDS.day, limit };
  const [areKept, found] = await Promise.all([sums.areKept(db), sums.countAll.first(db, args)]);
  if (!areKept || found === undefined || found.pending === limit) return null;
  return found.added + found.changed;
}

/** Counts in the index of creation times, if the sums are behind. */
async function countEach(
  db: Db,
  project: number,
  spans: readonly CreatedSpan[],
): Promise<Read<readonly number[]>> {
  const found = await inPortions(db, spans, 5, (some) =>
    insights.countCreated.all(db, { project, spans: some }),
  );
  const counts = new Map(found.map((row) => [`${row.type} ${row.starts}`, row.created]));
  return {
    value: spans.map((span) => counts.get(`${span.type} ${span.starts}`) ?? 0),
    rows: found.reduce((sum, { created }) => sum + created, 0),
  };
}

/**
 * Counts by spans with one statement on PostgreSQL, and with one for a few spans at a time on SQLite, where other
 * requests are served between two of them.
 *
 * @param onSqlite spans of one statement
 * @param count runs the statement with spans in JSON
 * @returns the rows of all statements
 */
export async function inPortions<Row>(
  db: Db,
  spans: readonly object[],
  onSqlite: number,
  count: (spans: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const size = pace.statementSize(db, onSqlite);
  const rows: Row[] = [];
  for (let start = 0; start < spans.length; start += size) {
    rows.push(...(await count(JSON.stringify(spans.slice(start, start + size)))));
    await nextTurn();
  }
  return rows;
}
