import { setTimeout as delay } from "node:timers/promises";
import { disableClient } from "@rapport/core";
import { type AnyJson, DIALECTS } from "@rapport/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { createContact, numbered, pageOf } from "../support/feed.ts";

const PATH = "/api/crm/events/stream";

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** What arrived so far. */
  text(): string;
  /** The events that arrived so far, with their ids. */
  events(): readonly { readonly cursor: string; readonly event: AnyJson }[];
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

describe.each(DIALECTS)("the stream of changes on %s", (dialect) => {
  // Places and timers are kept in memory, and these checks come before any statement.
  const onSqlite = test.runIf(dialect === "sqlite");
  let app: TestApp;
  const open: Stream[] = [];
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function openStream(
    token: string,
    query = "",
    headers: Record<string, string> = {},
    { url } = app,
  ): Promise<Stream> {
    const closing = new AbortController();
    const response = await fetch(`${url}${PATH}${query}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: closing.signal,
    });
    let text = "";
    const read = async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? [])
        text += decoder.decode(chunk, { stream: true });
    };
    const stream: Stream = {
      status: response.status,
      headers: response.headers,
      text: () => text,
      events: () =>
        [...text.matchAll(/^id: (.+)\ndata: (.+)\n\n/gm)].map(([, cursor = "", data = ""]) => ({
          cursor,
          event: JSON.parse(data),
        })),
      ended: read().catch((error: Error) => {
        if (error.name !== "AbortError") throw error;
      }),
      close: () => closing.abort(),
    };
    open.push(stream);
    return stream;
  }
  const emailsOf = (stream: Stream) =>
    stream.events().map(({ event }) => event.data.properties?.email);

  test("200: text/event-stream with what there is, then what comes", async () => {
    const caller = await app.caller();
    await createContact(app, caller, "early@example.com");
    const stream = await openStream(caller.token);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.headers.get("cache-control")).toContain("no-transform");
    expect(stream.headers.get("content-encoding")).toBeNull();
    await vi.waitFor(() => expect(emailsOf(stream)).toEqual(["early@example.com"]));
    await createContact(app, caller, "late@example.com");
    await vi.waitFor(() =>
      expect(emailsOf(stream)).toEqual(["early@example.com", "late@example.com"]),
    );
    const page = await pageOf(app, caller.token);
    expect(stream.events().map(({ event }) => event)).toEqual(page.results);
  });

  test("Last-Event-ID resumes after that event and overrides the query", async () => {
    const caller = await app.caller();
    for (const name of ["a", "b", "c"]) await createContact(app, caller, `${name}@example.com`);
    const first = await openStream(caller.token);
    await vi.waitFor(() => expect(first.events()).toHaveLength(3));
    first.close();
    const headers = { "Last-Event-ID": first.events()[0]?.cursor ?? "" };
    const second = await openStream(caller.token, "?from=now", headers);
    await vi.waitFor(() => expect(emailsOf(second)).toEqual(["b@example.com", "c@example.com"]));
  });

  test("its ids are cursors of the feed and the other way round", async () => {
    const caller = await app.caller();
    for (const name of ["a", "b", "c"]) await createContact(app, caller, `${name}@example.com`);
    await numbered(app);
    const { nextCursor } = await pageOf(app, caller.token, "?limit=1");
    const stream = await openStream(caller.token, `?cursor=${nextCursor}`);
    await vi.waitFor(() => expect(emailsOf(stream)).toEqual(["b@example.com", "c@example.com"]));
    const { results } = await pageOf(
      app,
      caller.token,
      `?cursor=${stream.events()[0]?.cursor ?? ""}`,
    );
    expect(results.map(({ data }) => data.properties.email)).toEqual(["c@example.com"]);
  });

  test("from=now leaves out what there is, and types what is not named", async () => {
    const caller = await app.caller();
    const id = await createContact(app, caller, "early@example.com");
    await numbered(app);
    const [now, named] = [
      await openStream(caller.token, "?from=now"),
      await openStream(caller.token, "?types=contact.updated"),
    ];
    await app.call("PATCH", `/api/crm/objects/contacts/${id}`, {
      token: caller.token,
      json: { internal_name: "firstname", value: "Ada" },
    });
    for (const stream of [now, named]) {
      await vi.waitFor(() =>
        expect(stream.events().map(({ event }) => event.type)).toEqual(["contact.updated"]),
      );
    }
  });

  test("ends within seconds when its token is revoked or its client disabled", async () => {
    const [one, other] = [await app.caller(), await app.caller()];
    const streams = [await openStream(one.token), await openStream(other.token)];
    const basic = Buffer.from(`${one.clientId}:${one.clientSecret}`).toString("base64");
    await app.call("POST", "/oauth2/revoke", {
      headers: {
        authorization: `Basic ${basic}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token: one.token }).toString(),
    });
    await disableClient(app.deps, other.clientId);
    await Promise.all(streams.map(({ ended }) => ended));
  });

  onSqlite("ends when its token expires", async () => {
    const caller = await app.caller();
    const stream = await openStream(caller.token);
    const now = Date.now.bind(Date);
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 31 * 60_000);
    try {
      await stream.ended;
    } finally {
      clock.mockRestore();
    }
  });

  test("ends when the server stops, which does not wait for it", async () => {
    await using other = await startApp({ dialect });
    const { token } = await other.caller();
    const stream = await openStream(token, "", {}, other);
    await other.stop();
    await stream.ended;
  });

  onSqlite("is logged with the time until it began, not with how long it was open", async () => {
    const { token, projectId } = await app.caller();
    const start = performance.now();
    const stream = await openStream(token);
    const begunMs = performance.now() - start;
    await delay(100);
    stream.close();
    const logged = () =>
      app.deps.db.kysely
        .selectFrom("request_log")
        .select("microseconds")
        .where("project_id", "=", projectId)
        .execute();
    await vi.waitFor(async () => expect(await logged()).toHaveLength(1), { timeout: 10_000 });
    const [row] = await logged();
    expect(Number(row?.microseconds)).toBeLessThanOrEqual(begunMs * 1_000);
  });

  onSqlite("429: more than ten streams of one credential, until one is closed", async () => {
    const { token } = await app.caller();
    const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(token)));
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = await app.call("GET", PATH, { token });
    expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"]);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    streams[0]?.close();
    await vi.waitFor(async () => {
      const stream = await openStream(token);
      expect(stream.status).toBe(200);
    });
  });

  onSqlite(
    "503: more than 500 streams of a process, until one is closed; other requests are served meanwhile",
    async () => {
      const callers = await Promise.all(Array.from({ length: 51 }, () => app.caller()));
      const [last, ...others] = callers.map(({ token }) => token);
      for (const token of others) {
        await Promise.all(Array.from({ length: 10 }, () => openStream(token)));
      }
      expect(open.filter(({ status }) => status === 200)).toHaveLength(500);
      expect((await app.call("GET", "/healthz")).status).toBe(200);
      expect((await app.call("GET", "/api/crm/events", { token: last })).status).toBe(200);
      const refused = await app.call("GET", PATH, { token: last });
      expect([refused.status, refused.body.code]).toEqual([503, "UNAVAILABLE"]);
      expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
      open[0]?.close();
      await vi.waitFor(async () => {
        const stream = await openStream(last ?? "");
        expect(stream.status).toBe(200);
      });
    },
  );

  onSqlite("sends a comment every 15 seconds, from which a client resumes", async () => {
    const caller = await app.caller();
    await createContact(app, caller, "early@example.com");
    // vi.waitFor and expect.poll would move the clock.
    const until = async (isDone: () => boolean) => {
      while (!isDone()) await delay(10);
    };
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const stream = await openStream(caller.token);
      await until(() => stream.events().length === 1);
      const comments = () => stream.text().match(/^: open$/gm) ?? [];
      await vi.advanceTimersByTimeAsync(14_999);
      expect(comments()).toHaveLength(0);
      await vi.advanceTimersByTimeAsync(1);
      await until(() => comments().length === 1);
      await vi.advanceTimersByTimeAsync(15_000);
      await until(() => comments().length === 2);
      const [, cursor] = /^: open\nid: (.+)$/m.exec(stream.text()) ?? [];
      const page = await pageOf(app, caller.token, `?cursor=${cursor}`);
      expect([page.results, page.hasMore]).toEqual([[], false]);
      stream.close();
      await stream.ended;
    } finally {
      vi.useRealTimers();
    }
  });

  onSqlite("HEAD ends at once with the headers of a stream", async () => {
    const { token } = await app.caller();
    const { status, headers, body } = await app.call("HEAD", PATH, { token });
    expect([status, headers.get("content-type"), body]).toEqual([
      200,
      "text/event-stream; charset=utf-8",
      "",
    ]);
  });

  onSqlite("checks in the order of every operation: method, credential, scope, input", async () => {
    const { token } = await app.caller({ scope: "crm.contacts.read" });
    const may = await app.caller({ scope: "crm.events.read crm.contacts.read" });
    const wrongMethod = await app.call("POST", `${PATH}?foo=1`);
    expect([wrongMethod.status, wrongMethod.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await app.call("GET", `${PATH}?foo=1`)).status).toBe(401);
    const lacking = await app.call("GET", `${PATH}?foo=1`, { token });
    expect([lacking.status, lacking.body.message]).toEqual([
      403,
      expect.stringContaining("crm.events.read"),
    ]);
    const faulty = await app.call("GET", `${PATH}?foo=1&types=a&cursor=b`, may);
    expect([faulty.status, faulty.body.issues.map(({ path }: never) => path).toSorted()]).toEqual([
      400,
      ["cursor", "foo", "types"],
    ]);
    expect((await app.call("GET", `${PATH}?types=deal.*`, may)).status).toBe(403);
    const foreign = { ...may, headers: { "Last-Event-ID": "abc" } };
    for (const method of ["GET", "HEAD"]) {
      expect((await app.call(method, PATH, foreign)).status).toBe(400);
    }
    const [{ path }] = (await app.call("GET", PATH, foreign)).body.issues;
    expect(path).toBe("Last-Event-ID");
    expect((await app.call("GET", `${PATH}/`, may)).status).toBe(404);
  });

  test("410: a cursor from before a restore, in JSON as every refusal", async () => {
    const { token } = await app.caller();
    const { nextCursor } = await pageOf(app, token, "?from=now");
    await app.deps.db.kysely.updateTable("feed_epoch").set({ epoch: null }).execute();
    const { status, body } = await app.call("GET", PATH, {
      token,
      headers: { "Last-Event-ID": nextCursor },
    });
    expect([status, body.code, body.issues[0].path]).toEqual([
      ...[410, "CURSOR_EXPIRED", "Last-Event-ID"],
    ]);
  });
});
