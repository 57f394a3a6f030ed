import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { associationTypeNamed, associationTypes } from "../../src/hubspot/association-types.ts";
import { addLabel } from "../../src/records/associations/labels.ts";
import { createType, updateType } from "../../src/schema/object-types.ts";
import { openTestDeps, type TestDeps } from "../support/deps.ts";

describe.each(DIALECTS)("the numbers of associations for HubSpot's clients on %s", (dialect) => {
  let test: TestDeps;
  beforeAll(async () => {
    test = await openTestDeps(dialect);
    const { deps, principal } = test;
    await createType(deps, principal.projectId, {
      ...{ name: "listing", plural: "listings", label: "Listing", pluralLabel: "Listings" },
    });
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const schema = () => test.deps.schemas.get(test.principal.projectId);
  async function typesOf(from: string, to: string) {
    const { objects } = await schema();
    const [one, other] = [objects.get(from), objects.get(to)];
    if (one === undefined || other === undefined) throw new Error("no such type");
    return associationTypes(one, other);
  }

  it("are different for every pair of types and each direction", async () => {
    const { types } = await schema();
    const all = types.flatMap((one) => types.flatMap((other) => associationTypes(one, other)));
    expect(all).toHaveLength(types.length ** 2);
    expect(new Set(all.map(({ typeId }) => typeId)).size).toBe(all.length);
    expect(all.every(({ typeId }) => typeId < 2 ** 31)).toBe(true);
  });

  it("are HubSpot's for the pairs that it has, in both directions or in neither", async () => {
    const { types } = await schema();
    const isTheirs = (from: string, to: string) =>
      typesOf(from, to).then(([{ category }]) => category === "HUBSPOT_DEFINED");
    for (const { name } of types) {
      for (const { name: other } of types) {
        const both = [await isTheirs(name, other), await isTheirs(other, name)];
        // HubSpot lists only one direction of this pair.
        if ([name, other].toSorted().join() === "email,lead") continue;
        expect([name, other, ...both]).toEqual([name, other, both[0], both[0]]);
      }
    }
    expect((await typesOf("contact", "company"))[0]).toMatchObject({ typeId: 279, label: null });
    expect((await typesOf("listing", "contact"))[0].category).toBe("USER_DEFINED");
  });

  it("of a label stay the same when its text, its types and other labels change", async () => {
    const { deps, principal } = test;
    const { projectId } = principal;
    const sides = async () => {
      const { objects } = await schema();
      return [objects.get("contact"), objects.get("listing")] as never;
    };
    const label = { key: "buyer", label: "Buyer", inverseKey: "bought_by", inverseLabel: "Bought" };
    await addLabel(deps, projectId, await sides(), label);
    const numbers = async (from: string, to: string) =>
      (await typesOf(from, to)).filter(({ name }) => /buyer|bought_by/.test(name));
    const before = [
      await numbers("contact", "listing"),
      await numbers("listing", "contact"),
    ].flat();
    expect(before).toMatchObject([
      { category: "USER_DEFINED", label: "Buyer", name: "buyer" },
      { category: "USER_DEFINED", label: "Bought", name: "bought_by" },
    ]);
    await addLabel(deps, projectId, await sides(), { key: "agent", label: "Agent" });
    await updateType(deps, projectId, "listing", { label: "Home" });
    const after = [await numbers("contact", "listing"), await numbers("listing", "contact")].flat();
    const ids = (all: typeof before) => all.map(({ typeId }) => typeId);
    expect(ids(after)).toEqual(ids(before));
  });

  it("find what an association says by number, name and the number of a primary record", async () => {
    const { objects } = await schema();
    const named = (given: number | string) =>
      associationTypeNamed(
        objects.get("contact") as never,
        objects.get("company") as never,
        `${given}`,
      );
    const names = [279, "279", 1, "contact_to_company", "contact_to_company_unlabeled"];
    expect(names.map((given) => named(given)?.typeId)).toEqual(names.map(() => 279));
    expect([280, 13, "", "company_to_contact", "x"].map(named)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
