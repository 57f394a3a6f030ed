import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";

describe.each(DIALECTS)("the object types of a project on %s", (dialect) => {
  let app: AdminApp;
  let trpc: SignedIn["trpc"];
  beforeAll(async () => {
    app = await startAdminApp(dialect);
    ({ trpc } = await app.admin("admin"));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const of = <T extends object>(input: T) => ({ projectId: app.projectId, ...input });
  const typesNow = () => trpc.schema.types.query(of({}));
  const create = (name: string, more: object = {}) =>
    trpc.schema.createType.mutate(
      of({
        settings: {
          ...{ name, plural: `${name}s`, label: "Listing", pluralLabel: "Listings" },
          ...{ hasPipeline: true, nameProperties: [["street"]], icon: "home" },
          properties: [
            { name: "street", label: "Street", indexed: true },
            { name: "price", label: "Price", type: "number" as const },
          ],
          ...more,
        },
      }),
    );
  const listing = (street: string) =>
    trpc.records.create.mutate(
      of({ type: "listing", properties: [{ internal_name: "street", value: street }] }),
    );

  it("makes a type that lists, boards, scopes, events and the log know", async () => {
    const made = await create("listing");
    expect(made).toMatchObject({ plural: "listings", builtIn: false, sortName: "street" });
    expect((await typesNow()).at(-1)).toEqual(made);
    const { id } = await listing("12 Mill Lane");
    const listed = await trpc.records.list.query(of({ type: "listing", limit: 10 }));
    expect(listed.records).toMatchObject([{ id, name: "12 Mill Lane" }]);
    const board = await trpc.board.read.query(of({ type: "listing", pipeline: "default" }));
    expect(JSON.stringify(board)).toContain("12 Mill Lane");
    const { public: scopes, workspace } = await trpc.access.scopes.query(of({}));
    for (const all of [scopes, workspace]) {
      expect(all).toMatchObject({ "crm.listings.read": "Read listings" });
      expect(all).toHaveProperty(["crm.custom.write"]);
    }
    const { types } = await trpc.webhooks.eventTypes.query(of({}));
    expect(types).toContain("listing.created");
    const { entries } = await trpc.audit.list.query(of({ limit: 10 }));
    const entry = entries.find(({ action }) => action === "schema.createType");
    expect(entry).toMatchObject({ subject: { kind: "type", id: "listing" } });
  });

  it("answers with one issue for each fault of a new type, at its field", async () => {
    const refused = create("deal", { icon: "No Icon", properties: [{ name: "Street" }] });
    const issues = ["name", "plural", "icon", "properties.0.label"].map((path) =>
      expect.objectContaining({ path }),
    );
    await expect(refused).rejects.toMatchObject({
      data: { httpStatus: 400, issues: expect.arrayContaining(issues) },
    });
  });

  it("shows a built-in type by another label, which its scopes have too", async () => {
    const settings = { label: "Opportunity", pluralLabel: "Opportunities" };
    await trpc.schema.updateType.mutate(of({ type: "deal", settings }));
    const deal = (await typesNow()).find(({ name }) => name === "deal");
    expect(deal).toMatchObject({ ...settings, article: "an", plural: "deals", builtIn: true });
    const { public: scopes } = await trpc.access.scopes.query(of({}));
    expect(scopes).toMatchObject({ "crm.deals.read": "Read opportunities" });
  });

  it("names an activity by the label that the project gives its type", async () => {
    const activity = async () =>
      (await typesNow()).find(({ name }) => name === "task")?.activity ?? undefined;
    expect(await activity()).toMatchObject({ add: "Add a task", filter: "Done tasks" });
    const settings = { label: "Errand", pluralLabel: "Errands" };
    await trpc.schema.updateType.mutate(of({ type: "task", settings }));
    const renamed = { add: "Add an errand", filter: "Done errands", word: "Done", key: "t" };
    expect(await activity()).toMatchObject(renamed);
  });

  it("removes a type once no record of it is live", async () => {
    await create("vehicle", { properties: [], nameProperties: [], hasPipeline: false });
    const remove = (type: string) => trpc.schema.removeType.mutate(of({ type }));
    await expect(remove("listing")).rejects.toMatchObject({
      data: { httpStatus: 409, issues: [{ code: "in_use", count: 1 }] },
    });
    await expect(remove("deal")).rejects.toMatchObject({ data: { httpStatus: 400 } });
    await remove("vehicle");
    expect((await typesNow()).map(({ name }) => name)).not.toContain("vehicle");
  });

  it("refuses changes by a read-only admin", async () => {
    const reader = await app.admin("read-only");
    expect((await reader.trpc.schema.types.query(of({}))).length).toBeGreaterThan(7);
    const input = of({ type: "deal", settings: { label: "X" } });
    await expect(reader.trpc.schema.updateType.mutate(input)).rejects.toMatchObject({
      data: { httpStatus: 403 },
    });
  });
});
