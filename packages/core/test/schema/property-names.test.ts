import { setImmediate } from "node:timers/promises";
import { OBJECT_TYPES } from "@rapport/model";
import { describe, expect, it } from "vitest";
import { quoted } from "../../src/errors.ts";
import {
  FORBIDDEN_NAMES,
  forbiddenNameIssue,
  nearestName,
  unknownNameIssue,
} from "../../src/schema/property-names.ts";

const contact = OBJECT_TYPES.contact.properties.map((property) => property.name);
const path = "properties.0.internal_name";

describe("forbidden names", () => {
  it.each([
    "cin",
    "tenant_id",
    "tenantId",
    "project_id",
    "projectId",
    "id",
    "object_type",
    "created_at",
    "createdAt",
    "updated_at",
    "deletedAt",
    "version",
  ])("refuse %s by name", (name) => {
    expect(FORBIDDEN_NAMES.has(name)).toBe(true);
    expect(forbiddenNameIssue(name, path)).toEqual({
      path,
      code: "property_forbidden",
      message: `"${name}" is an internal field and cannot be used as a property.`,
    });
  });

  it.each([
    ["pipeline_id", "pipeline"],
    ["pipelineId", "pipeline"],
    ["stage_id", "stage"],
    ["stageId", "stage"],
  ])("refuse %s with the alias %s", (name, alias) => {
    expect(FORBIDDEN_NAMES.has(name)).toBe(true);
    expect(forbiddenNameIssue(name, path)).toMatchObject({
      message: expect.stringContaining(`Use "${alias}" instead.`),
      suggestion: alias,
    });
  });

  it.each(Object.values(OBJECT_TYPES))("contain no property of a $name", (row) => {
    const names = row.properties.map((property) => property.name);
    expect(names.filter((name) => FORBIDDEN_NAMES.has(name))).toEqual([]);
  });

  it.each(["__proto__", "constructor", "toString", "type", "company", ""])(
    "%j is not one",
    (name) => {
      expect(FORBIDDEN_NAMES.has(name)).toBe(false);
    },
  );
});

describe("the nearest name", () => {
  it.each([
    ["first_name", "firstname"],
    ["firstName", "firstname"],
    ["fristname", "firstname"],
    ["emial", "email"],
    ["e-mail", "email"],
    ["lifecycleStage", "lifecyclestage"],
    ["tag", "tags"],
    ["ownerid", "owner_id"],
  ])("of %s is %s", (given, nearest) => {
    expect(nearestName(given, contact)).toBe(nearest);
  });

  it.each(["", "x", "xy", "favourite_colour", "__proto__", "constructor", "toString"])(
    "of %j is null",
    (given) => {
      expect(nearestName(given, contact)).toBeNull();
    },
  );

  it("is the nearer of two candidates", () => {
    expect(nearestName("statuss", ["statute", "status"])).toBe("status");
  });

  it("is only searched for names of up to 64 characters, to limit the work", () => {
    const almost = (length: number) => `${"a".repeat(length - 1)}b`;
    expect(nearestName(almost(64), ["a".repeat(64)])).toBe("a".repeat(64));
    expect(nearestName(almost(65), ["a".repeat(65)])).toBeNull();
  });
});

describe("the nearest of many names", () => {
  it("is searched up to a limit in one turn of the event loop, and again in the next", async () => {
    const known = Array.from({ length: 1_000 }, (_, i) => `property_${i}`);
    await setImmediate();
    const found = Array.from({ length: 10 }, () => nearestName("property_x", known));
    expect(found.filter((name) => name !== null)).toHaveLength(5);
    await setImmediate();
    expect(nearestName("property_x", known)).not.toBeNull();
  });
});

describe("an unknown name", () => {
  it("is reported with the nearest known name", () => {
    expect(unknownNameIssue("fristname", contact, path)).toEqual({
      path,
      code: "property_unknown",
      message: 'There is no property "fristname". Did you mean "firstname"?',
      suggestion: "firstname",
    });
  });

  it("is reported alone if no known name is near", () => {
    expect(unknownNameIssue("__proto__", contact, path)).toEqual({
      path,
      code: "property_unknown",
      message: 'There is no property "__proto__".',
    });
  });
});

describe("quoting what was sent", () => {
  it("cuts the text to 80 characters without splitting one", () => {
    const text = quoted(`${"x".repeat(78)}😀😀`);
    expect([...text].length).toBeLessThanOrEqual(82);
    expect(text.isWellFormed()).toBe(true);
  });

  it("escapes line breaks and control characters", () => {
    expect(quoted('a\n"b')).toBe('"a\\n\\"b"');
  });
});
