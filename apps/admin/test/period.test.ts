import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { periodRange, periodWords } from "../src/records/filters/period.ts";

describe("a period relative to today", () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = "Europe/Berlin";
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // A Thursday, half an hour before midnight in Berlin.
  const now = () => new Date("2026-10-29T22:30:00Z");
  const moments = (period: string, at = now()) => {
    const range = periodRange(period, at);
    return range && [range.from?.toISOString() ?? null, range.until?.toISOString() ?? null];
  };

  it.each([
    ["today", "2026-10-28T23:00:00.000Z", "2026-10-29T23:00:00.000Z"],
    ["yesterday", "2026-10-27T23:00:00.000Z", "2026-10-28T23:00:00.000Z"],
    ["tomorrow", "2026-10-29T23:00:00.000Z", "2026-10-30T23:00:00.000Z"],
    ["past", null, "2026-10-28T23:00:00.000Z"],
    ["future", "2026-10-29T23:00:00.000Z", null],
    ["last-7-days", "2026-10-22T22:00:00.000Z", "2026-10-29T23:00:00.000Z"],
    ["next-2-weeks", "2026-10-28T23:00:00.000Z", "2026-11-11T23:00:00.000Z"],
    ["older-30-days", null, "2026-09-28T22:00:00.000Z"],
    ["this-week", "2026-10-25T23:00:00.000Z", "2026-11-01T23:00:00.000Z"],
    ["next-month", "2026-10-31T23:00:00.000Z", "2026-11-30T23:00:00.000Z"],
    ["last-quarter", "2026-06-30T22:00:00.000Z", "2026-09-30T22:00:00.000Z"],
    ["this-year", "2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
  ])("resolves %s by the calendar of the reader's time zone", (period, from, until) => {
    expect(moments(period)).toEqual([from, until]);
  });

  it("keeps to the last day of a shorter month", () => {
    expect(moments("older-1-months", new Date("2026-03-31T10:00:00Z"))).toEqual([
      null,
      "2026-02-27T23:00:00.000Z",
    ]);
  });

  it.each(["last-0-days", "last-7-years", "someday", "this-day", ""])(
    "does not know %j",
    (text) => {
      expect(moments(text)).toBeNull();
    },
  );

  it("names periods so that they follow “is”", () => {
    expect(
      ["last-7-days", "next-1-weeks", "older-30-days", "past", "next-month"].map(periodWords),
    ).toEqual([
      "in the last 7 days",
      "in the next week",
      "more than 30 days ago",
      "before today",
      "next month",
    ]);
  });
});
