import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { expectRefusal } from "../support/refusals.ts";

const ENGINE = { name: "Engine No. 2", amount: 1250.5, currency: "GBP" };

describe.each(DIALECTS)("deals of a workspace on %s", (dialect) => {
  // Refused by the form of the request, before a statement.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  let workspace: Workspace;
  let other: Workspace;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    [workspace, other] = [await app.workspace(), await app.workspace()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const create = (json: unknown) => workspace.call("POST", "/deals", { json });
  const patch = (id: string, json: unknown) => workspace.call("PATCH", `/deals/${id}`, { json });
  const read = (id: string) => workspace.call("GET", `/deals/${id}`);
  const make = async (json: object = ENGINE): Promise<string> => (await create(json)).body.data.id;
  const raw = (amount: string) =>
    workspace.call("POST", "/deals", {
      body: `{"name":"x","currency":"GBP","amount":${amount}}`,
      headers: { "content-type": "application/json" },
    });

  async function company({ projectId } = workspace) {
    const { token } = await app.caller({ projectId });
    const made = await app.call("POST", "/api/objects/companies", {
      token,
      json: { properties: [{ internal_name: "name", value: "Engines" }] },
    });
    return { id: String(made.body.data.id), token };
  }

  async function deletedCompany() {
    const { id, token } = await company();
    await app.call("DELETE", `/api/crm/objects/companies/${id}`, { token });
    return id;
  }

  test("returns 201 with the deal of specification §2.9, in the first stage", async () => {
    const { status, body } = await create(ENGINE);
    expect(status).toBe(201);
    expect(body).toEqual({
      status: "success",
      data: { id: expect.stringMatching(/^[1-9]\d*$/), ...ENGINE, stage: "new", companyIds: [] },
    });
    expect((await read(body.data.id)).body).toEqual(body);
  });

  test.each(["0", "-0", "0.1", "1e3", "9007199254740991", "0.000000000000001"])(
    "returns 201 for the amount %s",
    async (amount) => {
      const { status, body } = await raw(amount);
      expect([status, body.data?.amount]).toEqual([201, Number(amount) + 0]);
    },
  );

  test("associates a deal with its company, also in the Public Object API", async () => {
    const { id: companyId, token } = await company();
    const id = await make({ ...ENGINE, companyId });
    const path = `/api/crm/objects/deals/${id}?associations=company`;
    expect((await app.call("GET", path, { token })).body.data.associations).toEqual({
      company: [{ id: companyId, type: "deal_to_company" }],
    });
  });

  test("associates a deal with companyId and companyIds, and shows its live companies", async () => {
    const [first, second, third] = [await company(), await company(), await company()];
    const companyIds = [second.id, third.id, second.id];
    const { status, body } = await create({ ...ENGINE, companyId: first.id, companyIds });
    const all = [first.id, second.id, third.id];
    expect([status, body.data.companyIds]).toEqual([201, all]);
    const { id } = body.data;
    await app.call("DELETE", `/api/crm/objects/companies/${second.id}`, second);
    const live = [first.id, third.id];
    expect((await read(id)).body.data.companyIds).toEqual(live);
    expect((await patch(id, { name: "Engine" })).body.data.companyIds).toEqual(live);
    const listed = await workspace.call("GET", `/deals?companyId=${third.id}`);
    expect(listed.body.data).toMatchObject([{ id, companyIds: live }]);
  });

  test("returns 400 for each of companyIds that is no company of the workspace", async () => {
    const before = await count();
    const theirs = (await company(other)).id;
    const own = await company();
    const gone = await deletedCompany();
    const answer = await create({
      ...ENGINE,
      companyIds: [own.id, theirs, "abc", gone, await make()],
    });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual([
      "companyIds.1",
      "companyIds.2",
      "companyIds.3",
      "companyIds.4",
    ]);
    for (const [companyIds, path] of [
      ["1", "companyIds"],
      [[1], "companyIds.0"],
      [Array(101).fill(own.id), "companyIds"],
    ] as const) {
      expect(pathsOf(await create({ ...ENGINE, companyIds }))).toEqual([path]);
    }
    expect(await count()).toBe(before + 1);
  });

  test("replaces the companies of a deal together with its fields", async () => {
    const [first, second, third] = [await company(), await company(), await company()];
    const id = await make({ ...ENGINE, companyIds: [first.id, second.id] });
    const changed = await patch(id, { name: "Engine", companyIds: [third.id, second.id] });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      { id, ...ENGINE, name: "Engine", stage: "new", companyIds: [second.id, third.id] },
    ]);
    const history = `/api/crm/objects/deals/${id}/history`;
    const { results } = (await app.call("GET", history, first)).body.data;
    const entries = results.map((entry: { action: string; version: number; changes: object[] }) => [
      entry.action,
      entry.version,
    ]);
    expect(entries.sort()).toEqual([
      ["associated", 1],
      ["associated", 1],
      ["associated", 2],
      ["created", 1],
      ["dissociated", 2],
      ["updated", 2],
    ]);
    expect((await patch(id, { companyIds: [] })).body.data.companyIds).toEqual([]);
    const whole = await app.call("GET", `/api/crm/objects/deals/${id}`, first);
    expect(whole.body.data.version).toBe(2);
  });

  test("keeps the companies of a deal when an update names none of them", async () => {
    const { id: companyId } = await company();
    const id = await make({ ...ENGINE, companyId });
    expect((await patch(id, { name: "Engine" })).body.data.companyIds).toEqual([companyId]);
  });

  test("changes neither companies nor fields when one of companyIds is wrong", async () => {
    const own = await company();
    const id = await make({ ...ENGINE, companyIds: [own.id] });
    const before = (await read(id)).body;
    const theirs = (await company(other)).id;
    const wrong = { name: "Engine", companyIds: [theirs, "abc", await deletedCompany()] };
    const answer = await patch(id, wrong);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["companyIds.0", "companyIds.1", "companyIds.2"]);
    const all = await patch(id, { currency: "gbp", amount: "12", companyIds: [theirs] });
    expect(pathsOf(all)).toEqual(["amount", "companyIds.0", "currency"]);
    for (const companyIds of ["1", Array(101).fill(own.id)]) {
      expect(pathsOf(await patch(id, { companyIds }))).toEqual(["companyIds"]);
    }
    expect((await read(id)).body).toEqual(before);
  });

  test("ends with the companies of one of two updates at the same time", async () => {
    const [first, second] = [await company(), await company()];
    const id = await make({ ...ENGINE, companyIds: [second.id] });
    const later = await company();
    const sets = [[first.id], [second.id, later.id], []];
    const answers = await Promise.all(
      [...sets, ...sets].map((companyIds) => patch(id, { companyIds })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(sets).toContainEqual((await read(id)).body.data.companyIds);
  });

  onSqlite.each([
    '"12"',
    '"NaN"',
    "null",
    "true",
    "-1",
    "-0.01",
    "1e400",
    "-1e400",
    "[1]",
    '{"n":1}',
  ])("returns 400 for the amount %s", async (amount) => {
    const answer = await raw(amount);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["amount"]);
  });

  onSqlite.each(["1e20", "9007199254740992", "1e-16"])(
    "returns 400 for the amount %s, which cannot be stored exactly",
    async (amount) => {
      const answer = await raw(amount);
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual(["amount"]);
    },
  );

  onSqlite("returns 400 for the amount NaN, which is not JSON", async () => {
    expectRefusal(await raw("NaN"), 400, "INVALID_INPUT");
  });

  onSqlite.each(["gbp", "Gbp", "ZZZ", "", "GB", "GBPP", "£", 826, null, true, ["GBP"]])(
    "returns 400 for the currency %j",
    async (currency) => {
      const answer = await create({ ...ENGINE, currency });
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual(["currency"]);
    },
  );

  onSqlite.each(["", null, 1, false, ["x"], { x: 1 }])(
    "returns 400 for the name %j",
    async (name) => {
      const answer = await create({ ...ENGINE, name });
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual(["name"]);
    },
  );

  test.each([
    ["unknown", async () => "999999999"],
    ["deleted", deletedCompany],
    ["another workspace's", async () => (await company(other)).id],
    ["a deal's", () => make()],
    ["not numeric", async () => "abc"],
    ["empty", async () => ""],
    ["negative", async () => "-1"],
    ["a hexadecimal number", async () => "0x1"],
    ["a JSON number", async () => Number((await company()).id)],
    ["an array", async () => ["1"]],
  ])("returns 400 for a companyId that is %s, and creates no deal", async (_, companyId) => {
    const json = { ...ENGINE, companyId: await companyId() };
    const before = await count();
    const answer = await create(json);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["companyId"]);
    expect(await count()).toBe(before);
  });

  onSqlite.each(["stage", "pipeline", "id", "company", "probability"])(
    "returns 400 for the unknown member %s",
    async (name) => {
      const answer = await create({ ...ENGINE, [name]: "new" });
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(answer.body.issues).toMatchObject([{ path: name, code: "unrecognized_key" }]);
    },
  );

  onSqlite("returns 400 with all faults of a create at once", async () => {
    const missing = await create({});
    expect(pathsOf(missing)).toEqual(["amount", "currency", "name"]);
    const wrong = { name: 1, amount: "12", currency: "gbp", companyId: "999999999", nope: 1 };
    expect(pathsOf(await create(wrong))).toEqual([
      "amount",
      "companyId",
      "currency",
      "name",
      "nope",
    ]);
    const late = { ...ENGINE, currency: "gbp", companyId: "999999999" };
    expect(pathsOf(await create(late))).toEqual(["companyId", "currency"]);
  });

  test("updates the stage by its key or label", async () => {
    const id = await make();
    for (const [stage, key] of [
      ["proposal", "proposal"],
      ["Negotiation", "negotiation"],
      ["WON", "won"],
    ] as const) {
      const { status, body } = await patch(id, { stage });
      expect([status, body]).toEqual([
        200,
        { status: "success", data: { id, ...ENGINE, stage: key, companyIds: [] } },
      ]);
    }
  });

  onSqlite.each(["nowhere", "scheduled", "waiting_on_us", "\u0000", 1, true, ["new"]])(
    "returns 400 for an update of the stage to %j",
    async (stage) => {
      const id = await make();
      const answer = await patch(id, { name: "changed", stage });
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual(["stage"]);
      expect((await read(id)).body.data).toEqual({ id, ...ENGINE, stage: "new", companyIds: [] });
    },
  );

  onSqlite.each([
    ["amount", "12"],
    ["amount", -1],
    ["amount", true],
    ["currency", "gbp"],
    ["name", 1],
    ["pipeline", "nothing"],
    ["companyId", "1"],
  ])("returns 400 for an update of %s to %j", async (field, value) => {
    const answer = await patch(await make(), { [field]: value });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual([field]);
  });

  onSqlite("returns 400 with all faults of an update at once", async () => {
    const answer = await patch(await make(), { amount: "12", currency: "gbp" });
    expect(pathsOf(answer)).toEqual(["amount", "currency"]);
  });

  onSqlite("returns 400 with an unknown stage next to the other faults", async () => {
    const answer = await patch(await make(), { currency: "gbp", stage: "nowhere" });
    expect(pathsOf(answer)).toEqual(["currency", "stage"]);
  });

  test("returns 404 for a deal of another workspace and a deleted one", async () => {
    const id = await make();
    const expectNowhere = async (from: Workspace) => {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { json: { stage: "won" } } : {};
        expectRefusal(await from.call(method, `/deals/${id}`, body), 404, "NOT_FOUND");
      }
    };
    await expectNowhere(other);
    expect((await read(id)).body.data).toEqual({ id, ...ENGINE, stage: "new", companyIds: [] });
    const deleted = await workspace.call("DELETE", `/deals/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "success", data: null }]);
    await expectNowhere(workspace);
  });

  async function count(): Promise<number> {
    const { kysely } = app.deps.db;
    return (await kysely.selectFrom("records").select("id").where("type", "=", "deal").execute())
      .length;
  }
});

const pathsOf = ({ body }: Answer): string[] =>
  body.issues.map((issue: { path: string }) => issue.path).sort();
