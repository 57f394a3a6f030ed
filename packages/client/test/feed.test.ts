import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EventPage, type FullEvent, type PublicClient, RapportError } from "../src/index.ts";
import { startRapport, type TestRapport } from "./support/rapport.ts";

// The client never sees which database answers.
describe("the client of the feed", () => {
  let rapport: TestRapport;
  let client: PublicClient;
  beforeAll(async () => {
    rapport = await startRapport("sqlite");
  });
  beforeEach(async () => {
    rapport.proxy.clear();
    client = await rapport.publicClient();
  });
  afterAll(() => rapport[Symbol.asyncDispose]());

  const addContacts = async (...names: readonly string[]) => {
    for (const name of names) await client.contacts.create({ email: `${name}@example.com` });
  };
  const emailOf = (event: FullEvent) =>
    event.type === "contact.created" ? event.data.properties?.email : event.type;

  test("follows from a cursor, waits at the end, and ends when it is aborted", async () => {
    const cursor = await client.events.now();
    await addContacts("a", "b");
    const stopping = new AbortController();
    const pages: EventPage[] = [];
    const emails = () => pages.flatMap(({ events }) => events.map(emailOf));
    let isLate = false;
    const filter = { cursor, limit: 1, waitMs: 20 };
    for await (const page of client.events.follow(filter, { signal: stopping.signal })) {
      pages.push(page);
      if (emails().length === 2 && !isLate) {
        isLate = true;
        await addContacts("c");
      }
      if (emails().length === 3) stopping.abort();
    }
    expect(emails()).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
    const first = pages.find(({ events }) => events.length > 0);
    const after = await client.events.page({ cursor: first?.cursor });
    expect(after.events.map(emailOf)).toEqual(["b@example.com", "c@example.com"]);
  });

  test("ends when it is aborted while it waits for a page", async () => {
    const stopping = new AbortController();
    rapport.proxy.fail(({ path }) => {
      if (!path.startsWith("/api/crm/events")) return undefined;
      stopping.abort();
      return { hang: true };
    });
    const pages: EventPage[] = [];
    for await (const page of client.events.follow({}, { signal: stopping.signal })) {
      pages.push(page);
    }
    expect(pages).toEqual([]);
  });

  test("selects types", async () => {
    const cursor = await client.events.now();
    const { id } = await client.contacts.create({ email: "a@example.com" });
    await client.contacts.update(id, "firstname", "Ada");
    const types = ["contact.updated"];
    await expect
      .poll(async () => (await client.events.page({ cursor, types })).events)
      .toMatchObject([
        { type: "contact.updated", data: { changes: { firstname: { old: null, new: "Ada" } } } },
      ]);
  });

  test("streams events, and continues where the connection broke", async () => {
    const cursor = await client.events.now();
    await addContacts("a");
    const stopping = new AbortController();
    const emails: unknown[] = [];
    const cursors: string[] = [];
    for await (const one of client.events.stream({ cursor }, { signal: stopping.signal })) {
      emails.push(emailOf(one.event));
      cursors.push(one.cursor);
      if (emails.length === 1) {
        await addContacts("b");
      } else {
        stopping.abort();
      }
    }
    expect(emails).toEqual(["a@example.com", "b@example.com"]);
    const again = new AbortController();
    const place = { cursor: cursors[0] };
    for await (const one of client.events.stream(place, { signal: again.signal })) {
      expect(emailOf(one.event)).toBe("b@example.com");
      again.abort();
    }
  });

  test("streams on after a proxy had no server, and after a token was not issued in time", async () => {
    const impatient = await rapport.publicClient({ timeoutMs: 1_000 });
    const stopping = new AbortController();
    const failed: string[] = [];
    const faults = [
      { on: "/oauth2/token", fault: { hang: true } },
      { on: "/api/crm/events/stream", fault: { status: 502, body: "<h1>Bad Gateway</h1>" } },
      { on: "/api/crm/events/stream", fault: { status: 504, body: "<h1>Timeout</h1>" } },
    ] as const;
    rapport.proxy.fail(({ path }) => {
      const next = faults[failed.length];
      if (next === undefined || !path.startsWith(next.on)) return undefined;
      failed.push(path);
      return next.fault;
    });
    const first = impatient.events.stream({}, stopping).next();
    await Promise.race([first, expect.poll(() => failed, { timeout: 10_000 }).toHaveLength(3)]);
    await impatient.contacts.create({ email: "a@example.com" });
    const { value } = await first;
    expect(value && emailOf(value.event)).toBe("a@example.com");
    stopping.abort();
    expect(failed).toHaveLength(faults.length);
  });

  test("opens a stream again only after the time in Retry-After", async () => {
    const stopping = new AbortController();
    const opened: number[] = [];
    rapport.proxy.fail(({ path }) => {
      if (!path.startsWith("/api/crm/events/stream")) return undefined;
      opened.push(performance.now());
      if (opened.length === 2) stopping.abort();
      return { status: 503, headers: { "retry-after": "2" }, body: "{}" };
    });
    for await (const _ of client.events.stream({}, stopping)) expect.unreachable();
    expect((opened[1] as number) - (opened[0] as number)).toBeGreaterThanOrEqual(1_990);
  });

  test("throws what the server refuses", async () => {
    const cursor = "no cursor";
    const errors = [
      client.events.page({ cursor }),
      client.events.follow({ cursor }).next(),
      client.events.stream({ cursor }).next(),
    ].map((call) => call.then(undefined, (error: unknown) => error));
    for (const error of await Promise.all(errors)) {
      expect(error).toBeInstanceOf(RapportError);
      expect(error).toMatchObject({ code: "INVALID_INPUT", status: 400 });
    }
  });
});
