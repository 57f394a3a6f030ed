import { addAssociation } from "@rapport/core";
import { associations, records } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

describe.each(DIALECTS)("a record of the Public Object API on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const call = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: caller.token, ...(json === undefined ? {} : { json }) });
  const make = async (plural: string, properties: readonly object[]) =>
    (await call("POST", `/api/objects/${plural}`, { properties })).body.data;
  const read = async (plural: string, id: number, query = "") =>
    (await call("GET", `/api/crm/objects/${plural}/${id}${query}`)).body.data;
  const company = () => make("companies", [{ internal_name: "name", value: "Engines" }]);

  test.each(OBJECTS)("has id, times, version, properties and associations: $type", async (one) => {
    const made = await make(one.plural, one.create);
    const { createdAt, updatedAt } = made;
    const name = one.create[0].internal_name;
    expect(await read(one.plural, made.id, `?properties=${name}`)).toEqual({
      id: made.id,
      createdAt,
      updatedAt,
      version: 1,
      properties: { [name]: one.create[0].value },
      associations: null,
    });
  });

  test("has a version and an update time that grow with each change", async () => {
    const { id, createdAt } = await company();
    for (const [version, value] of [
      [2, "a"],
      [3, "b"],
    ] as const) {
      const before = await read("companies", id);
      await call("PATCH", `/api/crm/objects/companies/${id}`, { internal_name: "name", value });
      const after = await read("companies", id);
      expect(after).toMatchObject({ version, createdAt });
      expect(after.updatedAt >= before.updatedAt).toBe(true);
    }
  });

  test("keeps its version when nothing changes, and when it is associated", async () => {
    const { id } = await company();
    const json = { internal_name: "name", value: "Engines" };
    await call("PATCH", `/api/crm/objects/companies/${id}`, json);
    const contact = await make("contacts", [{ internal_name: "email", value: "a@example.com" }]);
    const target = { type: "contact", id: contact.id } as const;
    const principal = { kind: "system", id: "test", scopes: new Set<string>(), ...caller } as const;
    await addAssociation({ deps: app.deps, principal }, { type: "company", id }, target);
    expect(await read("companies", id)).toMatchObject({ version: 1 });
  });

  test("shows 1,000 associations of a type, and names the types that have more", async () => {
    const { id } = await company();
    const contacts = await addContactsOf(id, 1_001);
    const [deal] = await addOf("deal", id, 1);
    const record = await read("companies", id, "?associations=contact,deal,ticket");
    expect(record.associations).toEqual({
      contact: contacts
        .slice(0, 1_000)
        .map((one) => ({ id: String(one), type: "contact_to_company" })),
      deal: [{ id: String(deal), type: "deal_to_company" }],
      ticket: [],
    });
    expect(record.associationsTruncated).toEqual(["contact"]);

    await call("DELETE", `/api/crm/objects/contacts/${contacts[0]}`);
    const shorter = await read("companies", id, "?associations=contact");
    expect(shorter.associations.contact).toHaveLength(1_000);
    expect(shorter).not.toHaveProperty("associationsTruncated");
  });

  test("has an empty array for its own type", async () => {
    const { id } = await company();
    expect((await read("companies", id, "?associations=company")).associations).toEqual({
      company: [],
    });
  });

  test("400: reports every wrong name of a query at once", async () => {
    const { id } = await company();
    const query = "?properties=nmae,cin,__proto__&associations=planet,constructor&foo=1";
    const { status, body } = await call("GET", `/api/crm/objects/companies/${id}${query}`);
    expect([status, body.issues.map(({ path, code }: Issue) => `${path} ${code}`)]).toEqual([
      400,
      [
        "foo unrecognized_key",
        "properties property_unknown",
        "properties property_forbidden",
        "properties property_unknown",
        "associations object_type_unknown",
        "associations object_type_unknown",
      ],
    ]);
  });

  const addContactsOf = (companyId: number, count: number) => addOf("contact", companyId, count);

  /** Adds records of a type with the company, faster than over HTTP. */
  function addOf(type: string, companyId: number, count: number): Promise<readonly number[]> {
    const at = new Date().toISOString();
    return app.deps.db.transaction(async (tx) => {
      const ids: number[] = [];
      for (let i = 0; i < count; i++) {
        ids.push(await records.insertRecord(tx, caller, { type, properties: {}, at }));
      }
      const rows = ids.map((id) => [caller.projectId, id, type, companyId, "company", at]);
      await associations.insertAssociations(tx, rows);
      return ids;
    });
  }
});

interface Issue {
  readonly path: string;
  readonly code: string;
}
