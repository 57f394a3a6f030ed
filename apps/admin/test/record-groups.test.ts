import { createProject, saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { insertContacts } from "./support/many-contacts.ts";

type Trpc = SignedIn["trpc"];
type GroupsInput = Parameters<Trpc["records"]["groups"]["query"]>[0];
type Values = Readonly<Record<string, string | boolean>>;

describe.each(DIALECTS)("the groups of a table on %s", (dialect) => {
  let app: AdminApp;
  let trpc: Trpc;
  let projectId: number;
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("owner"));
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(type: string, values: Values, project = projectId) {
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      ...{ internal_name, value },
    }));
    await trpc.records.create.mutate({ projectId: project, type, properties });
  }
  const grouped = (type: string, by: string, more: Partial<GroupsInput> = {}) =>
    trpc.records.groups.query({ projectId, type, by, ...more });
  const counts = async (...input: Parameters<typeof grouped>) =>
    (await grouped(...input)).groups.map(({ value, count }) => [value, count]);

  it("are in the order of the stages, with exact sums by currency, of what the filters find", async () => {
    await trpc.schema.savePipeline.mutate({
      ...{ projectId, type: "deal" },
      pipeline: { label: "Repairs", stages: [{ label: "Won", probability: 1, closed: true }] },
    });
    for (const deal of [
      { name: "A", stage: "won", amount: "0.1", currency: "EUR" },
      { name: "B", stage: "won", amount: "0.2", currency: "EUR" },
      { name: "C", stage: "won", amount: "5", currency: "GBP" },
      { name: "D", stage: "new", amount: "7" },
      { name: "E", pipeline: "repairs", stage: "won", amount: "9", currency: "EUR" },
      { name: "F", stage: "new" },
    ]) {
      await make("deal", deal);
    }
    const whole = await grouped("deal", "stage", { sums: ["amount"] });
    const sum = (currency: string | null, sum: string) => ({ property: "amount", currency, sum });
    expect(whole).toEqual({
      groups: [
        { value: "new", pipeline: "default", count: 2, sums: [sum(null, "7")] },
        {
          ...{ value: "won", pipeline: "default", count: 3 },
          sums: [sum("EUR", "0.3"), sum("GBP", "5")],
        },
        { value: "won", pipeline: "repairs", count: 1, sums: [sum("EUR", "9")] },
      ],
      isMore: false,
      reporting: null,
      total: { value: 6, relation: "eq" },
      sums: [sum("EUR", "9.3"), sum("GBP", "5"), sum(null, "7")],
    });
    const groups = [[{ property: "currency", operator: "eq" as const, value: "EUR" }]];
    expect(await counts("deal", "stage", { groups })).toEqual([
      ["won", 2],
      ["won", 1],
    ]);
    const named = [[{ property: "name", operator: "eq" as const, value: "E" }]];
    expect(await counts("deal", "pipeline", { groups: named })).toEqual([["repairs", 1]]);
  });

  it("are the options in their order, then other values, and records without a value last", async () => {
    for (const priority of ["urgent", "someday", "low", "urgent", "anytime"]) {
      await make("ticket", { name: "T", priority });
    }
    await make("ticket", { name: "None" });
    expect(await counts("ticket", "priority")).toEqual([
      ["low", 1],
      ["urgent", 2],
      ["anytime", 1],
      ["someday", 1],
      [null, 1],
    ]);
  });

  it("are true and false, and owners in any letters as one", async () => {
    await saveProperty(app.deps, projectId, "lead", {
      ...{ name: "hot", label: "Hot", type: "boolean", indexed: true },
    });
    await make("lead", { name: "A", hot: false, owner_id: "ada@example.com" });
    await make("lead", { name: "B", hot: true, owner_id: "ADA@example.com" });
    await make("lead", { name: "C", owner_id: "bob@example.com" });
    expect(await counts("lead", "hot")).toEqual([
      [true, 1],
      [false, 1],
      [null, 1],
    ]);
    const owners = await grouped("lead", "owner_id");
    expect(owners.groups.map(({ count }) => count)).toEqual([2, 1]);
    for (const { value, count } of owners.groups) {
      const groups = [[{ property: "owner_id", operator: "in" as const, values: [String(value)] }]];
      const { records } = await trpc.records.list.query({ projectId, type: "lead", groups });
      expect(records).toHaveLength(count ?? -1);
    }
  });

  it.each([
    ["by", { by: "nothing" }, "property_not_grouped"],
    ["by", { by: "name" }, "property_not_grouped"],
    ["by", { by: "amount" }, "property_not_grouped"],
    ["by", { by: "tags" }, "property_not_grouped"],
    ["sums.1", { by: "stage", sums: ["amount", "name"] }, "property_not_number"],
    ["sums.0", { by: "stage", sums: ["probability"] }, "property_not_number"],
  ])("are refused at %s for %j", async (path, input, code) => {
    await expect(
      trpc.records.groups.query({ projectId, type: "deal", ...input }),
    ).rejects.toMatchObject({ data: { issues: [{ path, code }] } });
  });

  it("have no counts and no sums if there are too many records, but are known from the index", async () => {
    const project = await createProject(app.deps, app.tenantId, "Large");
    await insertContacts({ ...app, projectId: project }, 10_050);
    for (const owner of ["carl", "ada", "bob"]) {
      const own = { email: `${owner}@example.com`, owner_id: `${owner}@example.com` };
      await make(
        "contact",
        { ...own, lifecyclestage: owner === "ada" ? "customer" : "lead" },
        project,
      );
    }
    const empty = { pipeline: null, count: null, sums: null };
    const large = await grouped("contact", "owner_id", { projectId: project });
    expect(large).toEqual({
      groups: [
        ...["ada", "bob", "carl"].map((name) => ({ value: `${name}@example.com`, ...empty })),
        { value: null, ...empty },
      ],
      isMore: false,
      reporting: null,
      total: { value: expect.any(Number), relation: "gte" },
      sums: null,
    });
    expect(await counts("contact", "lifecyclestage", { projectId: project })).toEqual([
      ["lead", null],
      ["customer", null],
      [null, null],
    ]);
    // It has no index.
    await saveProperty(app.deps, project, "contact", {
      ...{ name: "plan", label: "Plan", type: "enumeration" },
      options: [
        { value: "b", label: "B" },
        { value: "a", label: "A" },
      ],
    });
    expect(await counts("contact", "plan", { projectId: project })).toEqual([
      ["b", null],
      ["a", null],
      [null, null],
    ]);
    const known = [[{ property: "owner_id", operator: "known" as const }]];
    expect(await counts("contact", "owner_id", { projectId: project, groups: known })).toEqual(
      ["ada", "bob", "carl"].map((name) => [`${name}@example.com`, 1]),
    );
  });

  it("are at most 100, and the answer says that there are more", async () => {
    const project = await createProject(app.deps, app.tenantId, "Owners");
    for (let i = 0; i < 102; i++) {
      await make("lead", { name: "L", owner_id: `a${String(i).padStart(3, "0")}` }, project);
    }
    const { groups, isMore } = await grouped("lead", "owner_id", { projectId: project });
    expect([groups.length, groups.at(-1)?.value, isMore]).toEqual([100, "a099", true]);
  });
});
