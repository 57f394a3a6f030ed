import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminApp, type SignedIn, startAdminApp } from "./support/admin-app.ts";
import { addPartnerPipeline, make } from "./support/records.ts";

type Update = Parameters<SignedIn["trpc"]["records"]["update"]["mutate"]>[0];

describe.each(DIALECTS)("several properties of a record at once on %s", (dialect) => {
  let app: AdminApp;
  let admin: SignedIn;
  let projectId: number;

  beforeAll(async () => {
    app = await startAdminApp(dialect);
    admin = await app.admin("admin");
    ({ projectId } = app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const update = (type: Update["type"], id: number, properties: Update["properties"]) =>
    admin.trpc.records.update.mutate({ projectId, type, id, properties });
  const read = async (type: Update["type"], id: number) =>
    (await admin.trpc.records.read.query({ projectId, type, id })).properties;

  it("are saved in one change, and other properties keep their values", async () => {
    const id = await make(admin, projectId, "deal", { name: "Site", amount: "10" });
    await update("deal", id, [
      { internal_name: "amount", value: "12.50" },
      { internal_name: "tags", values: ["web", "shop"] },
      { internal_name: "stage", value: "won" },
    ]);
    expect(await read("deal", id)).toMatchObject({
      name: "Site",
      amount: "12.50",
      tags: ["web", "shop"],
      stage: "won",
      closeDate: expect.any(String),
    });
    const { entries } = await admin.trpc.records.history.query({ projectId, id });
    expect(entries).toHaveLength(2);
  });

  it("return what has changed, also what the server set, for an undo", async () => {
    const id = await make(admin, projectId, "deal", { name: "Crane", amount: "10" });
    const saved = await update("deal", id, [
      { internal_name: "name", value: "Crane" },
      { internal_name: "amount", value: "12.50" },
      { internal_name: "stage", value: "won" },
    ]);
    expect(saved.changes).toEqual({
      amount: ["10", "12.50"],
      pipeline: ["default", "default"],
      stage: ["new", "won"],
      closeDate: [null, saved.updatedAt],
    });
    const item = { internal_name: "amount", value: "12.50" };
    const same = await admin.trpc.records.set.mutate({ projectId, type: "deal", id, item });
    expect(same).toMatchObject({ version: saved.version, changes: {} });
  });

  it("return pipeline and stage together if a record moves to another pipeline", async () => {
    await addPartnerPipeline(app, projectId);
    const id = await make(admin, projectId, "deal", { name: "Winch", stage: "qualified" });
    const item = { internal_name: "pipeline", value: "partners" };
    const { changes } = await admin.trpc.records.set.mutate({ projectId, type: "deal", id, item });
    expect(changes).toEqual({ pipeline: ["default", "partners"], stage: ["qualified", "new"] });
  });

  it("return 400 and save nothing if one is invalid, with an issue per property", async () => {
    const id = await make(admin, projectId, "contact", { email: "whole@example.com" });
    const refused = update("contact", id, [
      { internal_name: "lastname", value: "King" },
      { internal_name: "email", value: "nonsense" },
      { internal_name: "shoe", value: "42" },
    ]);
    await expect(refused).rejects.toMatchObject({
      data: {
        httpStatus: 400,
        issues: [
          { path: "properties.1.value", code: "value_invalid" },
          { path: "properties.2.internal_name", code: "property_unknown" },
        ],
      },
    });
    expect(await read("contact", id)).not.toHaveProperty("lastname");
  });

  it("return 400 if the updated record would break a rule", async () => {
    const id = await make(admin, projectId, "contact", { email: "rule@example.com" });
    const refused = update("contact", id, [
      { internal_name: "lastname", value: "King" },
      { internal_name: "email" },
    ]);
    await expect(refused).rejects.toMatchObject({
      data: { issues: [{ path: "properties.1.value", code: "email_or_phone_required" }] },
    });
  });

  it("return 404 for an unknown record or one of another type", async () => {
    const id = await make(admin, projectId, "lead", { name: "Fair" });
    const properties = [{ internal_name: "name", value: "X" }];
    for (const [type, missing] of [["lead", 999_999] as const, ["deal", id] as const]) {
      const refused = update(type, missing, properties);
      await expect(refused).rejects.toMatchObject({ data: { httpStatus: 404 } });
    }
  });

  it("return 409 for a unique value of another record, with its id", async () => {
    const settings = { name: "domain", unique: true };
    await admin.trpc.schema.saveProperty.mutate({ projectId, type: "company", settings });
    const holder = await make(admin, projectId, "company", { domain: "acme.example" });
    const id = await make(admin, projectId, "company", { name: "Other" });
    const refused = update("company", id, [
      { internal_name: "name", value: "Acme" },
      { internal_name: "domain", value: "acme.example" },
    ]);
    await expect(refused).rejects.toMatchObject({
      data: { httpStatus: 409, issues: [{ path: "domain", conflictingId: String(holder) }] },
    });
    expect(await read("company", id)).toMatchObject({ name: "Other" });
  });
});
