import { expect, it } from "vitest";
import { minuteFormats } from "../src/ui/values/format.ts";

const LOCALES = ["en-GB", "en-US", "en-AU", "en-IE", "en-IN", "en-CA", "en-DK", "en-FI"];

it.each(LOCALES)("writes the hour in one way with and without the year in %s", (locale) => {
  const { minute, shortMinute } = minuteFormats(locale);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  for (const hour of [0, 1, 12, 13]) {
    const at = new Date(2026, 10, 28, hour);
    const text = time.format(at);
    expect([minute, shortMinute].map((one) => one.format(at).slice(-text.length))).toEqual([
      text,
      text,
    ]);
  }
});

it("writes an early hour with two digits where the day has 24 hours", () => {
  const { shortMinute } = minuteFormats("en-GB");
  expect(shortMinute.format(new Date(2026, 10, 28, 1))).toBe("28 Nov, 01:00");
});
