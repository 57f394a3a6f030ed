import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planProperty } from "../../src/hubspot/property-plan.ts";
import { saveProperty } from "../../src/schema/save-property.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

describe.each(DIALECTS)("a property of HubSpot on %s", (dialect) => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps(dialect);
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it("keeps whole characters of long labels and descriptions", async () => {
    const { deps, principal } = test;
    const long = (characters: number) => `${"x".repeat(characters - 1)}😀😀`;
    const property = {
      ...{ name: "mood", label: long(255), type: "enumeration", fieldType: "select" },
      ...{ description: long(1_000), options: [{ value: "good", label: long(255) }] },
      ...{ calculated: false, hidden: false, hubspotDefined: false },
    };
    const plan = planProperty("contact", property, new Map());
    if (plan === null || "why" in plan) throw new Error("the property is not brought");
    const { result } = await saveProperty(deps, principal.projectId, "contact", plan.settings);
    expect(result).toMatchObject({ label: `${"x".repeat(254)}`, type: "enumeration" });
    expect(result.options?.map(({ label }) => label)).toEqual(["x".repeat(254)]);
    expect(result.description).toBe("x".repeat(999));
  });
});
