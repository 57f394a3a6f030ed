import { setAccount } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ACCESS_TOKEN,
  accountOf,
  SYNC,
  type SyncCaller,
  type Syncing,
  startSyncing,
  template,
  WABA_ID,
} from "../support/templates.ts";
import { eventually } from "../support/webhooks.ts";

const IDENTIFIERS = [
  ...["tenant", "tenant_id", "tenantId", "user", "user_id", "userId"],
  ...["cin", "project_id", "projectId"],
];

// A request is checked before anything is stored.
describe("the request that syncs templates", () => {
  let syncing: Syncing;
  let caller: SyncCaller;
  beforeAll(async () => {
    syncing = await startSyncing("sqlite", [template("order")]);
    caller = await syncing.tenant([template("order")]);
  });
  afterAll(() => syncing[Symbol.asyncDispose]());

  const typed = (type: string, body?: string) => ({
    headers: { "content-type": type },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = (text: string) => ({ body: new TextEncoder().encode(text) });

  /** Checks that a request reaches no platform and changes nothing. */
  async function refused(work: () => Promise<{ status: number; body: { code: string } }>) {
    const [before, asked] = [await syncing.contents(), syncing.platform.requests.length];
    const { status, body } = await work();
    expect(await syncing.contents()).toEqual(before);
    expect(syncing.platform.requests).toHaveLength(asked);
    return [status, body.code];
  }

  test.each([
    ["no body and no content type", {}],
    ["no body, said to be JSON", typed("application/json")],
    ["no body, said to be text", typed("text/plain")],
    ["{} as application/json", typed("application/json", "{}")],
    ["{} with a charset", typed("application/json; charset=utf-8", "{}")],
    ["{} without a content type", bytes("{}")],
    ["{} as text/plain", typed("text/plain", "{}")],
    ["{} as a form", typed("application/x-www-form-urlencoded", "{}")],
    ["{} with space around", bytes(" {\n} ")],
  ])("returns 200 for %s", async (_, request) => {
    const { status, body } = await caller.sync(request);
    expect([status, body.data?.matched]).toEqual([200, 1]);
  });

  const inQuery = IDENTIFIERS.flatMap((name) => [
    [name, "a value"] as const,
    [name, "none"] as const,
  ]);
  test.each(inQuery)("returns 400 for %s with %s in the query", async (name, value) => {
    const answers: unknown[] = [];
    const outcome = await refused(async () => {
      const given = value === "none" ? "" : caller.tenantId;
      const answer = await caller.sync({}, `?${name}=${given}`);
      answers.push(answer.body.issues);
      return answer;
    });
    expect(outcome).toEqual([400, "INVALID_INPUT"]);
    expect(answers).toEqual([
      [{ path: name, code: "identifier_forbidden", message: expect.any(String) }],
    ]);
  });

  test.each(IDENTIFIERS)("returns 400 for %s in a body of any content type", async (name) => {
    const text = JSON.stringify({ [name]: caller.tenantId });
    for (const request of [typed("application/json", text), typed("text/plain", text)]) {
      const outcome = await refused(async () => {
        const answer = await caller.sync(request);
        expect(answer.body.issues).toMatchObject([{ path: name, code: "identifier_forbidden" }]);
        return answer;
      });
      expect(outcome).toEqual([400, "INVALID_INPUT"]);
    }
  });

  test("returns 400 with all identifiers in query and body at once", async () => {
    const { status, body } = await caller.sync({ json: { cin: 1, user: null } }, "?tenantId=1");
    expect(status).toBe(400);
    expect(body.issues.map(({ path }: { path: string }) => path).sort()).toEqual([
      "cin",
      "tenantId",
      "user",
    ]);
  });

  test.each<[string, Parameters<SyncCaller["sync"]>]>([
    ["another member", [{ json: { force: true } }]],
    ["a prototype as member", [typed("application/json", '{"__proto__": {}}')]],
    ["a prototype as parameter", [{}, "?__proto__=1"]],
    ["another parameter", [{}, "?force=true"]],
    ["another parameter without a value", [{}, "?force="]],
    ["a repeated parameter", [{}, "?force=1&force=1"]],
    ["a token in the query", [{}, "?access_token=x"]],
    ["an array", [{ json: [] }]],
    ["null", [{ json: null }]],
    ["a string", [{ json: "tenant" }]],
    ["what is not JSON", [bytes("tenant_id=1")]],
    ["half of an object", [typed("application/json", "{")]],
  ])("returns 400 for %s", async (_, request) => {
    expect(await refused(() => caller.sync(...request))).toEqual([400, "INVALID_INPUT"]);
  });

  test.each([
    ["missing", undefined],
    ["invalid", "abc"],
    ["of another issuer", "eyJhbGciOiJub25lIn0.eyJ0ZW5hbnQiOjF9."],
  ])("returns 401 for a token that is %s", async (_, token) => {
    const outcome = await refused(async () => {
      const answer = await syncing.app.call("POST", SYNC, { ...(token && { token }) });
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
      return answer;
    });
    expect(outcome).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("returns 401 for a revoked token", async () => {
    const { clientId, clientSecret } = caller;
    const token = await syncing.app.token({ clientId, clientSecret }, "templates:write");
    const call = () => syncing.app.call("POST", SYNC, { token });
    expect((await call()).status).toBe(200);
    const { status } = await syncing.app.call("POST", "/oauth2/revoke", {
      headers: {
        authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token }).toString(),
    });
    expect(status).toBe(200);
    await eventually(async () => expect((await call()).status).toBe(401));
    const outcome = await refused(async () => {
      const answer = await call();
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*error="invalid_token"/);
      return answer;
    });
    expect(outcome).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("returns 403 with the missing scope templates:write before it checks the body", async () => {
    const scope = "templates:read crm.contacts.write";
    const { clientId, clientSecret } = caller;
    const { token } = await syncing.app.caller({ scope, tenantId: caller.tenantId });
    const others = await syncing.app.token({ clientId, clientSecret }, "templates:read");
    for (const limited of [token, others]) {
      const outcome = await refused(async () => {
        const answer = await syncing.app.call("POST", SYNC, { token: limited, body: "{" });
        expect(answer.body.message).toContain("templates:write");
        expect(answer.headers.get("www-authenticate")).toMatch(
          /error="insufficient_scope".*templates:write/,
        );
        return answer;
      });
      expect(outcome).toEqual([403, "INSUFFICIENT_SCOPE"]);
    }
  });

  test("returns 405 with Allow for any other method", async () => {
    const { status, headers } = await syncing.app.call("GET", SYNC, { token: caller.token });
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("returns 400 for a tenant without an account, even if another tenant has one", async () => {
    const { token } = await syncing.app.caller();
    const outcome = await refused(async () => {
      const answer = await syncing.app.call("POST", SYNC, { token });
      expect(answer.body.issues).toMatchObject([{ code: "credentials_missing" }]);
      return answer;
    });
    expect(outcome).toEqual([400, "INVALID_INPUT"]);
  });

  test("stores the account's token encrypted", async () => {
    const { access_token } = await accountOf(syncing.app, caller.tenantId);
    expect(access_token).not.toContain(ACCESS_TOKEN);
    const account = { wabaId: WABA_ID, accessToken: ACCESS_TOKEN };
    await setAccount(syncing.app.deps, caller.tenantId, account);
    expect((await accountOf(syncing.app, caller.tenantId)).access_token).not.toBe(access_token);
  });
});
