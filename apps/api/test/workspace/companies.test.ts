import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, sharedApp, type TestApp, type Workspace } from "../support/app.ts";

const ENGINES = {
  name: "Analytical Engines",
  domain: "engines.example",
  website: "https://engines.example",
  lifecycleStage: "customer",
};
const FIELDS = Object.keys(ENGINES);

describe.each(DIALECTS)("companies of a workspace on %s", (dialect) => {
  let app: TestApp;
  let workspace: Workspace;
  let other: Workspace;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    [workspace, other] = [await app.workspace(), await app.workspace()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const create = (json: unknown, headers = {}) =>
    workspace.call("POST", "/companies", { json, headers });
  const patch = (id: string, json: unknown) =>
    workspace.call("PATCH", `/companies/${id}`, { json });
  const read = (id: string) => workspace.call("GET", `/companies/${id}`);
  const make = async (json: object = ENGINES): Promise<string> => (await create(json)).body.data.id;
  const faults = ({ status, body }: Answer) => {
    expect([status, body.status, body.code, body.data]).toEqual([
      ...[400, "error", "INVALID_INPUT", null],
    ]);
    return body.issues.map(({ path }: { path: string }) => path).toSorted();
  };

  test("returns 201 with exactly the company of specification §2.9", async () => {
    const { status, body } = await create(ENGINES);
    expect([status, body]).toEqual([
      201,
      { status: "success", data: { id: expect.stringMatching(/^[1-9]\d*$/), ...ENGINES } },
    ]);
    expect((await read(body.data.id)).body).toEqual(body);
    const small = await create({ name: "Small" });
    expect(small.body.data).toMatchObject({ domain: null, website: null, lifecycleStage: null });
  });

  test("is the record of the Public Object API", async () => {
    const id = await make();
    const { token } = await app.caller({ projectId: workspace.projectId });
    const path = `/api/crm/objects/companies/${id}?properties=name,lifecyclestage`;
    expect((await app.call("GET", path, { token })).body.data.properties).toEqual({
      name: ENGINES.name,
      lifecyclestage: ENGINES.lifecycleStage,
    });
  });

  test("changes the given fields, and null clears one", async () => {
    const id = await make();
    const changed = await patch(id, { name: "Difference Engines", website: null });
    const after = { id, ...ENGINES, name: "Difference Engines", website: null };
    expect([changed.status, changed.body.data]).toEqual([200, after]);
    expect((await read(id)).body.data).toEqual(after);
  });

  test("returns 404 after a deletion", async () => {
    const id = await make();
    const deleted = await workspace.call("DELETE", `/companies/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "success", data: null }]);
    for (const answer of [
      await read(id),
      await patch(id, { name: "X" }),
      await workspace.call("DELETE", `/companies/${id}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
    }
  });

  test("lists companies oldest first in pages, by domain and by lifecycleStage", async () => {
    const own = await app.workspace();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const json = { name: `C${n}`, domain: `d${n % 2}.example`, lifecycleStage: "lead" };
      ids.push((await own.call("POST", "/companies", { json })).body.data.id);
    }
    const idsIn = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id);
    const first = await own.call("GET", "/companies?limit=3");
    const { nextCursor } = first.body.pagination;
    const rest = await own.call("GET", `/companies?limit=3&cursor=${nextCursor}`);
    expect([...idsIn(first), ...idsIn(rest)]).toEqual(ids);
    expect(rest.body.pagination.nextCursor).toBeNull();
    const some = await own.call("GET", "/companies?domain=d1.example&lifecycleStage=lead");
    expect(idsIn(some)).toEqual([ids[1], ids[3]]);
    expect((await own.call("GET", "/companies?lifecycleStage=other")).body.data).toEqual([]);
    const wrong = await own.call("GET", "/companies?limit=0&cursor=x&domain=&email=a");
    expect(faults(wrong)).toEqual(["cursor", "email", "limit"]);
  });

  test("creates once per Idempotency-Key", async () => {
    const headers = { "idempotency-key": "company-1" };
    const first = await create(ENGINES, headers);
    const again = await create(ENGINES, headers);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(first.body);
    expect((await create({ name: "Other" }, headers)).status).toBe(422);
  });

  test.each([
    ["an empty body", {}, ["name"]],
    ["an empty name", { name: "" }, ["name"]],
    ["a website that is no address", { name: "E", website: "no address" }, ["website"]],
    ["a NUL", { name: "E\u0000" }, ["name"]],
    ["unknown members", { ...ENGINES, id: "1", industry: "x" }, ["id", "industry"]],
    [
      "every fault",
      { website: 1, domain: true, lifecycleStage: [], x: 1 },
      [...["domain", "lifecycleStage", "name", "website", "x"]],
    ],
  ])("returns 400 for %s, and creates nothing", async (_, json, paths) => {
    expect(faults(await create(json))).toEqual(paths);
  });

  test.each(FIELDS)("returns 400 for an update with a wrong %s", async (field) => {
    const id = await make();
    for (const value of [7, true, ["x"], { x: 1 }]) {
      expect(faults(await patch(id, { [field]: value, y: 1 }))).toEqual([field, "y"].toSorted());
    }
    expect((await read(id)).body.data).toEqual({ id, ...ENGINES });
  });

  test("returns 404 for a company of another workspace, which stays as it is", async () => {
    const id = await make();
    for (const [method, json] of [
      ["GET", undefined],
      ["PATCH", { name: "Theirs" }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await other.call(method, `/companies/${id}`, json ? { json } : {});
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect((await read(id)).body.data).toEqual({ id, ...ENGINES });
    expect((await other.call("GET", "/companies")).body.data).toEqual([]);
  });
});
