import {
  daysBeside,
  isInSpan,
  spanOfDay,
  spanOfMoment,
  type TimeSpan,
} from "../../days-in-zone.ts";
import type { Operator } from "./condition.ts";
import { comparePositions, isEmpty, type KeyRange, pointRange, rangeBetween } from "./key-range.ts";

const UTC = "UTC";
const ZONED = /^(.*)\[([^[\]]{1,64})\]$/s;

/** Splits an operand such as `2026-11-20[Europe/Berlin]` (RFC 9557) into its time and its time zone. */
export function splitZone(text: string): readonly [time: string, zone: string | undefined] {
  const [, time = text, zone] = ZONED.exec(text) ?? [];
  return [time, zone];
}

/**
 * Returns the key of an operand. Equal operands have equal keys.
 *
 * @param time a day such as 2026-11-20, or a moment as it is stored
 */
export function timeOperand(time: string, zone: string = UTC): string {
  return zone === UTC ? time : `${time}[${zone}]`;
}

/** Returns the values that an operand stands for. */
function parseTimeSpan(operand: string): TimeSpan {
  const [time, zone = UTC] = splitZone(operand);
  return time.length === 10 ? spanOfDay(time, zone) : spanOfMoment(time, zone);
}

/**
 * Returns the spans of values that an operator compares with; those that it does not match if it is a negation. A day as an
 * operand stands for all of it: LTE includes its end, GT begins after it.
 *
 * @param operands keys from `timeOperand`; of BETWEEN both ends
 */
export function operandSpans(operator: Operator, operands: readonly string[]): readonly TimeSpan[] {
  const spans = operands.map(parseTimeSpan);
  const [{ from, until } = EVERY_TIME, high = EVERY_TIME] = spans;
  switch (operator) {
    case "LT":
      return [{ from: null, until: from }];
    case "LTE":
      return [{ from: null, until }];
    case "GT":
      return until === null ? [] : [{ from: until, until: null }];
    case "GTE":
      return [{ from, until: null }];
    case "BETWEEN":
      return [{ from, until: high.until }];
    default:
      return spans;
  }
}

const EVERY_TIME: TimeSpan = { from: null, until: null };

/** Returns whether one of the values is in one of the spans. */
export function anyInSpans(
  values: readonly string[],
  spans: readonly TimeSpan[],
  hasDays: boolean,
): boolean {
  return values.some((value) => spans.some((span) => isInSpan(value, span, hasDays)));
}

/** Returns the ranges of an index that have the values of some spans, and no others. No value is in two of them. */
export function rangesOfSpans(
  index: string,
  spans: readonly TimeSpan[],
  hasDays: boolean,
): readonly KeyRange[] {
  const ranges = spans.flatMap((span) => rangesOfSpan(index, span, hasDays));
  const merged: KeyRange[] = [];
  for (const range of ranges.toSorted((a, b) => comparePositions(a.low, b.low))) {
    const last = merged.at(-1);
    if (last === undefined || comparePositions(range.low, last.high) >= 0) merged.push(range);
    else if (comparePositions(range.high, last.high) > 0) {
      merged[merged.length - 1] = { ...last, high: range.high };
    }
  }
  return merged;
}

function rangesOfSpan(index: string, span: TimeSpan, hasDays: boolean): readonly KeyRange[] {
  const { added, removed } = hasDays ? daysBeside(span) : NONE;
  const { from, until } = span;
  // Between two days that are left out is a range of moments.
  const ends = [...removed, null];
  const ranges = ends.flatMap((day, i) => {
    const before = ends[i - 1];
    const low = before ? { above: before } : from === null ? {} : { from: from.moment };
    const high = day !== null ? { below: day } : until === null ? {} : { below: until.moment };
    const range = isOneMoment(span)
      ? pointRange(index, span.from?.moment ?? "")
      : rangeBetween(index, { ...low, ...high });
    return isEmpty(range) ? [] : [range];
  });
  return [...added.map((day) => pointRange(index, day)), ...ranges];
}

const NONE = { added: [], removed: [] };

function isOneMoment({ from, until }: TimeSpan): boolean {
  return (
    from !== null && until !== null && Date.parse(until.moment) - Date.parse(from.moment) === 1
  );
}
