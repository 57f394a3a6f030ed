import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, sharedApp, type TestApp, type Workspace } from "../support/app.ts";
import { expectRefusal } from "../support/refusals.ts";

const FIELDS = ["email", "firstName", "lastName", "lifecycleStage"] as const;
const WRONG_TYPES = [7, true, ["x"], { x: 1 }];
const ADA = {
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
  lifecycleStage: "lead",
};

describe.each(DIALECTS)("contacts of a workspace on %s", (dialect) => {
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

  const create = (json: unknown) => workspace.call("POST", "/contacts", { json });
  const patch = (id: string, json: unknown) => workspace.call("PATCH", `/contacts/${id}`, { json });
  const read = (id: string) => workspace.call("GET", `/contacts/${id}`);
  const make = async (json: object = ADA): Promise<string> => (await create(json)).body.data.id;

  test("returns 201 with exactly the contact of specification §2.9", async () => {
    const { status, body, headers } = await create(ADA);
    expect(status).toBe(201);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("x-request-id")).toMatch(/^req_/);
    expect(headers.has("idempotent-replayed")).toBe(false);
    expect(body).toEqual({
      status: "success",
      data: { id: expect.stringMatching(/^[1-9]\d*$/), ...ADA },
    });
    expect((await read(body.data.id)).body).toEqual(body);
  });

  test("returns null for missing fields, and keeps any value of an open lifecycleStage", async () => {
    const { body } = await create({ email: "b@example.com", lifecycleStage: "our own" });
    expect(body.data).toEqual({
      id: expect.any(String),
      email: "b@example.com",
      firstName: null,
      lastName: null,
      lifecycleStage: "our own",
    });
  });

  onSqlite.each([
    ["no email", { firstName: "Ada" }],
    ["an empty body", {}],
    ["an empty email", { email: "" }],
    ["an email without a domain", { email: "ada" }],
    ["an email with a space", { email: "ada lovelace@example.com" }],
    ["two emails in one", { email: "a@example.com,b@example.com" }],
    ["an email with U+0000", { email: "a\u0000@example.com" }],
  ])("returns 400 at the path email for %s", async (_, json) => {
    const answer = await create(json);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["email"]);
  });

  onSqlite.each([
    ["an array", []],
    ["null", null],
    ["a string", "x"],
    ["a number", 1],
  ])("returns 400 for a body that is %s", async (_, json) => {
    expectRefusal(await create(json), 400, "INVALID_INPUT");
  });

  onSqlite("returns 400 for malformed JSON", async () => {
    const answer = await workspace.call("POST", "/contacts", {
      body: '{"email":',
      headers: { "content-type": "application/json" },
    });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(answer.body.issues[0].code).toBe("invalid_json");
  });

  onSqlite.each([
    "id",
    "phone",
    "firstname",
    "properties",
    "project_id",
    "constructor",
    "contactId",
  ])("returns 400 for the unknown member %s, on create and on update", async (name) => {
    const id = await make();
    for (const answer of [
      await create({ ...ADA, [name]: "1" }),
      await patch(id, { [name]: "1" }),
    ]) {
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(answer.body.issues).toMatchObject([{ path: name, code: "unrecognized_key" }]);
    }
  });

  onSqlite("returns 400 for the unknown member __proto__", async () => {
    const answer = await workspace.call("POST", "/contacts", {
      body: '{"email":"a@example.com","__proto__":{"firstName":"x"}}',
      headers: { "content-type": "application/json" },
    });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["__proto__"]);
  });

  onSqlite.each(
    FIELDS.flatMap((field) =>
      // Null is absent.
      [...(field === "email" ? [null] : []), ...WRONG_TYPES].map((value) => ({ field, value })),
    ),
  )("returns 400 for a create with $value as $field", async ({ field, value }) => {
    const answer = await create({ ...ADA, [field]: value });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual([field]);
  });

  onSqlite.each(FIELDS.flatMap((field) => WRONG_TYPES.map((value) => ({ field, value }))))(
    "returns 400 for an update with $value as $field, and changes nothing",
    async ({ field, value }) => {
      const id = await make();
      const answer = await patch(id, { [field]: value });
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual([field]);
      expect((await read(id)).body.data).toEqual({ id, ...ADA });
    },
  );

  const faulty = { email: "none", firstName: 5, lifecycleStage: "x".repeat(256), nope: 1 };
  const atFault = ["email", "firstName", "lifecycleStage", "nope"];
  onSqlite("returns 400 with all faults of a create at once", async () => {
    expect(pathsOf(await create(faulty))).toEqual(atFault);
  });
  onSqlite("returns 400 with all faults of an update at once", async () => {
    expect(pathsOf(await patch(await make(), faulty))).toEqual(atFault);
  });

  test("updates the given fields, and clears those with null or an empty string", async () => {
    const id = await make();
    const changed = await patch(id, { firstName: "Augusta", lastName: null, lifecycleStage: "" });
    expect(changed.status).toBe(200);
    const data = { ...ADA, id, firstName: "Augusta", lastName: null, lifecycleStage: null };
    expect(changed.body).toEqual({ status: "success", data });
    expect((await read(id)).body.data).toEqual(data);
  });

  onSqlite.each([null, "", "no email"])("returns 400 for an email changed to %j", async (email) => {
    const id = await make();
    const answer = await patch(id, { firstName: "Changed", email });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["email"]);
    expect((await read(id)).body.data).toEqual({ id, ...ADA });
  });

  onSqlite("names its own fields in messages", async () => {
    const wrong = "a\u0000";
    const given = { email: "no", firstName: wrong, lastName: wrong, lifecycleStage: wrong };
    for (const { body } of [await create(given), await patch(await make(), given)]) {
      const issues: readonly { path: string; message: string }[] = body.issues;
      expect(issues.map(({ path, message }) => [path, /"(\w+)"/.exec(message)?.[1]])).toEqual(
        Object.keys(given).map((name) => [name, name]),
      );
    }
  });

  test("clears the email if there is a phone", async () => {
    const { token } = await app.caller({ projectId: workspace.projectId });
    const id = await make();
    await app.call("PATCH", `/api/crm/objects/contacts/${id}`, {
      token,
      json: { internal_name: "phone", value: "+44 20 7946 0000" },
    });
    const { status, body } = await patch(id, { email: null });
    expect([status, body.data.email]).toEqual([200, null]);
  });

  test("creates a contact that the Public Object API returns", async () => {
    const { token } = await app.caller({ projectId: workspace.projectId });
    const path = `/api/crm/objects/contacts/${await make()}`;
    const { status, body } = await app.call("GET", path, { token });
    expect(status).toBe(200);
    expect(body.data.properties).toMatchObject({
      email: ADA.email,
      firstname: "Ada",
      lastname: "Lovelace",
      lifecyclestage: "lead",
    });
  });

  test("returns and changes a contact of the Public Object API", async () => {
    const { token } = await app.caller({ projectId: workspace.projectId });
    const made = await app.call("POST", "/api/objects/contacts", {
      token,
      json: {
        properties: [
          { internal_name: "email", value: "public@example.com" },
          { internal_name: "firstname", value: "Pat" },
        ],
      },
    });
    const id = String(made.body.data.id);
    expect((await read(id)).body.data).toMatchObject({ id, firstName: "Pat" });
    expect((await patch(id, { firstName: "Sam" })).body.data.firstName).toBe("Sam");
    const seen = await app.call("GET", `/api/crm/objects/contacts/${id}`, { token });
    expect(seen.body.data.properties.firstname).toBe("Sam");
  });

  const expectNowhere = async (id: string, from = workspace) => {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { json: { firstName: "x" } } : {};
      expectRefusal(await from.call(method, `/contacts/${id}`, body), 404, "NOT_FOUND");
    }
  };

  test("returns 404 for a contact of another workspace, and leaves it unchanged", async () => {
    const id = await make();
    await expectNowhere(id, other);
    expect((await read(id)).body.data).toEqual({ id, ...ADA });
  });

  test("returns 404 for a deleted contact", async () => {
    const id = await make();
    const deleted = await workspace.call("DELETE", `/contacts/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "success", data: null }]);
    await expectNowhere(id);
  });

  test("returns 404 for unknown ids and the id of a deal", async () => {
    const json = { name: "Engine", amount: 1, currency: "GBP" };
    const deal = await workspace.call("POST", "/deals", { json });
    for (const id of ["999999999", "9007199254740993", "9999999999999999999", deal.body.data.id])
      await expectNowhere(id);
  });

  onSqlite.each(["0", "-1", "1.5", "abc", "1e3", "01", "%20", "1%2F2", "1%00"])(
    "returns 400 for the malformed id %s",
    async (id) => {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { json: { firstName: "x" } } : {};
        const answer = await workspace.call(method, `/contacts/${id}`, body);
        expectRefusal(answer, 400, "INVALID_INPUT");
        expect(pathsOf(answer)).toEqual(["contactId"]);
      }
    },
  );
});

const pathsOf = ({ body }: Answer): string[] =>
  body.issues.map((issue: { path: string }) => issue.path).sort();
