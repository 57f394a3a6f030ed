import { setTimeout } from "node:timers/promises";
import { OBJECT_TYPES, saveProperty } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { OBJECTS } from "../support/objects.ts";

const PAIRS = OBJECTS.flatMap((one) => OBJECTS.map((other) => [one.plural, other.plural] as const));

describe.each(DIALECTS)("associations and restores over the API on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
    for (const { plural } of OBJECTS) ids[plural] = await create(plural);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function create(plural: string, { token } = caller): Promise<number> {
    const properties = OBJECTS.find((one) => one.plural === plural)?.create;
    const made = await app.call("POST", `/api/objects/${plural}`, { token, json: { properties } });
    return made.body.data.id;
  }
  const at = (plural: string, id: number | string | undefined) =>
    `/api/crm/objects/${plural}/${id}`;
  const pair = (one: string, from: number | undefined, other: string, to: unknown) =>
    `${at(one, from)}/associations/${other}/${to}`;
  const call = (method: string, path: string, { token } = caller) =>
    app.call(method, path, { token });
  async function associatedWith(one: string, id: number | undefined, other: string) {
    const { body } = await call("GET", `${at(one, id)}/associations/${other}`);
    return body.data.results.map((entry: { id: string }) => Number(entry.id));
  }
  async function eventsSince(id: number) {
    const rows = await app.deps.db.kysely
      .selectFrom("events")
      .select(["id", "type"])
      .where("project_id", "=", caller.projectId)
      .where("id", ">", id)
      .orderBy("id")
      .execute();
    return rows;
  }
  const lastEvent = async () => (await eventsSince(0)).at(-1)?.id ?? 0;

  test.each(PAIRS)("associates %s with %s, and removes it, each also twice", async (one, other) => {
    const to = one === other ? await create(other) : ids[other];
    const path = pair(one, ids[one], other, to);
    const since = await lastEvent();
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call("PUT", path);
      expect([status, body.success, body.data]).toEqual([200, true, null]);
    }
    expect(await associatedWith(one, ids[one], other)).toEqual([to]);
    expect(await associatedWith(other, to, one)).toEqual([ids[one]]);
    for (let time = 0; time < 2; time++) expect((await call("DELETE", path)).status).toBe(200);
    expect(await associatedWith(one, ids[one], other)).toEqual([]);
    const types = (await eventsSince(since)).map(({ type }) => type);
    expect(types).toEqual(["association.created", "association.deleted"]);
  });

  test("appear in both histories with their author, and change no version", async () => {
    const [contact, company] = [await create("contacts"), await create("companies")];
    const path = pair("contacts", contact, "companies", company);
    await call("PUT", path);
    await call("DELETE", path);
    for (const [plural, id, name, other] of [
      ["contacts", contact, "associations.company", company],
      ["companies", company, "associations.contact", contact],
    ] as const) {
      const { body } = await call("GET", `${at(plural, id)}/history?internal_name=${name}`);
      expect(body.data.results).toMatchObject([
        { action: "dissociated", version: 1, changes: [{ internal_name: name }] },
        {
          action: "associated",
          version: 1,
          actor: { type: "client", id: caller.clientId },
          changes: [{ internal_name: name, old: null, new: String(other) }],
        },
      ]);
      expect((await call("GET", at(plural, id))).body.data.version).toBe(1);
    }
  });

  test.each([
    ["PUT", "the record itself", (id: number) => pair("contacts", id, "contacts", id), 400],
    ["PUT", "an unknown type", (id: number) => pair("contacts", id, "compny", ids.companies), 400],
    ["PUT", "an id of letters", (id: number) => pair("contacts", id, "companies", "one"), 400],
    ["PUT", "the id 0", (id: number) => pair("contacts", id, "companies", "0"), 400],
    ["PUT", "an unknown id", (id: number) => pair("contacts", id, "companies", 999_999), 404],
    [
      "PUT",
      "an endless id",
      (id: number) => pair("contacts", id, "companies", "9".repeat(19)),
      404,
    ],
    [
      "PUT",
      "an id of another type",
      (id: number) => pair("contacts", id, "deals", ids.companies),
      404,
    ],
    ["PUT", "a record that is not found", () => pair("contacts", 999_999, "deals", ids.deals), 404],
    ["DELETE", "the record itself", (id: number) => pair("contacts", id, "contacts", id), 400],
    ["DELETE", "an unknown id", (id: number) => pair("contacts", id, "companies", 999_999), 404],
    ["POST", "another method", (id: number) => pair("contacts", id, "deals", ids.deals), 405],
    ["GET", "another method", (id: number) => pair("contacts", id, "deals", ids.deals), 405],
  ])("%s with %s is refused and changes nothing", async (method, _, pathOf, status) => {
    const since = await lastEvent();
    const answer = await call(method, pathOf(ids.contacts ?? 0));
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.get("allow")).toBe("PUT, DELETE");
    expect(await eventsSince(since)).toEqual([]);
  });

  test("names no other id for one that is too large", async () => {
    const { body } = await call("PUT", pair("contacts", ids.contacts, "deals", "9".repeat(19)));
    expect(body.message).toBe("There is no deal with so large an id in this project.");
  });

  test("names both records if neither is found", async () => {
    const { status, body } = await call("PUT", pair("contacts", 999_998, "deals", 999_999));
    expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    expect(body.issues).toMatchObject([
      { path: "contactId", code: "record_not_found" },
      { path: "toId", code: "record_not_found" },
    ]);
  });

  test("refuses a body with members", async () => {
    const path = pair("contacts", ids.contacts, "deals", ids.deals);
    for (const [method, code] of [
      ["PUT", "unrecognized_key"],
      ["DELETE", "body_not_allowed"],
    ] as const) {
      const { status, body } = await app.call(method, path, {
        token: caller.token,
        json: { a: 1 },
      });
      expect([status, body.issues[0].code]).toEqual([400, code]);
    }
  });

  test("returns 404 for a deleted target, in both directions", async () => {
    const deal = await create("deals");
    await call("PUT", pair("contacts", ids.contacts, "deals", deal));
    await call("DELETE", at("deals", deal));
    for (const method of ["PUT", "DELETE"]) {
      const there = pair("contacts", ids.contacts, "deals", deal);
      expect((await call(method, there)).status).toBe(404);
      const back = pair("deals", deal, "contacts", ids.contacts);
      expect((await call(method, back)).status).toBe(404);
    }
    await call("POST", `${at("deals", deal)}/restore`);
    expect(await associatedWith("contacts", ids.contacts, "deals")).toContain(deal);
  });

  test("are made by a create before the target is deleted, or not at all", async () => {
    for (let i = 0; i < 40; i++) {
      const company = await create("companies");
      const path = at("companies", company);
      const properties = [{ internal_name: "name", value: `Engine ${i}` }];
      const json = { properties, associations: [{ to: { object: "company", id: `${company}` } }] };
      const [made, deleted] = await Promise.all([
        app.call("POST", "/api/objects/deals", { token: caller.token, json }),
        setTimeout(i / 8).then(() => call("DELETE", path)),
      ]);
      expect(deleted.status).toBe(200);
      expect((await call("POST", `${path}/restore`)).status).toBe(200);
      const { body } = await call("GET", `${path}/history`);
      const actions = body.data.results.map(({ action }: { action: string }) => action);
      const associated = made.status === 201 ? ["associated"] : [];
      expect(actions.toReversed()).toEqual(["created", ...associated, "deleted", "restored"]);
      if (made.status !== 201) expect(made.body.issues[0].path).toBe("associations.0.to.id");
    }
  });

  test("returns 404 for a target of another tenant, in both directions", async () => {
    const stranger = await app.caller();
    const theirs = await create("companies", stranger);
    for (const method of ["PUT", "DELETE"]) {
      const ours = pair("contacts", ids.contacts, "companies", theirs);
      expect((await call(method, ours)).status).toBe(404);
      const back = pair("companies", theirs, "contacts", ids.contacts);
      expect((await call(method, back)).status).toBe(404);
    }
  });

  test("needs the write scope of the type in the path", async () => {
    const token = await app.token(caller, "crm.contacts.write crm.companies.read");
    const own = { ...caller, token };
    const there = pair("contacts", ids.contacts, "companies", ids.companies);
    const back = pair("companies", ids.companies, "contacts", ids.contacts);
    for (const method of ["PUT", "DELETE"]) {
      expect((await call(method, there, own)).status).toBe(200);
      const refused = await call(method, back, own);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining("crm.companies.write"),
      ]);
    }
  });

  test("makes one association of simultaneous requests from both sides", async () => {
    const [contact, company] = [await create("contacts"), await create("companies")];
    const since = await lastEvent();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        call(
          "PUT",
          i % 2 === 0
            ? pair("contacts", contact, "companies", company)
            : pair("companies", company, "contacts", contact),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await eventsSince(since)).toHaveLength(1);
  });

  test.each(OBJECTS)("restores a $type", async ({ type, plural }) => {
    const id = await create(plural);
    await call("DELETE", at(plural, id));
    const since = await lastEvent();
    const { status, body } = await call("POST", `${at(plural, id)}/restore`);
    const message = `${OBJECT_TYPES[type].title} restored.`;
    expect([status, body]).toEqual([200, { success: true, message, data: null }]);
    const { version, deletedAt } = (await call("GET", at(plural, id))).body.data;
    expect([version, deletedAt]).toEqual([3, undefined]);
    expect((await eventsSince(since)).map(({ type: event }) => event)).toEqual([
      `${type}.restored`,
    ]);
    expect((await call("POST", `${at(plural, id)}/restore`)).status).toBe(404);
  });

  test("returns 409 with the other record's id if a restore would repeat a unique value", async () => {
    const own = await app.caller();
    await saveProperty(app.deps, own.projectId, "contact", { name: "email", unique: true });
    const first = await create("contacts", own);
    await call("DELETE", at("contacts", first), own);
    const second = await create("contacts", own);
    const { status, body } = await call("POST", `${at("contacts", first)}/restore`, own);
    expect([status, body.code]).toEqual([409, "CONFLICT"]);
    expect(body.issues[0]).toMatchObject({ path: "email", conflictingId: String(second) });
    expect((await call("GET", at("contacts", first), own)).status).toBe(404);
  });

  test("refuses to restore with the write scope, another tenant's record, or with a member", async () => {
    const id = await create("leads");
    await call("DELETE", at("leads", id));
    const path = `${at("leads", id)}/restore`;
    const token = await app.token(caller, "crm.leads.write crm.leads.read");
    expect((await call("POST", path, { ...caller, token })).status).toBe(403);
    expect((await call("POST", path, await app.caller())).status).toBe(404);
    const json = { force: true };
    expect((await app.call("POST", path, { token: caller.token, json })).status).toBe(400);
    expect((await app.call("POST", path, { token: caller.token, json: {} })).status).toBe(200);
  });

  test("returns 404 for a restore 90 days after the deletion", async () => {
    const id = await create("leads");
    await call("DELETE", at("leads", id));
    await app.deps.db.kysely
      .updateTable("records")
      .set({ deleted_at: new Date(Date.now() - 91 * 86_400_000).toISOString() })
      .where("id", "=", id)
      .execute();
    expect((await call("POST", `${at("leads", id)}/restore`)).status).toBe(404);
  });

  test("restores once for a repeated idempotency key", async () => {
    const id = await create("leads");
    await call("DELETE", at("leads", id));
    const restore = () =>
      app.call("POST", `${at("leads", id)}/restore`, {
        token: caller.token,
        headers: { "idempotency-key": "restore-1" },
      });
    expect((await restore()).status).toBe(200);
    await call("DELETE", at("leads", id));
    const again = await restore();
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect((await call("GET", at("leads", id))).status).toBe(404);
  });
});
