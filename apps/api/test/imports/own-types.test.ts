import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { exportApi } from "../support/exports.ts";
import { endOf, importFile, readImport, refusedOf, undoImport } from "../support/imports.ts";

const LISTING = {
  ...{ name: "listing", plural: "listings", label: "Listing", pluralLabel: "Listings" },
  ...{ hasPipeline: true, nameProperties: [["street"]], required: [["street"]], icon: "home" },
  properties: [
    { internal_name: "street", label: "Street", indexed: true },
    { internal_name: "price", label: "Price", type: "number" },
  ],
  pipeline: { label: "Sale", stages: [{ label: "Draft" }, { label: "Sold", closed: true }] },
};
const OPTIONS = { object: "listings", mode: "create" } as const;
const FILE = "Street,Price,stage\nMain St 1,250000,Sold\nMain St 2,x,Draft\nMain St 3,1,Draft\n";

describe.each(DIALECTS)("imports and exports of a project's own type on %s", (dialect) => {
  // Imports and exports treat a type of the project's own as a built-in one.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let caller: Caller;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    caller = await app.caller();
    const made = await app.call("POST", "/api/crm/types", { token: caller.token, json: LISTING });
    expect(made.status).toBe(201);
  });

  const tokenWith = async (scope: string) =>
    (await app.caller({ tenantId: caller.tenantId, projectId: caller.projectId, scope })).token;

  onSqlite.each(["listings", "custom"])("work with the scopes crm.%s.*", async (plural) => {
    const right = (name: string) => `crm.${plural}.${name}`;
    const token = await tokenWith(`${right("read")} ${right("write")} ${right("delete")}`);
    const { id, ...done } = await importFile(app, token, OPTIONS, { body: FILE });
    expect(done).toMatchObject({ object: "listing", state: "done", created: 2, refused: 1 });
    expect(await refusedOf(app, token, id)).toMatch(/^Street,Price,stage,.*\r\nMain St 2,x,Draft,/);
    const list = await app.call("GET", "/api/crm/imports", { token });
    expect(list.body.data.results).toMatchObject([{ id, object: "listing" }]);

    const api = exportApi(app, token);
    const wanted = { object: "listing", properties: ["street", "stage"], labels: true };
    const written = await api.run(wanted);
    expect(written).toMatchObject({ state: "done", object: "listing", rows: 2 });
    const file = await api.file(written.id);
    expect(file.headers.get("content-disposition")).toMatch(/filename="listings-/);
    expect(await file.text()).toMatch(
      /Street,Stage\r\n\d.*,Main St 1,Sold\r\n\d.*,Main St 3,Draft/,
    );
    const json = await api.text({ object: "listings", format: "ndjson" });
    expect(
      json
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).properties.price),
    ).toEqual(["250000", "1"]);

    expect((await undoImport(app, token, id)).undo).toMatchObject({ state: "done", deleted: 2 });
    expect(await api.run(wanted)).toMatchObject({ rows: 0 });
  });

  onSqlite("update records by a property and by id", async () => {
    const { token } = caller;
    await importFile(app, token, OPTIONS, { body: FILE });
    const upsert = { ...OPTIONS, mode: "upsert", idProperty: "street" };
    const second = await importFile(app, token, upsert, {
      body: "Street,Price\nMain St 1,7\nMain St 9,8\n",
    });
    expect(second).toMatchObject({ created: 1, updated: 1 });
    expect((await undoImport(app, token, second.id)).undo).toMatchObject({
      deleted: 1,
      restored: 1,
    });
  });

  onSqlite("are refused without the scopes of the type, which the refusal names", async () => {
    const token = await tokenWith("crm.contacts.read crm.contacts.write crm.schemas.write");
    const made = await app.call("POST", "/api/crm/imports", { token, json: OPTIONS });
    expect([made.status, made.body.message]).toEqual([
      403,
      expect.stringMatching(/crm\.listings\.write/),
    ]);
    const exported = await exportApi(app, token).create({ object: "listing" });
    expect([exported.status, exported.body.message]).toEqual([
      403,
      expect.stringMatching(/crm\.listings\.read/),
    ]);
    const { id } = await importFile(app, caller.token, OPTIONS, { body: FILE });
    expect((await app.call("GET", `/api/crm/imports/${id}`, { token })).status).toBe(403);
    expect((await app.call("GET", "/api/crm/imports", { token })).body.data.results).toEqual([]);
  });

  onSqlite("name the nearest type for an unknown one", async () => {
    const { token } = caller;
    const issue = { code: "object_type_unknown", suggestion: "listings" };
    const json = { ...OPTIONS, object: "listngs" };
    const made = await app.call("POST", "/api/crm/imports", { token, json });
    expect(made).toMatchObject({ status: 400, body: { issues: [{ path: "object", ...issue }] } });
    const associations = [{ column: "Agent", object: "listngs", idProperty: "street" }];
    const other = { object: "contact", mode: "nothing", associations };
    const faulty = await app.call("POST", "/api/crm/imports", { token, json: other });
    expect(faulty.body.issues).toContainEqual(
      expect.objectContaining({ path: "associations.0.object", ...issue }),
    );
    const exported = await exportApi(app, token).create({ object: "listngs", format: "pdf" });
    expect(exported.body.issues).toContainEqual(
      expect.objectContaining({ path: "object", ...issue }),
    );
  });

  test("stay readable after their type was deleted, and run no more", async () => {
    const { token } = caller;
    const ended = await importFile(app, token, OPTIONS, { body: "Street\nMain St 1\n" });
    await undoImport(app, token, ended.id);
    const json = { object: "listing", mode: "create" };
    const waiting = (await app.call("POST", "/api/crm/imports", { token, json })).body.data.id;
    expect((await app.call("DELETE", "/api/crm/types/listings", { token })).status).toBe(200);
    expect(await readImport(app, token, ended.id)).toMatchObject({ state: "undone", created: 1 });
    const sent = await app.call("PUT", `/api/crm/imports/${waiting}/data`, { token, body: FILE });
    expect(sent).toMatchObject({ status: 400, body: { issues: [{ path: "object" }] } });
    const cancelled = await app.call("POST", `/api/crm/imports/${waiting}/cancel`, { token });
    expect(cancelled.status).toBe(200);
    expect((await endOf(app, token, waiting)).state).toBe("cancelled");
  });
});
