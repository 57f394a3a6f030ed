import { createHash } from "node:crypto";
import { saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("a project's own schema on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const save = (caller: Caller, type: string, settings: Parameters<typeof saveProperty>[3]) =>
    saveProperty(app.deps, caller.projectId, type, settings);
  const create = (caller: Caller, plural: string, values: Record<string, unknown>) =>
    app.call("POST", `/api/objects/${plural}`, {
      token: caller.token,
      json: {
        properties: Object.entries(values).map(([internal_name, value]) =>
          Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
        ),
      },
    });
  const set = (caller: Caller, path: string, internal_name: string, value: unknown) =>
    app.call("PATCH", `/api/crm/objects/${path}`, {
      token: caller.token,
      json: { internal_name, value },
    });

  it("accepts a custom property only in its own project", async () => {
    const [mine, other] = [await app.caller(), await app.caller()];
    await save(mine, "contact", { name: "shoe_size", label: "Shoe size", type: "number" });
    const made = await create(mine, "contacts", { email: "a@example.com", shoe_size: "42.50" });
    const path = `/api/crm/objects/contacts/${made.body.data.id}?properties=shoe_size`;
    expect((await app.call("GET", path, { token: mine.token })).body.data.properties).toEqual({
      shoe_size: "42.50",
    });
    const refused = await create(other, "contacts", { email: "a@example.com", shoe_size: "42" });
    expect(refused.status).toBe(400);
    expect(refused.body.issues[0]).toMatchObject({ code: "property_unknown" });
  });

  it("returns 400 with the allowed values of a closed enumeration", async () => {
    const caller = await app.caller();
    await save(caller, "ticket", { name: "priority", closed: true });
    const refused = await create(caller, "tickets", { name: "Jam", priority: "someday" });
    expect(refused.status).toBe(400);
    expect(refused.body.issues[0].message).toMatch(/low.*medium.*high.*urgent/);
    const made = await create(caller, "tickets", { name: "Jam", priority: "high" });
    expect(made.status).toBe(201);
    const path = `tickets/${made.body.data.id}`;
    expect((await set(caller, path, "priority", "someday")).status).toBe(400);
  });

  it("returns 409 for a taken unique value, with the other record's id", async () => {
    const caller = await app.caller();
    await save(caller, "contact", { name: "email", unique: true });
    const first = await create(caller, "contacts", { email: "ada@example.com" });
    const clash = await create(caller, "contacts", { phone: "+441", email: "ADA@example.com" });
    expect(clash.status).toBe(409);
    expect(clash.body).toMatchObject({
      success: false,
      code: "CONFLICT",
      data: null,
      issues: [{ path: "properties.1.value", conflictingId: String(first.body.data.id) }],
    });
    const second = await create(caller, "contacts", { email: "grace@example.com" });
    const path = `contacts/${second.body.data.id}`;
    const item = { internal_name: "email", value: "ada@example.com" };
    const conflicts = [
      [item, "value"],
      [{ properties: [{ internal_name: "city", value: "Ulm" }, item] }, "properties.1.value"],
    ] as const;
    for (const [json, place] of conflicts) {
      const options = { token: caller.token, json };
      const refused = await app.call("PATCH", `/api/crm/objects/${path}`, options);
      expect([refused.status, refused.body.issues[0].path]).toEqual([409, place]);
    }
    const kept = await app.call("GET", `/api/crm/objects/${path}`, { token: caller.token });
    expect(kept.body.data.properties.email).toBe("grace@example.com");
    expect((await set(caller, path, "email", "grace@example.com")).status).toBe(200);
  });

  it("releases the unique value of a deleted record", async () => {
    const caller = await app.caller();
    await save(caller, "company", { name: "domain", unique: true });
    const made = await create(caller, "companies", { domain: "engines.example" });
    const path = `/api/crm/objects/companies/${made.body.data.id}`;
    await app.call("DELETE", path, { token: caller.token });
    expect((await create(caller, "companies", { domain: "engines.example" })).status).toBe(201);
  });

  it.each([40, 60])("compares %i accented letters in any normal form", async (length) => {
    const caller = await app.caller();
    await save(caller, "company", { name: "name", unique: true });
    const name = "é".repeat(length);
    const first = await create(caller, "companies", { name });
    const clash = await create(caller, "companies", { name: name.normalize("NFD") });
    expect([clash.status, clash.body.issues?.[0].conflictingId]).toEqual([
      409,
      String(first.body.data.id),
    ]);
  });

  it("releases a unique value that an earlier version reserved", async () => {
    const caller = await app.caller();
    await save(caller, "company", { name: "name", unique: true });
    const name = "é".repeat(40);
    const { id } = (await create(caller, "companies", { name: name.normalize("NFD") })).body.data;
    const { kysely } = app.deps.db;
    const value = `${name}#${createHash("sha256").update(name).digest("hex")}`;
    await kysely.updateTable("record_unique").set({ value }).where("record_id", "=", id).execute();
    await app.call("DELETE", `/api/crm/objects/companies/${id}`, { token: caller.token });
    const left = kysely.selectFrom("record_unique").selectAll().where("record_id", "=", id);
    expect(await left.execute()).toEqual([]);
  });

  it("gives a unique value to one of many simultaneous creates", async () => {
    const caller = await app.caller();
    await save(caller, "contact", { name: "email", unique: true });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(caller, "contacts", { email: "race@example.com" })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it("indexes existing values when a property becomes unique, or refuses that", async () => {
    const caller = await app.caller();
    const first = await create(caller, "contacts", { email: "x@example.com", phone: "+441" });
    const other = await create(caller, "contacts", { email: "y@example.com", phone: "+441" });
    await save(caller, "contact", { name: "email", unique: true });
    expect((await create(caller, "contacts", { email: "x@example.com" })).status).toBe(409);
    await expect(save(caller, "contact", { name: "phone", unique: true })).rejects.toMatchObject({
      code: "CONFLICT",
      issues: [
        {
          path: "unique",
          code: "value_not_unique",
          conflictingId: String(first.body.data.id),
          recordId: String(other.body.data.id),
        },
      ],
    });
    expect((await create(caller, "contacts", { phone: "+441" })).status).toBe(201);
  });

  it.each([
    [{ name: "tenant_id", label: "Tenant" }, "property_forbidden"],
    [{ name: "no spaces", label: "No" }, "name_invalid"],
    [{ name: "shoe", label: "" }, "label_invalid"],
    [{ name: "email", type: "number" }, "type_fixed"],
    [{ name: "tags", multi: false }, "multi_fixed"],
    [{ name: "firstname", closed: true }, "not_an_enumeration"],
    [{ name: "shoe", label: "Shoe", type: "enumeration", closed: true }, "options_missing"],
    [{ name: "lastname", indexed: false }, "index_needed"],
  ] as const)("refuses the property %j", async (settings, code) => {
    const caller = await app.caller();
    await expect(save(caller, "contact", settings)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      issues: [expect.objectContaining({ code })],
    });
  });
});
