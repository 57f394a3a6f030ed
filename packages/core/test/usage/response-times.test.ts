import { describe, expect, it } from "vitest";
import { columnOf, p95Of, RESPONSE_TIME_COLUMNS } from "../../src/usage/count-requests.ts";

function countsOf(durations: readonly number[]) {
  const counts = Object.fromEntries(RESPONSE_TIME_COLUMNS.map((column) => [column, 0]));
  for (const ms of durations) counts[columnOf(ms)] = (counts[columnOf(ms)] ?? 0) + 1;
  return counts as Parameters<typeof p95Of>[0];
}

describe("the 95th percentile of response times", () => {
  it("is null without responses", () => {
    expect(p95Of(countsOf([]))).toBeNull();
  });

  it("lies within the bounds of the response that it falls on", () => {
    const durations = Array.from({ length: 100 }, (_, i) => i + 0.5);
    expect(p95Of(countsOf(durations))).toBe(95);
  });

  it("is not raised by a few slow responses", () => {
    const p95 = p95Of(countsOf([...Array.from({ length: 96 }, () => 1.5), 900, 900, 900, 900]));
    expect(p95).toBeGreaterThan(1);
    expect(p95).toBeLessThanOrEqual(2);
  });

  it("is the highest bound for longer responses", () => {
    expect(p95Of(countsOf([60_000]))).toBe(5_000);
  });
});
