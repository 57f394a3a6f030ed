import {
  addAssociation,
  type Principal,
  removeAssociation,
  restoreRecord,
  saveProperty,
} from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("restoring and associating on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const principalOf = (caller: Caller): Principal => ({
    kind: "user",
    id: "1",
    tenantId: caller.tenantId,
    projectId: caller.projectId,
    scopes: new Set(),
  });
  const create = async (caller: Caller, plural: string, name: string, value: string) => {
    const answer = await app.call("POST", `/api/objects/${plural}`, {
      token: caller.token,
      json: { properties: [{ internal_name: name, value }] },
    });
    return answer.body.data.id as number;
  };
  const read = (caller: Caller, plural: string, id: number, query = "") =>
    app.call("GET", `/api/crm/objects/${plural}/${id}${query}`, { token: caller.token });
  const remove = (caller: Caller, plural: string, id: number) =>
    app.call("DELETE", `/api/crm/objects/${plural}/${id}`, { token: caller.token });
  const eventTypes = async (caller: Caller) => {
    const rows = await app.deps.db.kysely
      .selectFrom("events")
      .select("type")
      .where("project_id", "=", caller.projectId)
      .orderBy("id")
      .execute();
    return rows.map((row) => row.type);
  };

  it("returns 409 for a restore with a taken unique value, with the other record's id", async () => {
    const caller = await app.caller();
    await saveProperty(app.deps, caller.projectId, "contact", { name: "email", unique: true });
    const first = await create(caller, "contacts", "email", "ada@example.com");
    await remove(caller, "contacts", first);
    const second = await create(caller, "contacts", "email", "ada@example.com");
    await expect(
      restoreRecord({ deps: app.deps, principal: principalOf(caller) }, "contact", first),
    ).rejects.toMatchObject({
      code: "CONFLICT",
      issues: [{ path: "email", conflictingId: String(second) }],
    });
    expect((await read(caller, "contacts", first)).status).toBe(404);
  });

  it("reserves the unique value of a restored record again", async () => {
    const caller = await app.caller();
    await saveProperty(app.deps, caller.projectId, "company", { name: "domain", unique: true });
    const id = await create(caller, "companies", "domain", "engines.example");
    await remove(caller, "companies", id);
    await restoreRecord({ deps: app.deps, principal: principalOf(caller) }, "company", id);
    const clash = await app.call("POST", "/api/objects/companies", {
      token: caller.token,
      json: { properties: [{ internal_name: "domain", value: "engines.example" }] },
    });
    expect(clash.status).toBe(409);
  });

  it("does not restore another project's record or one that is not deleted", async () => {
    const [caller, other] = [await app.caller(), await app.caller()];
    const id = await create(caller, "leads", "name", "Charles");
    const restore = (who: Caller) =>
      restoreRecord({ deps: app.deps, principal: principalOf(who) }, "lead", id);
    await expect(restore(caller)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await remove(caller, "leads", id);
    await expect(restore(other)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("adds and removes an association once, each with its event", async () => {
    const caller = await app.caller();
    const deal = { type: "deal", id: await create(caller, "deals", "name", "D") } as const;
    const contact = {
      type: "contact",
      id: await create(caller, "contacts", "email", "a@example.com"),
    } as const;
    const principal = principalOf(caller);
    await addAssociation({ deps: app.deps, principal }, contact, deal);
    await addAssociation({ deps: app.deps, principal }, deal, contact);
    const found = await read(caller, "deals", deal.id, "?associations=contact");
    expect(found.body.data.associations.contact).toEqual([
      { id: String(contact.id), type: "deal_to_contact" },
    ]);
    await removeAssociation({ deps: app.deps, principal }, contact, deal);
    await removeAssociation({ deps: app.deps, principal }, contact, deal);
    const after = await read(caller, "deals", deal.id, "?associations=contact");
    expect(after.body.data.associations.contact).toEqual([]);
    expect((await eventTypes(caller)).slice(2)).toEqual([
      "association.created",
      "association.deleted",
    ]);
  });

  it.each([
    ["contact", "contact", "NOT_FOUND"],
    ["contact", "deal", "NOT_FOUND"],
  ] as const)("does not associate a %s with a missing %s", async (from, to, code) => {
    const caller = await app.caller();
    const id = await create(caller, "contacts", "email", "a@example.com");
    const one = { type: from, id };
    const other = { type: to, id: 999_999 };
    await expect(
      (async () =>
        addAssociation({ deps: app.deps, principal: principalOf(caller) }, one, other))(),
    ).rejects.toMatchObject({ code });
  });
});
