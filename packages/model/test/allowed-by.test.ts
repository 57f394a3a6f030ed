import { describe, expect, it } from "vitest";
import { allowedBy, type PropertyRules } from "../src/index.ts";

describe("what the rules of a property allow", () => {
  it.each<[PropertyRules | undefined, string]>([
    [undefined, ""],
    [{}, ""],
    [{ min: "1", max: "100", decimals: 2 }, "1 to 100, 2 decimals"],
    [{ min: "-5" }, "at least -5"],
    [{ max: "0.5", decimals: 1 }, "at most 0.5, 1 decimal"],
    [{ decimals: 0 }, "whole number"],
    [{ minLength: 2, maxLength: 6 }, "2 to 6 characters"],
    [{ minLength: 1 }, "at least 1 character"],
    [{ minLength: 4, maxLength: 4 }, "exactly 4 characters"],
    [{ maxLength: 6, pattern: "[A-Z]+" }, "at most 6 characters, pattern [A-Z]+"],
    [{ notBefore: "2026-01-01", notAfter: "2026-12-31" }, "2026-01-01 to 2026-12-31"],
    [{ notBefore: "2026-01-01T00:00:00.000Z" }, "from 2026-01-01"],
    [{ notAfter: "2026-12-31T10:00:00.000Z" }, "until 2026-12-31T10:00:00.000Z"],
  ])("of %j is %j", (rules, text) => {
    expect(allowedBy(rules)).toBe(text);
  });
});
