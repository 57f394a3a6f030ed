import { DAY_MS, type Period } from "./period.ts";
import { type KeyRange, KINDS, rangesOfPeriod } from "./sum-keys.ts";

/** A range of keys, and the periods to which it is added or from which it is subtracted. */
interface Part {
  readonly range: KeyRange;
  readonly of: { readonly span: number; readonly sign: 1 | -1 }[];
}

/**
 * Divides periods into days in UTC. The hours between the ends of a period and the nearest days are added or subtracted;
 * where one period ends and another begins, they are read once for both. Periods of hours have no days.
 */
export function partsOf(periods: readonly Period[]): readonly Part[] {
  const parts: Part[] = [];
  const edges = new Map<string, Part[]>();
  const within = (starts: string, ends: string): Part[] =>
    rangesOfPeriod({ starts, ends }, [KINDS.hour, KINDS.quarter]).map((range) => ({
      range,
      of: [],
    }));
  for (const [span, { starts, ends }] of periods.entries()) {
    const [first, end] = [nearestDay(starts), nearestDay(ends)];
    if (first >= end) {
      for (const { range } of within(starts, ends)) parts.push({ range, of: [{ span, sign: 1 }] });
      continue;
    }
    const [low, high] = [first.slice(0, 10), end.slice(0, 10)];
    parts.push({ range: { kind: KINDS.day, low, high }, of: [{ span, sign: 1 }] });
    for (const [edge, day, isStart] of [
      [starts, first, true],
      [ends, end, false],
    ] as const) {
      const between = edges.get(edge) ?? (edge < day ? within(edge, day) : within(day, edge));
      edges.set(edge, between);
      const sign = edge < day === isStart ? 1 : -1;
      for (const { of } of between) of.push({ span, sign });
    }
  }
  return [...parts, ...[...edges.values()].flat()];
}

/** Returns the beginning of a day in UTC that is nearest to a time. */
function nearestDay(time: string): string {
  return new Date(Math.round(Date.parse(time) / DAY_MS) * DAY_MS).toISOString();
}
