import type { reports } from "@rapport/db";

/** How long records were in a stage. */
export interface StageDuration {
  readonly key: string;
  readonly label: string;
  readonly closed: boolean;
  /** How often records left the stage in the period. */
  readonly left: number;
  /** Time in the stage in seconds; null if no record left it. */
  readonly medianSeconds: number | null;
  readonly meanSeconds: number | null;
  /** Nine of ten records left sooner. */
  readonly p90Seconds: number | null;
  /** The records that stayed longest, at most 50, in the order of their ids. */
  readonly longest: readonly number[];
  /** Different records that left the stage. */
  readonly records: number;
}

/** Records that a report leads to; a filter of a table takes no more values. */
const MAX_LONGEST = 50;

interface Stay {
  readonly record: number;
  readonly seconds: number;
}

/** @param rows newest first, so that a change of the pipeline is known before the changes that happened in the old one */
export function staysIn(
  pipeline: string,
  rows: readonly reports.MoveRow[],
): ReadonlyMap<string, readonly Stay[]> {
  const stays = new Map<string, Stay[]>();
  const pipelines = new Map<number, string | null>();
  for (const row of rows) {
    const { record_id: record, at, stage, entered_at, created_at } = row;
    const before = row.old_pipeline ?? pipelines.get(record) ?? row.pipeline;
    pipelines.set(record, before);
    if (stage === null || before !== pipeline) continue;
    const seconds = (Date.parse(at) - Date.parse(entered_at ?? created_at)) / 1000;
    const known = stays.get(stage) ?? [];
    stays.set(stage, known);
    known.push({ record, seconds: Math.max(seconds, 0) });
  }
  return stays;
}

export function figuresOf(stays: readonly Stay[]): Omit<StageDuration, "key" | "label" | "closed"> {
  const sorted = stays.toSorted((a, b) => a.seconds - b.seconds || a.record - b.record);
  const records = new Set(sorted.toReversed().map(({ record }) => record));
  const total = sorted.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    left: sorted.length,
    medianSeconds: quantile(sorted, 0.5),
    meanSeconds: sorted.length === 0 ? null : total / sorted.length,
    p90Seconds: quantile(sorted, 0.9),
    longest: [...records].slice(0, MAX_LONGEST).toSorted((a, b) => a - b),
    records: records.size,
  };
}

/** Returns the value that a share of the stays does not exceed, between two of them in proportion. */
function quantile(sorted: readonly Stay[], share: number): number | null {
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)]?.seconds ?? 0;
  const high = sorted[Math.ceil(position)]?.seconds ?? low;
  return low + (high - low) * (position - Math.floor(position));
}
