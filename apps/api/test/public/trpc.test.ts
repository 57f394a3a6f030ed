import type { AppRouter } from "@rapport/core/routers";
import { DIALECTS } from "@rapport/testing";
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, sharedApp, startApp, type TestApp } from "../support/app.ts";

describe.each(DIALECTS)("tRPC on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let requests = 0;
  beforeAll(async () => {
    app = await sharedApp(dialect);
    caller = await app.caller();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const client = (token?: string) =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${app.url}/trpc`,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          fetch: (input, init) => {
            requests++;
            return fetch(input, init as RequestInit);
          },
        }),
      ],
    });
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => {
        throw new Error("the call was to fail");
      },
      (error: TRPCClientError<AppRouter>) => error,
    );

  test("serves the same typed procedures with the same token", async () => {
    const rapport = client(caller.token);
    const { data } = await rapport.public.contacts.create.mutate({
      properties: [{ internal_name: "email", value: "ada@example.com" }],
    });
    expect(data.email).toBe("ada@example.com");
    const read = await rapport.public.contacts.read.query({
      contactId: data.id,
      properties: "email",
    });
    expect(read.data.properties).toEqual({ email: "ada@example.com" });
    const rest = await app.call("GET", `/api/crm/objects/contacts/${data.id}?properties=email`, {
      token: caller.token,
    });
    expect(rest.body).toEqual(read);
  });

  test("accepts several calls in one request, and fails each separately", async () => {
    const rapport = client(caller.token);
    requests = 0;
    const [made, missing] = await Promise.allSettled([
      rapport.public.companies.create.mutate({
        properties: [{ internal_name: "name", value: "c" }],
      }),
      rapport.public.deals.delete.mutate({ dealId: 999_999 }),
    ]);
    expect(requests).toBe(1);
    expect([made.status, missing.status]).toEqual(["fulfilled", "rejected"]);
  });

  test("returns the request id in errors that occur before the credential is checked", async () => {
    const path = "/trpc/public.contacts.create";
    for (const [method, headers, body] of [
      ["POST", { "content-type": "text/plain" }, "x"],
      ["POST", { "content-type": "application/json" }, "{"],
      ["POST", { "content-type": "application/json" }, `"${"x".repeat(1_100_000)}"`],
      ["GET", {}, undefined],
    ] as const) {
      const answer = await app.call(method, path, {
        token: caller.token,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const { error } = answer.body;
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      expect([answer.status, error.data.requestId]).toEqual([
        expect.toBeOneOf([400, 405, 413, 415]),
        answer.headers.get("x-request-id"),
      ]);
    }
  });

  test("returns 401 without a token and with a wrong one", async () => {
    for (const token of [undefined, "x.y.z"]) {
      const error = await failure(client(token).public.contacts.read.query({ contactId: 1 }));
      expect(error.data).toMatchObject({
        code: "UNAUTHORIZED",
        httpStatus: 401,
        crmCode: "UNAUTHENTICATED",
      });
    }
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])(
    "returns 405 to %s of a procedure and 404 of any other path",
    async (method) => {
      const allowOf = async (name: string) => {
        const { status, headers } = await app.call(method, `/trpc/${name}`);
        return [status, headers.get("allow")];
      };
      expect(await allowOf("public.contacts.list")).toEqual([405, "GET, HEAD"]);
      expect(await allowOf("public.contacts.create")).toEqual([405, "POST"]);
      expect(await allowOf("public.contacts.nothing")).toEqual([404, null]);
    },
  );

  test("has the challenge of RFC 6750 in 401 and 403", async () => {
    const path = "/trpc/public.contacts.list?input={}";
    const challenge = async (options: object) =>
      (await app.call("GET", path, options)).headers.get("www-authenticate");
    expect(await challenge({})).toBe('Bearer realm="rapport"');
    expect(await challenge({ token: "wrong" })).toContain('error="invalid_token"');
    const { token } = await app.caller({ scope: "crm.deals.read" });
    expect(await challenge({ token })).toContain('scope="crm.contacts.read"');
  });

  test("answers HEAD with the status and type of GET", async () => {
    const path = "/trpc/public.contacts.list?input={}";
    for (const [token, status] of [
      [caller.token, 200],
      ["wrong", 401],
    ] as const) {
      const head = await app.call("HEAD", path, { token });
      const get = await app.call("GET", path, { token });
      expect([head.status, get.status]).toEqual([status, status]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
  });

  test("returns 403 without the scope", async () => {
    const limited = await app.caller({ scope: "crm.deals.read" });
    const error = await failure(client(limited.token).public.contacts.read.query({ contactId: 1 }));
    expect(error.data).toMatchObject({
      code: "FORBIDDEN",
      httpStatus: 403,
      crmCode: "INSUFFICIENT_SCOPE",
    });
    expect(error.message).toContain("crm.contacts.read");
  });

  test("returns 400 with the same issues as over REST, and no internals", async () => {
    const error = await failure(
      client(caller.token).public.contacts.create.mutate({
        properties: [{ internal_name: "nope", value: "x" }],
      }),
    );
    expect(error.data).toMatchObject({
      code: "BAD_REQUEST",
      httpStatus: 400,
      crmCode: "INVALID_INPUT",
    });
    expect(JSON.stringify(error.data)).toContain("property_unknown");
    expect(JSON.stringify(error.shape)).not.toMatch(/stack|node_modules|\.ts/);
  });

  test("returns 429 with Retry-After for a batch over the rate limit, and makes no call", async () => {
    await using strict = await startApp({ dialect, rateLimit: 5 });
    const limited = await strict.caller();
    const batch = (calls: number) =>
      strict.call("POST", `/trpc/${Array(calls).fill("public.companies.create").join()}?batch=1`, {
        token: limited.token,
        json: Object.fromEntries(
          Array.from({ length: calls }, (_, i) => [
            i,
            { properties: [{ internal_name: "name", value: `c${i}` }] },
          ]),
        ),
      });
    expect((await batch(3)).status).toBe(200);
    const refused = await batch(3);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("ratelimit")).toMatch(/^"default";r=2;/);
    expect(refused.body[0].error.data.crmCode).toBe("RATE_LIMITED");
    expect(await countCompanies(strict, limited.projectId)).toBe(3);
    expect((await batch(2)).status).toBe(200);
    expect((await batch(1)).status).toBe(429);
  });

  test("returns 400 for a batch of more than 100 calls, and makes none", async () => {
    const path = `/trpc/${Array(101).fill("public.companies.create").join()}?batch=1`;
    const answer = await app.call("POST", path, { token: caller.token, json: {} });
    expect(answer.status).toBe(400);
  });

  test("takes 8 MiB for a call of a batch, and 1 MiB for others and for several calls", async () => {
    const batch = "public.contacts.batch.create";
    const call = (path: string, bytes: number) =>
      app.call("POST", `/trpc/${path}?batch=1`, {
        token: caller.token,
        json: { 0: { inputs: [{ note: "x".repeat(bytes) }] } },
      });
    const large = await call(batch, 2 * 1024 * 1024);
    // The input is wrong, but not too large.
    expect([large.status, large.body[0].result?.data.data.errors[0].code]).toEqual([
      200,
      "INVALID_INPUT",
    ]);
    expect((await call(batch, 8 * 1024 * 1024)).status).toBe(413);
    expect((await call("public.contacts.create", 1024 * 1024)).status).toBe(413);
    expect((await call(`${batch},${batch}`, 1024 * 1024)).status).toBe(413);
  });

  test("returns 404 for another tenant's record", async () => {
    const other = await app.caller();
    const { data } = await client(other.token).public.leads.create.mutate({
      properties: [{ internal_name: "name", value: "x" }],
    });
    const error = await failure(client(caller.token).public.leads.read.query({ leadId: data.id }));
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error.data).toMatchObject({ code: "NOT_FOUND", httpStatus: 404, crmCode: "NOT_FOUND" });
  });

  test("returns 400 for a string instead of a number, even if REST accepts it in a path", async () => {
    await app.call("PATCH", "/api/crm/objects/contacts/1", {
      token: caller.token,
      json: { internal_name: "5", value: null },
    });
    const answer = await app.call("POST", "/trpc/public.contacts.create", {
      token: caller.token,
      json: { properties: [{ internal_name: 5, value: "x" }] },
    });
    expect(answer.status).toBe(400);
  });
});

async function countCompanies({ deps }: TestApp, projectId: number) {
  const found = await deps.db.kysely
    .selectFrom("records")
    .select("id")
    .where("project_id", "=", projectId)
    .where("type", "=", "company")
    .execute();
  return found.length;
}
