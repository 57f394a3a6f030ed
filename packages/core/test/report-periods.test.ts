import { describe, expect, it } from "vitest";
import { type CreatedPeriod, periodDays } from "../src/reports/created.ts";
import { divideDays } from "../src/reports/spans.ts";

const AUCKLAND = "Pacific/Auckland";
const ST_JOHNS = "America/St_Johns";

describe("the periods of the report of created records", () => {
  const days = (period: CreatedPeriod, zone: string, now: string) => {
    const { first, end } = periodDays(period, zone, Date.parse(now));
    return [first, end];
  };

  it.each([
    ["this-month", "2026-04-01", "2026-04-02"],
    ["last-month", "2026-03-01", "2026-04-01"],
    ["this-quarter", "2026-04-01", "2026-04-02"],
    ["last-quarter", "2026-01-01", "2026-04-01"],
    ["this-year", "2026-01-01", "2026-04-02"],
  ] as const)("begin %s on the day of a zone that is ahead of UTC", (period, first, end) => {
    expect(days(period, AUCKLAND, "2026-03-31T11:30:00Z")).toEqual([first, end]);
  });

  it.each([
    ["this-month", "2025-12-01", "2026-01-01"],
    ["last-month", "2025-11-01", "2025-12-01"],
    ["this-quarter", "2025-10-01", "2026-01-01"],
    ["last-quarter", "2025-07-01", "2025-10-01"],
    ["this-year", "2025-01-01", "2026-01-01"],
  ] as const)("end %s on the day of a zone that is behind UTC", (period, first, end) => {
    expect(days(period, ST_JOHNS, "2026-01-01T03:29:59Z")).toEqual([first, end]);
  });

  it("begin a new year at midnight of the zone", () => {
    expect(days("this-year", ST_JOHNS, "2026-01-01T03:30:00Z")).toEqual([
      "2026-01-01",
      "2026-01-02",
    ]);
    expect(days("last-quarter", ST_JOHNS, "2026-01-01T03:30:00Z")).toEqual([
      "2025-10-01",
      "2026-01-01",
    ]);
  });

  it("end last month where this month begins, also if the clock changed in between", () => {
    const now = Date.parse("2026-04-20T00:00:00Z");
    const spans = (period: CreatedPeriod) =>
      divideDays(periodDays(period, AUCKLAND, now), "month", AUCKLAND);
    expect(spans("last-month")).toEqual([
      { key: "2026-03-01", starts: "2026-02-28T11:00:00.000Z", ends: "2026-03-31T11:00:00.000Z" },
    ]);
    expect(spans("this-month")[0]?.starts).toBe("2026-03-31T11:00:00.000Z");
    const may = Date.parse("2026-05-20T00:00:00Z");
    const [april] = divideDays(periodDays("last-month", AUCKLAND, may), "month", AUCKLAND);
    expect(april?.ends).toBe("2026-04-30T12:00:00.000Z");
  });
});
