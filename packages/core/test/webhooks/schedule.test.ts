import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { parseRetryAfter, retryDelay } from "../../src/webhooks/schedule.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
const NOW = Date.parse("2026-11-21T12:00:00Z");

describe("retryDelay", () => {
  test.each(DELAYS.map((delay, i) => [i + 1, delay]))("after attempt %i is %i ms", (n, delay) => {
    expect(retryDelay(n, 0, 0)).toBe(delay);
    expect(retryDelay(n, 0, 1)).toBe(Math.round(delay * 1.1));
  });

  test("is null after the tenth attempt, also if the receiver asks for another", () => {
    expect(retryDelay(10, 0)).toBeNull();
    expect(retryDelay(10, HOUR)).toBeNull();
    expect(retryDelay(11, 0)).toBeNull();
  });

  test("is at least Retry-After", () => {
    expect(retryDelay(1, HOUR, 0)).toBe(HOUR);
    expect(retryDelay(2, 10 * SECOND, 0)).toBe(5 * MINUTE);
  });

  test("is a whole number of milliseconds with up to a tenth of jitter", () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), random, (attempts, jitter) => {
        const delay = retryDelay(attempts, 0, jitter) as number;
        expect(Number.isInteger(delay)).toBe(true);
        expect(delay).toBeGreaterThanOrEqual(DELAYS[attempts - 1]!);
        expect(delay).toBeLessThanOrEqual(DELAYS[attempts - 1]! * 1.1);
      }),
    );
  });
});

describe("parseRetryAfter", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test("returns 0 without a header", () => {
    expect(parseRetryAfter(undefined, NOW)).toBe(0);
  });

  test.each([
    ["0", 0],
    ["120", 120 * SECOND],
    [" 120 ", 120 * SECOND],
    ["2099", 2099 * SECOND],
  ])("parses seconds: %o", (header, wanted) => {
    expect(parseRetryAfter(header, NOW)).toBe(wanted);
  });

  test.each([
    "Sat, 21 Nov 2026 14:00:00 GMT",
    "Saturday, 21-Nov-26 14:00:00 GMT",
    "Sat Nov 21 14:00:00 2026",
  ])("parses an HTTP-date in any time zone: %s", (header) => {
    process.env.TZ = "America/New_York";
    expect(parseRetryAfter(header, NOW)).toBe(2 * HOUR);
  });

  test.each([
    "86401",
    "999999999",
    "9999999999",
    "99999999999",
    "9".repeat(400),
    "Sun, 21 Nov 2027 12:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT",
  ])("is at most a day: %s", (header) => {
    expect(parseRetryAfter(header, NOW)).toBe(24 * HOUR);
  });

  test("takes the first of several headers", () => {
    expect(parseRetryAfter(["120", "7"], NOW)).toBe(120 * SECOND);
    expect(parseRetryAfter([], NOW)).toBe(0);
  });

  test("returns 0 for a past date", () => {
    expect(parseRetryAfter("Fri, 20 Nov 2026 12:00:00 GMT", NOW)).toBe(0);
  });

  test.each([
    "",
    " ",
    "soon",
    "-1",
    "1.5",
    "1e3",
    "120s",
    "0x10",
    "soon 2099",
    "2099-01-01T00:00:00Z",
  ])("returns 0 for the malformed %o", (header) => {
    expect(parseRetryAfter(header, NOW)).toBe(0);
  });

  test("never throws, and returns no negative number or NaN", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(parseRetryAfter(header, NOW)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
