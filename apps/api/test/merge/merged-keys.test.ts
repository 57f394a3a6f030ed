import { mergeRecords, saveProperty, tidy } from "@rapport/core";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import { importFile } from "../support/imports.ts";
import { type MergeApi, mergeApi } from "../support/merge.ts";

const CONTACTS = "/api/crm/objects/contacts";
const DAY_MS = 24 * 60 * 60 * 1000;
const LONG = "x".repeat(300);

const items = (values: object) =>
  Object.entries(values).map(([internal_name, value]) => ({ internal_name, value }));

describe.each(DIALECTS)("a value of a merged record on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let api: MergeApi;
  let primary: number;
  let merged: number;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  beforeEach(async () => {
    caller = await app.caller();
    api = mergeApi(app, caller);
    primary = await api.contact({ email: "a@x.test" });
    merged = await api.contact({ email: "B@x.test", phone: "+44 20 7946 0001" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const upsert = async (values: object, idProperty = "email") => {
    const { body } = await api.post(`${CONTACTS}/upsert`, {
      idProperty,
      properties: items(values),
    });
    const { status, record } = body.data ?? { status: body.code };
    return { status, id: record?.id, email: record?.properties.email };
  };
  const batch = async (emails: readonly string[]) => {
    const inputs = emails.map((email) => ({ properties: items({ email }) }));
    const { body } = await api.post(`${CONTACTS}/batch/upsert`, { idProperty: "email", inputs });
    return body.data.results.map((one: { status: string; record: { id: number } }) => [
      one.status,
      one.record.id,
    ]);
  };
  const byKey = async (email: string) => {
    const { status, body } = await api.get(
      `${CONTACTS}/by/email?value=${encodeURIComponent(email)}`,
    );
    return status === 200 ? body.data.id : status;
  };
  const batchRead = async (value: string) => {
    const json = { idProperty: "email", inputs: [{ value }] };
    const { body } = await api.post(`${CONTACTS}/batch/read`, json);
    return body.data.results[0]?.record.id;
  };
  const listed = async (email: string) => {
    const workspace = await app.workspace({ projectId: caller.projectId });
    const { body } = await workspace.call("GET", `/contacts?email=${encodeURIComponent(email)}`);
    return body.data.map(({ id }: { id: string }) => Number(id));
  };
  const rowsOf = async (id: number) => {
    const rows = await app.deps.db.kysely
      .selectFrom("record_index")
      .select("property")
      .where("record_id", "=", id)
      .execute();
    return rows.map(({ property }) => property);
  };
  /** The same record wherever the email is a key; undefined where none is found. */
  const expectEverywhere = async (email: string, id: number) => {
    expect(await upsert({ email })).toMatchObject({ status: "unchanged", id });
    expect(await batch([email])).toEqual([["unchanged", id]]);
    expect(await byKey(email)).toBe(id);
    expect(await batchRead(email)).toBe(id);
    expect(await listed(email)).toEqual([id]);
  };

  test("finds the primary record wherever it is a key, which keeps its own", async () => {
    await api.merge("contacts", primary, merged);
    await expectEverywhere("b@X.test", primary);
    for (const status of ["updated", "unchanged"]) {
      const answer = await upsert({ email: "b@x.test", city: "Bath" });
      expect(answer).toEqual({ status, id: primary, email: "a@x.test" });
    }
    expect(await batch(["b@x.test", "a@x.test"])).toEqual([
      ["unchanged", primary],
      ["unchanged", primary],
    ]);
    await api.set("contacts", primary, "phone", "+44 20 7946 9999");
    const byPhone = await upsert({ phone: "+442079460001" }, "phone");
    expect(byPhone).toMatchObject({ status: "unchanged", id: primary });
    const searched = await api.post(`${CONTACTS}/search`, {
      filterGroups: [{ filters: [{ internal_name: "email", operator: "EQ", value: "b@x.test" }] }],
    });
    expect(searched.body.data.results).toEqual([]);
  });

  test("finds it in the Workspace API and in imports, by rows and by associations", async () => {
    await api.merge("contacts", primary, merged);
    const workspace = await app.workspace({ projectId: caller.projectId });
    const json = { email: "b@x.test", firstName: "Ada" };
    const answer = await workspace.call("POST", "/contacts/upsert", { json });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { id: String(primary), email: "a@x.test", firstName: "Ada" },
    ]);
    for (const mode of ["upsert", "update"]) {
      const file = `email,firstname\nb@x.test,${mode}\n`;
      const ended = await importFile(
        app,
        caller.token,
        { mode, idProperty: "email" },
        { body: file },
      );
      expect(ended).toMatchObject({ created: 0, updated: 1, refused: 0 });
    }
    const associations = [{ column: "Contact", object: "contact", idProperty: "email" }];
    const ended = await importFile(
      app,
      caller.token,
      { object: "company", associations },
      { body: "name,Contact\nEngines,b@x.test\n" },
    );
    expect(ended).toMatchObject({ created: 1, refused: 0 });
    const { body } = await api.get(`${CONTACTS}/${primary}?associations=company`);
    expect(body.data.associations.company).toHaveLength(1);
    expect(body.data.properties).toMatchObject({ email: "a@x.test", firstname: "update" });
  });

  test("finds the last record of a chain, also after 90 days", async () => {
    const last = await api.contact({ email: "c@x.test" });
    await api.merge("contacts", primary, merged);
    await api.merge("contacts", last, primary);
    for (const email of ["a@x.test", "b@x.test"]) await expectEverywhere(email, last);
    await tidy(app.deps, new Date(Date.now() + 100 * DAY_MS));
    for (const email of ["a@x.test", "b@x.test"]) await expectEverywhere(email, last);
  });

  test("finds the primary record also by the value that a chosen one replaced", async () => {
    const principal = { kind: "user", id: "7", scopes: new Set<string>(), ...caller } as const;
    await mergeRecords({ deps: app.deps, principal }, "contact", {
      ...{ primaryId: primary, mergeIds: [merged], values: { email: merged } },
    });
    for (const email of ["a@x.test", "b@x.test"]) await expectEverywhere(email, primary);
    expect(await upsert({ email: "a@x.test" })).toMatchObject({ email: "B@x.test" });
    await api.unmerge("contacts", primary, merged);
    await expectEverywhere("a@x.test", primary);
    await expectEverywhere("b@x.test", merged);
  });

  test("finds the merged record itself after an unmerge", async () => {
    await api.merge("contacts", primary, merged);
    await api.unmerge("contacts", primary, merged);
    expect(await rowsOf(merged)).not.toContain("~merged:email");
    await expectEverywhere("b@x.test", merged);
    await api.remove("contacts", merged);
    expect(await byKey("b@x.test")).toBe(404);
  });

  test("finds a live record that has it, before any merged one", async () => {
    await api.merge("contacts", primary, merged);
    const live = await api.contact({ email: "b@x.test" });
    await expectEverywhere("b@x.test", live);
    await api.remove("contacts", live);
    await expectEverywhere("b@x.test", primary);
  });

  test("finds nothing once the primary record is deleted or erased", async () => {
    await api.merge("contacts", primary, merged);
    await api.remove("contacts", primary);
    expect(await byKey("b@x.test")).toBe(404);
    await api.post(`${CONTACTS}/${primary}/restore`, {});
    expect(await byKey("b@x.test")).toBe(primary);
    const erased = await api.post(`${CONTACTS}/${primary}/erase`, {});
    expect(erased.status).toBe(200);
    expect(await rowsOf(merged)).toEqual([]);
    expect(await listed("b@x.test")).toEqual([]);
    expect(await upsert({ email: "b@x.test" })).toMatchObject({ status: "created" });
  });

  test("is ambiguous if it led to two records", async () => {
    const other = await api.contact({ email: "c@x.test" });
    const twin = await api.contact({ email: "b@x.test" });
    await api.merge("contacts", primary, merged);
    await api.merge("contacts", other, twin);
    expect(await upsert({ email: "b@x.test" })).toMatchObject({ status: "AMBIGUOUS" });
    expect(await byKey("b@x.test")).toBe(409);
    expect(await listed("b@x.test")).toEqual([primary, other]);
  });

  test("makes no record of two upserts at once, also during the merge", async () => {
    const upserts = Array.from({ length: 6 }, () => upsert({ email: "b@x.test", city: "Bath" }));
    const [, ...answers] = await Promise.all([api.merge("contacts", primary, merged), ...upserts]);
    for (const { status, id } of answers as Awaited<ReturnType<typeof upsert>>[]) {
      expect(status).toMatch(/^(updated|unchanged)$/);
      expect([primary, merged]).toContain(id);
    }
    const again = [0, 1].map(() => upsert({ email: "b@x.test", city: "Rome" }));
    const found = await Promise.all(again);
    expect(found.map(({ status }) => status).toSorted()).toEqual(["unchanged", "updated"]);
    expect(found.map(({ id }) => id)).toEqual([primary, primary]);
  });

  test("finds it by every property that identifies records, except by states and times", async () => {
    for (const [name, type] of [
      ["ref", "text"],
      ["serial", "number"],
      ["link", "url"],
      ["rank", "enumeration"],
      ["day", "date"],
    ] as const) {
      await saveProperty(app.deps, caller.projectId, "contact", {
        ...{ name, label: name, type, indexed: true, multi: false },
        ...(type === "enumeration" && { options: [{ value: "x", label: "X" }] }),
      });
    }
    const values = { ref: LONG, serial: "1.50", link: "https://x.test/B" };
    const states = { rank: "x", day: "2026-01-31" };
    const one = { ref: `${LONG}1`, serial: "2", link: "https://y.test" };
    const [to, from] = [
      await api.contact({ email: "d@x.test", ...one }),
      await api.contact({ email: "e@x.test", ...values, ...states }),
    ];
    await api.merge("contacts", to, from);
    await api.set("contacts", to, "rank", null);
    await api.set("contacts", to, "day", null);
    for (const [name, value] of Object.entries(values)) {
      expect(await upsert({ [name]: value }, name)).toEqual({
        ...{ status: "unchanged", id: to, email: "d@x.test" },
      });
      const { body } = await api.get(`${CONTACTS}/${to}?properties=${name}`);
      expect(body.data.properties).toEqual({ [name]: one[name as "ref"] });
    }
    for (const [name, value] of Object.entries(states)) {
      const { status } = await api.get(`${CONTACTS}/by/${name}?value=${value}`);
      expect(status).toBe(404);
    }
    const miss = await api.get(`${CONTACTS}/by/ref?value=${LONG}2`);
    expect(miss.status).toBe(404);
  });
});
