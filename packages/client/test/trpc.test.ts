import { DIALECTS } from "@rapport/testing";
import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTrpcClient } from "../src/trpc.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

describe.each(DIALECTS)("the tRPC client on %s", (dialect) => {
  let rapport: TestRapport;
  beforeAll(async () => {
    rapport = await startRapport(dialect);
  });
  beforeEach(() => rapport.proxy.clear());
  afterAll(() => rapport[Symbol.asyncDispose]());

  async function withToken() {
    const { clientId, clientSecret } = await rapport.app.caller();
    const credentials = { clientId, clientSecret, scope: SCOPE };
    return createTrpcClient({ baseUrl: rapport.baseUrl, credentials });
  }
  const asked = (path: string) =>
    rapport.proxy.requests.filter((request) => request.path.startsWith(path)).length;

  test("sends several calls in one request, with one token", async () => {
    const client = await withToken();
    const made = await Promise.all(
      ["a", "b", "c"].map((name) =>
        client.public.companies.create.mutate({
          properties: [{ internal_name: "name", value: name }],
        }),
      ),
    );
    expect(made.map(({ data }) => data.name)).toEqual(["a", "b", "c"]);
    const [one, none] = await Promise.allSettled([
      client.public.companies.read.query({ companyId: made[0]!.data.id }),
      client.public.companies.read.query({ companyId: 999_999 }),
    ]);
    expect(one).toMatchObject({ status: "fulfilled", value: { data: { id: made[0]!.data.id } } });
    expect(none).toMatchObject({ status: "rejected", reason: { data: { crmCode: "NOT_FOUND" } } });
    expect(asked("/trpc")).toBe(2);
    expect(asked("/oauth2/token")).toBe(1);
  });

  test("accepts an API key for the workspace", async () => {
    const { key } = await rapport.app.workspace();
    const client = createTrpcClient({ baseUrl: rapport.baseUrl, credentials: { apiKey: key } });
    const { data } = await client.workspace.contacts.create.mutate({ email: "ada@example.com" });
    expect((await client.workspace.contacts.read.query({ contactId: data.id })).data).toEqual(data);
    expect(asked("/oauth2")).toBe(0);
  });

  test("retries queries after faults, and mutations after refusals", async () => {
    const client = await withToken();
    rapport.proxy.fail(({ path }) =>
      path.startsWith("/trpc") && asked("/trpc") === 1
        ? { status: 503, headers: { "retry-after": "0" } }
        : undefined,
    );
    const properties = [{ internal_name: "name", value: "l" }];
    const { data } = await client.public.leads.create.mutate({ properties });
    expect(asked("/trpc")).toBe(2);
    rapport.proxy.clear();
    rapport.proxy.fail((_, n) => (n === 1 ? { breakBefore: true } : undefined));
    await client.public.leads.read.query({ leadId: data.id });
    expect(asked("/trpc")).toBe(2);
  });

  test("does not repeat a mutation whose response was lost", async () => {
    const client = await withToken();
    rapport.proxy.fail(({ path }) => (path.startsWith("/trpc") ? { loseAnswer: true } : undefined));
    const properties = [{ internal_name: "name", value: "l" }];
    const error = await errorOf(client.public.leads.create.mutate({ properties }));
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error.cause).toMatchObject({ name: "RapportError", code: "CONNECTION_FAILED" });
    expect(asked("/trpc")).toBe(1);
  });

  test("replaces a refused token", async () => {
    const client = await withToken();
    rapport.proxy.fail(({ path }) =>
      path.startsWith("/trpc") && asked("/trpc") === 1
        ? { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } }
        : undefined,
    );
    const error = await errorOf(client.public.leads.read.query({ leadId: 999_999 }));
    expect(error).toMatchObject({ data: { crmCode: "NOT_FOUND" } });
    expect(asked("/oauth2/token")).toBe(2);
  });
});
