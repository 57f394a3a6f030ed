import { describe, expect, it } from "vitest";
import { redactInput, redactMessage, redactPath } from "../../src/usage/meter.ts";

describe("the form of an input", () => {
  it("shows names of properties and ids of records, but no other values", () => {
    const input = {
      contactId: "12",
      properties: [{ internal_name: "email", value: "ada@example.com" }],
      filterGroups: [{ filters: [{ property: "phone", operator: "eq", value: "+44 20 7000" }] }],
      count: 3,
      optOut: true,
      note: null,
    };
    expect(redactInput(input)).toEqual({
      contactId: "12",
      properties: [{ internal_name: "email", value: "(15 characters)" }],
      filterGroups: [
        { filters: [{ property: "phone", operator: "eq", value: "(11 characters)" }] },
      ],
      count: "(number)",
      optOut: "(boolean)",
      note: null,
    });
  });

  it("leaves out texts that are not names even where names belong", () => {
    expect(
      redactInput({ internal_name: "Ada Lovelace", properties: "email,ada@example.com" }),
    ).toEqual({ internal_name: "(12 characters)", properties: "(21 characters)" });
  });

  it("leaves out names of members that a caller made up", () => {
    expect(redactInput({ "ada@example.com": 1 })).toEqual({ "(member)": "(number)" });
  });

  it("shows the first 20 entries and counts the rest", () => {
    const form = redactInput({ inputs: Array.from({ length: 1_000 }, () => "x") });
    expect(form).toEqual({
      inputs: [...Array.from({ length: 20 }, () => "(1 character)"), "(980 more)"],
    });
  });

  it("is left out if it is longer than 4,000 characters", () => {
    const wide = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`m${i}`, "x"]));
    expect(redactInput(Array.from({ length: 20 }, () => wide))).toBeNull();
  });
});

describe("a logged message", () => {
  it("has no quoted text", () => {
    expect(redactMessage('"ada@x" is not one of "a", "b".')).toBe('"…" is not one of "…", "…".');
  });

  it("ends at its first quote if a quoted text has a quote", () => {
    expect(redactMessage('The value "a"b" is wrong. Use c.')).toBe('The value "…"');
  });
});

describe("a logged path", () => {
  it("has no names that a caller made up", () => {
    expect(redactPath("inputs.7.properties.0.value")).toBe("inputs.7.properties.0.value");
    expect(redactPath("filters.ada@example.com")).toBe("filters.(member)");
  });
});
