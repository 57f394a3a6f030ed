import { describe, expect, it } from "vitest";
import { formatSeconds } from "../src/reports/kinds/durations.ts";

describe("a duration", () => {
  it.each([
    [0, "0 seconds"],
    [0.004, "under 0.1 seconds"],
    [0.33, "0.3 seconds"],
    [9.6, "9.6 seconds"],
    [42.4, "42 seconds"],
    [90, "2 minutes"],
    [302_400, "3.5 days"],
  ])("of %d seconds is shown as %s", (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });
});
