import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, startApp, type TestApp, type Workspace } from "../support/app.ts";

const FIELDS = ["email", "firstName", "lastName", "lifecycleStage"] as const;
const WRONG_TYPES = [7, true, ["x"], { x: 1 }];
const ADA = {
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
  lifecycleStage: "lead",
};

describe.each(DIALECTS)("contacts of a workspace on %s", (dialect) => {
  let app: TestApp;
  let workspace: Workspace;
  let other: Workspace;
  beforeAll(async () => {
    app = await startApp({ dialect });
    [workspace, other] = [await app.workspace(), await app.workspace()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const create = (json: unknown) => workspace.call("POST", "/contacts", { json });
  const patch = (id: string, json: unknown) => workspace.call("PATCH", `/contacts/${id}`, { json });
  const read = (id: string) => workspace.call("GET", `/contacts/${id}`);
  const make = async (json: object = ADA): Promise<string> => (await create(json)).body.data.id;

  test("201: the contact of specification §2.9 and nothing else", async () => {
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

  test("201: what is not given is null, and an open lifecycleStage keeps any value", async () => {
    const { body } = await create({ email: "b@example.com", lifecycleStage: "our own" });
    expect(body.data).toEqual({
      id: expect.any(String),
      email: "b@example.com",
      firstName: null,
      lastName: null,
      lifecycleStage: "our own",
    });
  });

  test.each([
    ["no email", { firstName: "Ada" }],
    ["an empty body", {}],
    ["an empty email", { email: "" }],
    ["an email without a domain", { email: "ada" }],
    ["an email with a space", { email: "ada lovelace@example.com" }],
    ["two emails in one", { email: "a@example.com,b@example.com" }],
    ["an email with U+0000", { email: "a\u0000@example.com" }],
  ])("400: %s, at the path email", async (_, json) => {
    const answer = await create(json);
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["email"]);
  });

  test.each([
    ["an array", []],
    ["null", null],
    ["a string", "x"],
    ["a number", 1],
  ])("400: a body that is %s", async (_, json) => {
    expectRefusal(await create(json), 400, "INVALID_INPUT");
  });

  test("400: malformed JSON", async () => {
    const answer = await workspace.call("POST", "/contacts", {
      body: '{"email":',
      headers: { "content-type": "application/json" },
    });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(answer.body.issues[0].code).toBe("invalid_json");
  });

  test.each(["id", "phone", "firstname", "properties", "project_id", "constructor", "contactId"])(
    "400: the unknown member %s, on create and on update",
    async (name) => {
      const id = await make();
      for (const answer of [
        await create({ ...ADA, [name]: "1" }),
        await patch(id, { [name]: "1" }),
      ]) {
        expectRefusal(answer, 400, "INVALID_INPUT");
        expect(answer.body.issues).toMatchObject([{ path: name, code: "unrecognized_key" }]);
      }
    },
  );

  test("400: the unknown member __proto__", async () => {
    const answer = await workspace.call("POST", "/contacts", {
      body: '{"email":"a@example.com","__proto__":{"firstName":"x"}}',
      headers: { "content-type": "application/json" },
    });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["__proto__"]);
  });

  test.each(FIELDS.flatMap((field) => [null, ...WRONG_TYPES].map((value) => ({ field, value }))))(
    "400: create with $field as $value",
    async ({ field, value }) => {
      const answer = await create({ ...ADA, [field]: value });
      expectRefusal(answer, 400, "INVALID_INPUT");
      expect(pathsOf(answer)).toEqual([field]);
    },
  );

  test.each(FIELDS.flatMap((field) => WRONG_TYPES.map((value) => ({ field, value }))))(
    "400: update with $field as $value changes nothing",
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
  test("400: create tells all faults at once", async () => {
    expect(pathsOf(await create(faulty))).toEqual(atFault);
  });
  test("400: update tells all faults at once", async () => {
    expect(pathsOf(await patch(await make(), faulty))).toEqual(atFault);
  });

  test("200: update changes what is given, null and an empty string clear", async () => {
    const id = await make();
    const changed = await patch(id, { firstName: "Augusta", lastName: null, lifecycleStage: "" });
    expect(changed.status).toBe(200);
    const data = { ...ADA, id, firstName: "Augusta", lastName: null, lifecycleStage: null };
    expect(changed.body).toEqual({ status: "success", data });
    expect((await read(id)).body.data).toEqual(data);
  });

  test.each([null, "", "no email"])("400: update of the email to %j", async (email) => {
    const id = await make();
    const answer = await patch(id, { firstName: "Changed", email });
    expectRefusal(answer, 400, "INVALID_INPUT");
    expect(pathsOf(answer)).toEqual(["email"]);
    expect((await read(id)).body.data).toEqual({ id, ...ADA });
  });

  test("200: the email can be cleared when there is a phone", async () => {
    const { token } = await app.caller({ projectId: workspace.projectId });
    const id = await make();
    await app.call("PATCH", `/api/crm/objects/contacts/${id}`, {
      token,
      json: { internal_name: "phone", value: "+44 20 7946 0000" },
    });
    const { status, body } = await patch(id, { email: null });
    expect([status, body.data.email]).toEqual([200, null]);
  });

  test("a contact made here is read through the Public Object API", async () => {
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

  test("a contact made through the Public Object API is read and changed here", async () => {
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

  test("404: a contact of another workspace, which stays as it is", async () => {
    const id = await make();
    await expectNowhere(id, other);
    expect((await read(id)).body.data).toEqual({ id, ...ADA });
  });

  test("404: a deleted contact", async () => {
    const id = await make();
    const deleted = await workspace.call("DELETE", `/contacts/${id}`);
    expect([deleted.status, deleted.body]).toEqual([200, { status: "success", data: null }]);
    await expectNowhere(id);
  });

  test("404: ids that nothing has, and the id of a deal", async () => {
    const json = { name: "Engine", amount: 1, currency: "GBP" };
    const deal = await workspace.call("POST", "/deals", { json });
    for (const id of ["999999999", "9007199254740993", "9999999999999999999", deal.body.data.id])
      await expectNowhere(id);
  });

  test.each(["0", "-1", "1.5", "abc", "1e3", "01", "%20", "1%2F2", "1%00", "99999999999999999999"])(
    "400: the id %s, which is none",
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

function expectRefusal({ status, body, headers }: Answer, wanted: number, code: string): void {
  expect([status, body.code]).toEqual([wanted, code]);
  expect(body).toEqual({
    status: "error",
    message: expect.any(String),
    data: null,
    code,
    issues: expect.any(Array),
    requestId: headers.get("x-request-id"),
  });
}
