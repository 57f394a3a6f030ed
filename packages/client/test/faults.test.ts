import type { Fault } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPublicClient, createWorkspaceClient, type PublicClient } from "../src/index.ts";
import { errorOf, SCOPE, startRapport, type TestRapport } from "./support/rapport.ts";

const BROKEN = { breakBefore: true } as const;
const LOST = { loseAnswer: true } as const;
const BUSY: Fault = { status: 503, headers: { "retry-after": "0" } };

// The proxy answers or cuts the connection, so the database does not matter.
describe("a client behind a faulty proxy", () => {
  let rapport: TestRapport;
  let client: PublicClient;
  let id: number;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
    client = await rapport.publicClient();
    id = (await client.contacts.create({ email: "ada@example.com" })).id;
  });
  beforeEach(() => rapport.proxy.clear());
  afterAll(() => rapport[Symbol.asyncDispose]());

  const failFirst = (fault: Fault, times = 1) =>
    rapport.proxy.fail((_, n) => (n <= times ? fault : undefined));
  const arrived = () => rapport.proxy.requests.length;

  test.each([
    ["in seconds", () => "0"],
    ["an HTTP date", () => new Date().toUTCString()],
    ["missing", () => undefined],
  ])("retries after a 503 whose Retry-After is %s", async (_, retryAfter) => {
    const value = retryAfter();
    failFirst({ status: 503, headers: value === undefined ? {} : { "retry-after": value } });
    const made = await client.leads.create({ name: "once" });
    expect(made.name).toBe("once");
    expect(arrived()).toBe(2);
  });

  test.each([
    [429, "seconds", () => "1"],
    // A date has whole seconds, so this one is one to two seconds away.
    [429, "an HTTP date", () => new Date(Date.now() + 2_000).toUTCString()],
    [503, "seconds", () => "1"],
    [503, "an HTTP date", () => new Date(Date.now() + 2_000).toUTCString()],
  ])("waits after a %i for a Retry-After in %s", async (...given) => {
    const [status, , retryAfter] = given;
    const arrivals: number[] = [];
    rapport.proxy.fail((_, n) => {
      arrivals.push(Date.now());
      return n === 1 ? { status, headers: { "retry-after": retryAfter() } } : undefined;
    });
    expect((await client.contacts.read(id)).id).toBe(id);
    const [refused = 0, next = 0] = arrivals;
    expect(arrivals).toHaveLength(2);
    // A timer may end a moment early.
    expect(next - refused).toBeGreaterThan(980);
  });

  test("repeats a create that may have been made, with the same idempotency key", async () => {
    failFirst({
      status: 503,
      headers: { "retry-after": "0", "content-type": "application/json" },
      body: JSON.stringify({
        success: false,
        message: "It may have been made.",
        code: "UNAVAILABLE",
        issues: [{ path: "", code: "outcome_unknown", message: "It may have been made." }],
      }),
    });
    const made = await client.leads.create({ name: "perhaps" });
    expect(made.name).toBe("perhaps");
    expect(arrived()).toBe(2);
  });

  test("throws if Retry-After is longer than the client waits", async () => {
    failFirst({ status: 429, headers: { "retry-after": "3600" } }, Infinity);
    const error = await errorOf(client.contacts.read(id));
    expect(error).toMatchObject({ status: 429, code: "UNEXPECTED_ANSWER", retryAfter: 3600 });
    expect(arrived()).toBe(1);
  });

  test("does not wait beyond the call's timeout", async () => {
    failFirst({ status: 503, headers: { "retry-after": "30" } }, Infinity);
    const error = await errorOf(client.contacts.read(id, { timeoutMs: 10_000 }));
    expect(error).toMatchObject({ status: 503, retryAfter: 30 });
    expect(arrived()).toBe(1);
  });

  test("gives up after the configured number of retries", async () => {
    failFirst(BUSY, Infinity);
    expect(await errorOf(client.contacts.read(id))).toMatchObject({ status: 503 });
    expect(arrived()).toBe(4);
    const impatient = await rapport.publicClient({ retries: 0 });
    rapport.proxy.clear();
    rapport.proxy.fail(({ path }) => (path.startsWith("/api") ? BROKEN : undefined));
    expect((await errorOf(impatient.contacts.read(id))).code).toBe("CONNECTION_FAILED");
  });

  test("creates one record if the response is lost", async () => {
    failFirst(LOST);
    const { id: first } = await client.leads.create({ name: "lost" });
    expect(arrived()).toBe(2);
    const found = client.leads.search({ query: "lost" });
    expect((await found.page()).items.map((one) => one.id)).toEqual([first]);
  });

  test("creates one record for an idempotency key of the caller", async () => {
    const key = { idempotencyKey: "lead-7" };
    const first = await client.leads.create({ name: "keyed" }, key);
    expect(await client.leads.create({ name: "keyed" }, key)).toEqual(first);
  });

  test("retries a POST whose first attempt is still in progress", async () => {
    const workspace = await rapport.workspaceClient();
    failFirst({ status: 409, headers: { "retry-after": "0" } });
    await workspace.contacts.create({ email: "still@example.com" });
    expect(arrived()).toBe(2);
  });

  test("ends a call at its timeout or when the caller aborts it", async () => {
    // Each call is aborted once its request has arrived, or the request could arrive during another test.
    rapport.proxy.fail(() => ({ hang: true }));
    const late = await errorOf(client.contacts.read(id, { timeoutMs: 500 }));
    expect(late).toMatchObject({ status: 0, code: "TIMEOUT" });
    const leaving = new AbortController();
    rapport.proxy.fail(() => {
      leaving.abort();
      return { hang: true };
    });
    const call = errorOf(client.contacts.read(id, { signal: leaving.signal }));
    expect(await call).toMatchObject({ code: "ABORTED" });
    expect(await errorOf(client.contacts.read(id, { signal: AbortSignal.abort() }))).toMatchObject({
      code: "ABORTED",
    });
    const waiting = new AbortController();
    rapport.proxy.fail(() => {
      setTimeout(() => waiting.abort(), 50);
      return { status: 503, headers: { "retry-after": "30" } };
    });
    const second = errorOf(client.contacts.read(id, { signal: waiting.signal }));
    expect(await second).toMatchObject({ code: "ABORTED" });
  });

  test("recognizes a response that is not from Rapport", async () => {
    failFirst({ status: 200, body: "<html>" });
    expect(await errorOf(client.contacts.read(id))).toMatchObject({
      status: 200,
      code: "UNEXPECTED_ANSWER",
    });
    rapport.proxy.clear();
    failFirst({ status: 302, headers: { location: "https://example.com/" } });
    expect(await errorOf(client.contacts.read(id))).toMatchObject({
      status: 302,
      code: "UNEXPECTED_ANSWER",
    });
  });

  test("sends secrets only over TLS or within this machine", () => {
    const options = { clientId: "c", clientSecret: "s", scope: SCOPE };
    const open = (baseUrl: string, allowInsecure = false) =>
      createPublicClient({ ...options, baseUrl, allowInsecure });
    for (const baseUrl of [
      "http://rapport.example",
      "ftp://localhost",
      "rapport",
      "https://a:b@c",
    ]) {
      expect(() => open(baseUrl), baseUrl).toThrow(/baseUrl/);
    }
    for (const baseUrl of ["https://rapport.example/", "http://[::1]:3000", "http://localhost"]) {
      expect(() => open(baseUrl), baseUrl).not.toThrow();
    }
    expect(() => open("http://rapport.example", true)).not.toThrow();
    expect(() => createWorkspaceClient({ baseUrl: "https://x", apiKey: "a\nb" })).toThrow(/apiKey/);
  });
});

// The client never sees which database answers.
describe("a client that loses responses", () => {
  let rapport: TestRapport;
  let client: PublicClient;
  let id: number;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
    client = await rapport.publicClient();
    id = (await client.contacts.create({ email: "ada@example.com" })).id;
  });
  beforeEach(() => rapport.proxy.clear());
  afterAll(() => rapport[Symbol.asyncDispose]());

  const failFirst = (fault: Fault, times = 1) =>
    rapport.proxy.fail((_, n) => (n <= times ? fault : undefined));
  const arrived = () => rapport.proxy.requests.length;

  test("retries reads and updates after broken connections", async () => {
    failFirst(BROKEN, 2);
    expect((await client.contacts.read(id)).id).toBe(id);
    expect(arrived()).toBe(3);
    rapport.proxy.clear();
    failFirst(LOST);
    await client.contacts.update(id, "firstname", "Ada");
    expect(arrived()).toBe(2);
    expect((await client.contacts.read(id)).properties.firstname).toBe("Ada");
  });

  test("does not repeat an update of one version, because the repetition would be refused", async () => {
    failFirst(LOST);
    const error = await errorOf(client.contacts.update(id, { city: "London" }, { ifVersion: 1 }));
    expect(error).toMatchObject({ status: 0, code: "CONNECTION_FAILED" });
    expect(error.message).toContain("The change may have been made");
    expect(arrived()).toBe(1);
  });

  test("treats a repeated delete whose response was lost as a success", async () => {
    const doomed = await client.leads.create({ name: "doomed" });
    rapport.proxy.clear();
    failFirst(LOST);
    await client.leads.delete(doomed.id);
    expect(arrived()).toBe(2);
    expect((await errorOf(client.leads.delete(doomed.id))).code).toBe("NOT_FOUND");
  });

  test("creates one record if the response to a Workspace POST is lost", async () => {
    const workspace = await rapport.workspaceClient();
    failFirst(LOST, 2);
    const made = await workspace.contacts.create({ email: "once@example.com" });
    expect(arrived()).toBe(3);
    const keys = rapport.proxy.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
    rapport.proxy.clear();
    const { items } = await workspace.contacts.list().page();
    expect(items).toEqual([made]);
  });

  test("uses the caller's idempotency key", async () => {
    const workspace = await rapport.workspaceClient();
    const again = () =>
      workspace.deals.create(
        { name: "d", amount: 1, currency: "GBP" },
        { idempotencyKey: "import-1" },
      );
    expect((await again()).id).toBe((await again()).id);
    const other = { name: "other", amount: 1, currency: "GBP" };
    const error = await errorOf(workspace.deals.create(other, { idempotencyKey: "import-1" }));
    expect(error).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });
});

// The server counts requests in memory, so the database does not matter.
describe("a client that exceeds the rate limit", () => {
  test("waits until the server accepts its requests again", async () => {
    await using rapport = await startRapport("sqlite", { rateLimit: 5 });
    const workspace = await rapport.workspaceClient();
    const made = await Promise.all(
      Array.from({ length: 7 }, (_, n) =>
        workspace.contacts.create({ email: `c${n}@example.com` }),
      ),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(7);
    expect(rapport.proxy.requests.length).toBeGreaterThan(7);
    const impatient = await rapport.workspaceClient({ retries: 0 });
    const refused = await Promise.allSettled(
      Array.from({ length: 6 }, () => impatient.contacts.list().page()),
    );
    const error = refused.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(error.reason).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(error.reason.retryAfter).toBeGreaterThan(0);
  });
});
