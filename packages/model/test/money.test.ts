import { describe, expect, it } from "vitest";
import { currencyDigits, roundDecimal } from "../src/index.ts";

describe("roundDecimal", () => {
  it.each([
    ["0.125", 2, "0.12"],
    ["0.135", 2, "0.14"],
    ["0.1250001", 2, "0.13"],
    ["-0.125", 2, "-0.12"],
    ["-0.135", 2, "-0.14"],
    ["2.5", 0, "2"],
    ["3.5", 0, "4"],
    ["-0.4", 0, "0"],
    ["999.995", 2, "1000.00"],
    ["0.004", 2, "0.00"],
    ["7", 2, "7.00"],
    ["7.1", 3, "7.100"],
    ["90071992547409931234.5678", 3, "90071992547409931234.568"],
  ])("rounds %s to %i digits: %s", (decimal, digits, rounded) => {
    expect(roundDecimal(decimal, digits)).toBe(rounded);
  });

  it("is within half a step of every decimal, even if it is exactly between two", () => {
    let state = 5;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    for (let i = 0; i < 2_000; i++) {
      const [scale, digits] = [random(8), random(5)];
      const units = BigInt(random(1_000_000) - 500_000);
      const text = String(units < 0n ? -units : units).padStart(scale + 1, "0");
      const whole = text.slice(0, text.length - scale);
      const decimal = `${units < 0n ? "-" : ""}${whole}${scale > 0 ? `.${text.slice(-scale)}` : ""}`;
      const found = BigInt(roundDecimal(decimal, digits).replace(".", ""));
      const step = 10n ** BigInt(Math.max(scale - digits, 0));
      const scaled = units * 10n ** BigInt(Math.max(digits - scale, 0));
      const away = scaled - found * step;
      const distance = 2n * (away < 0n ? -away : away);
      expect([decimal, digits, distance <= step]).toEqual([decimal, digits, true]);
      if (distance === step && step > 1n) expect([decimal, found % 2n]).toEqual([decimal, 0n]);
    }
  });
});

it.each([
  ["EUR", 2],
  ["JPY", 0],
  ["KWD", 3],
])("amounts in %s have %i digits after the point", (code, digits) => {
  expect(currencyDigits(code)).toBe(digits);
});
