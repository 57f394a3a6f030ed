import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("the layout of a type on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  const call = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { token: caller.token, ...(json === undefined ? {} : { json }) });
  const save = (plural: string, layout: unknown) =>
    call("PATCH", `/api/crm/types/${plural}`, { layout });
  const layoutOf = async (plural: string) =>
    (await call("GET", `/api/crm/types/${plural}`)).body.data.layout;
  const add = (plural: string, internal_name: string) =>
    call("POST", `/api/crm/properties/${plural}`, { internal_name, label: internal_name });

  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    caller = await app.caller();
    const plot = { name: "plot", plural: "plots", properties: [] };
    expect((await call("POST", "/api/crm/types", plot)).status).toBe(201);
  });

  test.each(["companies", "plots"])("is kept for %s, changed and taken back", async (plural) => {
    await add(plural, "size");
    expect(await layoutOf(plural)).toBeNull();
    const layout = {
      ...{ properties: ["size", "owner_id"], groups: ["Site", "Money"], form: ["size"] },
      ...{ header: ["size"], hiddenIfEmpty: [] },
    };
    const saved = await save(plural, layout);
    expect(saved).toMatchObject({ status: 200, body: { data: { layout } } });
    expect(await layoutOf(plural)).toEqual(layout);
    // The whole layout is replaced, and other changes of the type leave it.
    await save(plural, { form: [] });
    await call("PATCH", `/api/crm/types/${plural}`, { label: "Area" });
    expect(await layoutOf(plural)).toEqual({ form: [] });
    await save(plural, null);
    expect(await layoutOf(plural)).toBeNull();
    await save(plural, { form: ["size"] });
    await save(plural, {});
    expect(await layoutOf(plural)).toBeNull();
  });

  test("refuses unknown properties and repeated names with their paths", async () => {
    for (const list of ["properties", "form", "header", "hiddenIfEmpty"]) {
      const answer = await save("plots", { [list]: ["owner_id", "no_such"] });
      expect(answer.status).toBe(400);
      expect(answer.body.issues).toMatchObject([
        { path: `layout.${list}.1`, code: "property_unknown" },
      ]);
    }
    const twice = await save("plots", { groups: ["A", "A"], form: ["owner_id", "owner_id"] });
    expect(twice.body.issues).toMatchObject([
      { path: "layout.groups.1", code: "name_twice" },
      { path: "layout.form.1", code: "name_twice" },
    ]);
    const names = Array.from({ length: 9 }, (_, i) => `fact_${i}`);
    for (const name of names) await add("plots", name);
    const many = await save("plots", { header: names });
    expect(many.body.issues).toMatchObject([{ path: "layout.header", code: "too_many" }]);
    expect((await save("plots", { columns: [] })).status).toBe(400);
    expect((await save("plots", "all")).status).toBe(400);
    expect(await layoutOf("plots")).toBeNull();
  });

  test.each(["companies", "plots"])("of %s loses a property that is removed", async (plural) => {
    await add(plural, "size");
    await add(plural, "soil");
    const all = ["size", "soil"];
    await save(plural, { properties: all, form: all, header: ["size"], hiddenIfEmpty: all });
    expect((await call("DELETE", `/api/crm/properties/${plural}/size`)).status).toBe(200);
    const left = { properties: ["soil"], form: ["soil"], header: [], hiddenIfEmpty: ["soil"] };
    expect(await layoutOf(plural)).toEqual(left);
    await add(plural, "size");
    expect(await layoutOf(plural)).toEqual(left);
  });

  test("comes with a new type", async () => {
    const lake = {
      ...{ name: "lake", plural: "lakes", layout: { header: ["depth"] } },
      properties: [{ internal_name: "depth", label: "Depth", type: "number" }],
    };
    expect((await call("POST", "/api/crm/types", lake)).body.data.layout).toEqual(lake.layout);
    const pond = { name: "pond", plural: "ponds", layout: { header: ["depth"] } };
    const refused = await call("POST", "/api/crm/types", pond);
    expect(refused.body.issues).toMatchObject([{ path: "layout.header.0" }]);
  });
});
