import { describe, expect, it, vi } from "vitest";
import { isTimeZone, lastDays } from "../src/days-in-zone.ts";

describe("the days of a time zone", () => {
  const last = (count: number, zone: string, now: string) => lastDays(count, zone, Date.parse(now));

  it("end with the current day there", () => {
    const now = "2026-11-22T23:30:00Z";
    expect(last(2, "UTC", now).map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-22"]);
    expect(last(1, "Europe/Berlin", now)).toEqual([
      {
        day: "2026-11-23",
        starts: "2026-11-22T23:00:00.000Z",
        ends: "2026-11-23T23:00:00.000Z",
      },
    ]);
    expect(last(1, "Pacific/Kiritimati", now)[0]?.day).toBe("2026-11-23");
    expect(last(1, "America/Los_Angeles", now)[0]?.day).toBe("2026-11-22");
  });

  it.each([
    ["Europe/Berlin", "2026-10-25", 25],
    ["Europe/Berlin", "2026-03-29", 23],
    ["America/New_York", "2026-11-01", 25],
    ["Australia/Lord_Howe", "2026-10-04", 23.5],
    // The clocks leave midnight out.
    ["America/Santiago", "2026-09-06", 23],
  ])("have in %s on %s %d hours, and meet without a gap", (zone, date, hours) => {
    const days = last(5, zone, `${date}T12:00:00Z`);
    const day = days.find((one) => one.day === date);
    expect((Date.parse(day?.ends ?? "") - Date.parse(day?.starts ?? "")) / 3_600_000).toBe(hours);
    for (const [i, { starts }] of days.slice(1).entries()) expect(starts).toBe(days[i]?.ends);
  });

  it("need a time zone that exists", () => {
    expect(["Europe/Berlin", "UTC", "Mars/Olympus", ""].map(isTimeZone)).toEqual([
      ...[true, true, false, false],
    ]);
  });
});

it("keeps the formats of 500 names of time zones, because their case is ignored", () => {
  const made = vi.spyOn(Intl, "DateTimeFormat");
  const name = "antarctica/mcmurdo";
  const variants = Array.from({ length: 501 }, (_, i) =>
    [...name].map((one, at) => ((i >> at) & 1 ? one.toUpperCase() : one)).join(""),
  );
  for (const variant of variants) expect(isTimeZone(variant)).toBe(true);
  const [first = "", ...others] = variants;
  const again = (one: string) => {
    made.mockClear();
    isTimeZone(one);
    return made.mock.calls.length;
  };
  expect([again(others.at(-1) ?? ""), again(first)]).toEqual([0, 1]);
  made.mockRestore();
});
