import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp("sqlite");
});
afterAll(() => app[Symbol.asyncDispose]());

test("returns 400 for a body that is not UTF-8 instead of repairing it", async () => {
  const workspace = await app.workspace();
  const body = new Uint8Array(
    Buffer.from('{"email":"a@example.com","firstName":"\xff"}', "latin1"),
  );
  const headers = { "content-type": "application/json" };
  const refused = await workspace.call("POST", "/contacts", { body, headers });
  expect([refused.status, refused.body.issues[0].code]).toEqual([400, "invalid_json"]);
  expect((await workspace.call("GET", "/contacts")).body.data).toEqual([]);
});

test("returns 400 for a DELETE with a body, and deletes nothing", async () => {
  const workspace = await app.workspace();
  const made = await workspace.call("POST", "/contacts", { json: { email: "a@example.com" } });
  const path = `/contacts/${made.body.data.id}`;
  const refused = await workspace.call("DELETE", path, { json: { x: 1 } });
  expect([refused.status, refused.body.issues[0].code]).toEqual([400, "body_not_allowed"]);
  expect((await workspace.call("GET", path)).status).toBe(200);
});

test("returns 404 as an OAuth error for an unknown OAuth path", async () => {
  const answer = await app.call("GET", "/oauth2/nothing");
  expect(answer.status).toBe(404);
  expect(Object.keys(answer.body).sort()).toEqual(["error", "error_description"]);
});

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 303],
  ["text/html", 303],
  ["*/*", 404],
  ["application/json", 404],
  ["application/json, text/html;q=0.9", 404],
  ["application/json, text/plain, */*", 404],
  ["image/png", 404],
  ["", 404],
])("answers / for Accept: %s with %i", async (accept, status) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await fetch(app.url, { method, headers: { accept }, redirect: "manual" });
    const told = [answer.status, answer.headers.get("location")];
    expect(told).toEqual([status, status === 303 ? "/docs" : null]);
    expect(answer.headers.get("vary")).toContain("Accept");
    if (status === 404 && method === "GET") {
      expect(await answer.json()).toMatchObject({ success: false, code: "NOT_FOUND" });
    }
  }
});

test.each(["/healthz", "/readyz", "/metrics", "/docs", "/docs/errors.md", "/openapi/public.json"])(
  "returns 405 with Allow for POST %s",
  async (path) => {
    const answer = await app.call("POST", path);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  },
);

test.each([
  ["400", "NOT HTTP\r\n\r\n", "The request is not valid HTTP."],
  [
    "431",
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    "The request line and the headers are larger than 16 KiB. Send shorter parameters.",
  ],
])(
  "returns %s in JSON with a request id for a request that Node's parser refuses",
  async (status, sent, message) => {
    const answer = await exchange(sent);
    expect(answer.split("\r\n")[0]).toContain(status);
    expect(answer).toMatch(/\r\nX-Request-Id: req_/);
    expect(bodyOf(answer)).toMatchObject({ success: false, message, data: null });
  },
);

test.each([
  ["/v1/contacts", { status: "error", code: "INVALID_INPUT" }],
  ["/oauth2/token", { error: "invalid_request" }],
  ["/api/objects/contacts", { success: false, code: "INVALID_INPUT" }],
])("refuses too long headers for %s in the error format of its API", async (path, expected) => {
  const answer = await exchange(`GET ${path}?x=${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(answer).toContain("HTTP/1.1 431 ");
  expect(bodyOf(answer)).toMatchObject(expected);
});

test.each([
  ["Host", "Host: x\r\nhost: x"],
  ["Authorization", "Host: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer b"],
])(
  "refuses a request with two %s headers, of which a proxy may read the other",
  async (name, sent) => {
    const answer = await exchange(
      `GET /v1/contacts HTTP/1.1\r\n${sent}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toContain("HTTP/1.1 400 ");
    const message = `The ${name} header is given more than once. Send it once.`;
    const issues = [{ path: "", code: "malformed_http", message }];
    expect(bodyOf(answer)).toMatchObject({
      status: "error",
      code: "INVALID_INPUT",
      message,
      issues,
    });
  },
);

test("refuses a request with two Idempotency-Key headers, and changes nothing", async () => {
  const workspace = await app.workspace();
  const json = JSON.stringify({ email: "a@example.com" });
  const answer = await exchange(
    [
      "POST /v1/contacts HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${workspace.key}`,
      "Content-Type: application/json",
      `Content-Length: ${json.length}`,
      "Idempotency-Key: a",
      "Idempotency-Key: b",
      "Connection: close",
      "",
      json,
    ].join("\r\n"),
  );
  expect(answer).toContain("HTTP/1.1 400 ");
  const message = "The Idempotency-Key header is given more than once. Send it once.";
  expect(bodyOf(answer)).toMatchObject({ status: "error", message });
  expect((await workspace.call("GET", "/contacts")).body.data).toEqual([]);
});

describe("a body with far too much", () => {
  const numbered = (length: number) => Array.from({ length }, (_, i) => `z${i}`);
  let caller: Caller;
  beforeAll(async () => {
    caller = await app.caller();
  });
  const post = (path: string, json: object) => {
    const body = new TextEncoder().encode(JSON.stringify(json));
    const headers = { "content-type": "application/json" };
    return app.call("POST", path, { token: caller.token, body, headers });
  };

  test.each([
    ["names of properties", "/api/crm/objects/contacts/search", { properties: numbered(100_000) }],
    ["associations", "/api/crm/objects/contacts/search", { associations: numbered(100_000) }],
    [
      "properties",
      "/api/objects/contacts",
      { properties: numbered(20_000).map((internal_name) => ({ internal_name, value: "x" })) },
    ],
    [
      "unknown members",
      "/api/objects/contacts",
      Object.fromEntries(numbered(9_000).map((name) => [name, 1])),
    ],
    ["ids", "/api/crm/objects/contacts/merge", { primaryId: 1, mergeIds: Array(100_000).fill(2) }],
  ])("of %s is refused with the first 300 issues, and says so", async (_, path, json) => {
    const { status, body: answer } = await post(path, json);
    expect([status, answer.code]).toEqual([400, "INVALID_INPUT"]);
    expect(answer.issues.length).toBeLessThanOrEqual(300);
    if (answer.issues.length === 300) {
      expect(answer.message).toMatch(/ The first 300 faults are listed\.$/);
    }
  });

  test.each([
    ["at its top", (members: object) => members],
    ["in an input", (members: object) => ({ inputs: [members] })],
    [
      "beside __proto__",
      (members: object) => ({ inputs: [JSON.parse('{"__proto__":1}'), members] }),
    ],
  ])("of members %s is refused before they are checked", async (_, bodyOfMembers) => {
    const members = Object.fromEntries(numbered(10_001).map((name) => [name, 1]));
    const path = "/api/crm/objects/contacts/batch/create";
    const { status, body: answer } = await post(path, bodyOfMembers(members));
    expect([status, answer.code]).toEqual([400, "INVALID_INPUT"]);
    const message = "An object has more than 10,000 members. Send fewer.";
    expect(answer.issues).toEqual([{ path: "", code: "too_many", message }]);
  });

  test.each([
    ["one list", (values: object) => [{ internal_name: "tags", values }], "properties.0.values"],
    [
      "many lists",
      (values: readonly object[]) =>
        Array.from({ length: 200 }, () => ({
          internal_name: "tags",
          values: values.slice(0, 1_000),
        })),
      "properties.0.values.0",
    ],
  ])("of wrong values in %s is refused", async (_, propertiesOf, path) => {
    const values = Array.from({ length: 300_000 }, () => ({}));
    const { status, body: answer } = await post("/api/objects/contacts", {
      properties: propertiesOf(values),
    });
    expect([status, answer.code, answer.issues[0].path]).toEqual([400, "INVALID_INPUT", path]);
  });

  test.each([
    ["lists", "[".repeat(4_000_000) + "]".repeat(4_000_000)],
    ["objects", `${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`],
  ])("of levels of %s is refused before it is parsed", async (_, body) => {
    const headers = { "content-type": "application/json" };
    const path = "/api/crm/objects/contacts/batch/create";
    const refused = await app.call("POST", path, { token: caller.token, body, headers });
    expect([refused.status, refused.body.issues[0].code]).toEqual([400, "too_many"]);
    expect(refused.body.message).toContain("more than 64 levels");
  });

  test("of members of all inputs together is refused before it is parsed", async () => {
    const members = Object.fromEntries(numbered(700).map((name) => [name, 1]));
    const path = "/api/crm/objects/contacts/batch/create";
    const inputs = Array.from({ length: 1_000 }, () => members);
    const { status, body: answer } = await post(path, { inputs });
    expect([status, answer.issues.length, answer.issues[0].code]).toEqual([400, 1, "too_many"]);
    expect(answer.message).toContain("more than 500,000 members together");
  });

  test.each([false, true])(
    "of wrong names in every input gets a short answer; atomic: %s",
    async (atomic) => {
      const path = "/api/crm/objects/contacts/batch/create";
      const properties = numbered(200).map((name) => ({ internal_name: name, value: 1 }));
      const inputs = Array.from({ length: 1_000 }, () => ({ properties }));
      const { status, body: answer } = await post(path, { inputs, atomic });
      expect(status).toBe(atomic ? 400 : 207);
      expect(JSON.stringify(answer).length).toBeLessThan(1024 * 1024);
      if (atomic) return expect(answer.issues).toHaveLength(300);
      const { errors } = answer.data;
      expect(errors).toHaveLength(1_000);
      for (const { issues } of errors) expect(issues.length).toBeGreaterThan(0);
    },
  );

  test("of a query is refused before it is split into words", async () => {
    const query = "1 2 ".repeat(200_000);
    const { body: answer } = await post("/api/crm/objects/contacts/search", { query });
    expect(
      answer.issues.map(({ path, code }: { path: string; code: string }) => [path, code]),
    ).toEqual([["query", "too_long"]]);
  });
});

/** Sends bytes to the API on a new connection, and returns all that it answers. */
async function exchange(sent: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(sent);
  return text(socket);
}

function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
}

test("returns 404 for an id of any length in a path", async () => {
  const caller = await app.caller();
  const { key } = await app.workspace({ projectId: caller.projectId });
  const paths = [
    ...["objects/contacts", "objects/deals", "imports", "exports", "exports/ID/data"],
    ...["objects/contacts/ID/history", "objects/contacts/ID/associations/deals"],
  ].map((path) => [`/api/crm/${path}`, caller.token] as const);
  const ofWorkspace = ["contacts", "companies", "deals"].map(
    (path) => [`/v1/${path}`, key] as const,
  );
  for (const [path, token] of [...paths, ...ofWorkspace]) {
    for (const digits of [15, 16, 19, 20, 21, 400]) {
      const id = "9".repeat(digits);
      const whole = path.includes("ID") ? path.replace("ID", id) : `${path}/${id}`;
      const { status } = await app.call("GET", whole, { token });
      expect([path, digits, status]).toEqual([path, digits, 404]);
    }
  }
});
