import { TRPCClientError } from "@trpc/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTrpcClient } from "../src/trpc.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the tRPC client", () => {
  let rapport: TestRapport;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
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

  test("sends a query that is too long for a URL by POST, and repeats it like a GET", async () => {
    const client = await withToken();
    const made = await client.public.contacts.create.mutate({
      properties: [{ internal_name: "email", value: "ada@example.com" }],
    });
    const contactId = made.data.id;
    const names = Array.from({ length: 200 }, (_, i) => `${"n".repeat(60)}${i}`);
    const sent = rapport.proxy.requests.length;
    rapport.proxy.fail(({ method }, n) =>
      method === "POST" && n <= sent + 2 ? { breakBefore: true } : undefined,
    );
    const [long, short] = await Promise.allSettled([
      client.public.contacts.read.query({ contactId, properties: ["email", ...names].join(",") }),
      client.public.contacts.read.query({ contactId, properties: "email" }),
    ]);
    // The names do not exist, and the server says so.
    expect(long).toMatchObject({ reason: { data: { crmCode: "INVALID_INPUT" } } });
    expect(short).toMatchObject({ value: { data: { properties: { email: "ada@example.com" } } } });
    const methods = rapport.proxy.requests.slice(sent).map(({ method }) => method);
    expect(methods.toSorted()).toEqual(["GET", "POST", "POST"]);
  });

  test.each([1, 60, 250])(
    "finds by lists of any length with values of %i characters",
    async (length) => {
      const client = await withToken();
      for (const count of [1, 100, 200]) {
        const values = Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, "ä"));
        const filters = [{ internal_name: "name", operator: "IN" as const, values }];
        const { data } = await client.public.leads.search.mutate({ filterGroups: [{ filters }] });
        expect(data.results).toEqual([]);
      }
    },
  );

  test.each([1, 1_000, 5_999, 6_001, 20_000, 100_000])(
    "asks for a key of %i characters, whatever fits into a URL",
    async (length) => {
      const client = await withToken();
      const key = { internal_name: "name", value: "ä".repeat(length) };
      const error = await errorOf(client.public.leads.byKey.query(key));
      const crmCode = expect.stringMatching(/^(NOT_FOUND|INVALID_INPUT)$/);
      expect(error).toMatchObject({ data: { crmCode } });
    },
  );

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
