import { describe, expect, it } from "vitest";
import {
  durationColumn,
  percentile95,
  RESPONSE_TIME_COLUMNS,
} from "../../src/usage/count-requests.ts";

function countsOf(durations: readonly number[]) {
  const counts = Object.fromEntries(RESPONSE_TIME_COLUMNS.map((column) => [column, 0]));
  for (const ms of durations) counts[durationColumn(ms)] = (counts[durationColumn(ms)] ?? 0) + 1;
  return counts as Parameters<typeof percentile95>[0];
}

describe("the 95th percentile of response times", () => {
  it("is null without responses", () => {
    expect(percentile95(countsOf([]))).toBeNull();
  });

  it("lies within the bounds of the response that it falls on", () => {
    const durations = Array.from({ length: 100 }, (_, i) => i + 0.5);
    expect(percentile95(countsOf(durations))).toBe(95);
  });

  it("is not raised by a few slow responses", () => {
    const p95 = percentile95(
      countsOf([...Array.from({ length: 96 }, () => 1.5), 900, 900, 900, 900]),
    );
    expect(p95).toBeGreaterThan(1);
    expect(p95).toBeLessThanOrEqual(2);
  });

  it("is the highest bound for longer responses", () => {
    expect(percentile95(countsOf([60_000]))).toBe(5_000);
  });
});
