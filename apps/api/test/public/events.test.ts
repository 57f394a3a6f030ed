import { createRecord, type Principal, tidy } from "@rapport/core";
import { feed, joinTransaction } from "@rapport/db";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { createContact, numbered, pageOf, restOf } from "../support/feed.ts";

const DAY = 24 * 60 * 60 * 1000;
const PATH = "/api/crm/events";

describe.each(DIALECTS)("the feed of changes on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const patch = (caller: Caller, id: number, internal_name: string, value: unknown) =>
    app.call("PATCH", `/api/crm/objects/contacts/${id}`, {
      token: caller.token,
      json: { internal_name, value },
    });
  const refusalOf = async (token: string, query: string) => {
    const { status, body } = await app.call("GET", `${PATH}${query}`, { token });
    return { status, code: body.code, message: body.message, issues: body.issues };
  };

  test("200: every change of a record in the order of its versions, each with the whole record", async () => {
    const caller = await app.caller();
    const id = await createContact(app, caller, "ada@example.com");
    const path = `/api/crm/objects/contacts/${id}`;
    await patch(caller, id, "firstname", "Ada");
    const read = (await app.call("GET", path, { token: caller.token })).body.data;
    await app.call("DELETE", path, { token: caller.token });
    await numbered(app);
    const { events } = await restOf(app, caller.token);
    expect(events.map(({ type, data }) => [type, data.version])).toEqual([
      ["contact.created", 1],
      ["contact.updated", 2],
      ["contact.deleted", 3],
    ]);
    expect(events[1]).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      type: "contact.updated",
      timestamp: events[1]?.data.updatedAt,
      data: {
        ...read,
        object: "contact",
        createdAt: events[0]?.timestamp,
        updatedAt: events[1]?.timestamp,
        version: 2,
        changes: { firstname: { old: null, new: "Ada" } },
      },
    });
    expect(events[2]?.data.deletedAt).toBe(events[2]?.timestamp);
  });

  test("200: associations and template changes have an object, an id and a growing version", async () => {
    const caller = await app.caller();
    const company = await app.call("POST", "/api/objects/companies", {
      token: caller.token,
      json: { properties: [{ internal_name: "name", value: "Engines" }] },
    });
    const to = { object: "company", id: String(company.body.data.id) };
    const contact = await app.call("POST", "/api/objects/contacts", {
      token: caller.token,
      json: {
        properties: [{ internal_name: "email", value: "ada@example.com" }],
        associations: [{ to }],
      },
    });
    await numbered(app);
    const { events } = await restOf(app, caller.token);
    expect(events[1]?.data.associations).toEqual({
      company: [{ id: to.id, type: "contact_to_company" }],
    });
    expect(events[2]).toMatchObject({
      type: "association.created",
      data: {
        object: "association",
        id: `${contact.body.data.id}-${to.id}`,
        version: expect.any(Number),
        label: "contact_to_company",
        from: { object: "contact", id: String(contact.body.data.id) },
        to,
      },
    });
  });

  test("pages leave out and repeat no event, and nextCursor is never null", async () => {
    const caller = await app.caller();
    for (let i = 0; i < 7; i++) await createContact(app, caller, `c${i}@example.com`);
    await numbered(app);
    const inPages = await restOf(app, caller.token, undefined, "limit=2");
    const emails = inPages.events.map(({ data }) => data.properties.email);
    expect(emails).toEqual(Array.from({ length: 7 }, (_, i) => `c${i}@example.com`));
    const end = await pageOf(app, caller.token, `?cursor=${inPages.cursor}`);
    expect(end).toEqual({ results: [], nextCursor: expect.any(String), hasMore: false });
    await createContact(app, caller, "late@example.com");
    await numbered(app);
    const late = await pageOf(app, caller.token, `?cursor=${end.nextCursor}`);
    expect(late.results.map(({ data }) => data.properties.email)).toEqual(["late@example.com"]);
  });

  test("from=now: only a cursor, from which what comes later is read", async () => {
    const caller = await app.caller();
    await createContact(app, caller, "early@example.com");
    await numbered(app);
    const now = await pageOf(app, caller.token, "?from=now");
    expect(now).toEqual({ results: [], nextCursor: expect.any(String), hasMore: false });
    await createContact(app, caller, "late@example.com");
    await numbered(app);
    const { events } = await restOf(app, caller.token, now.nextCursor);
    expect(events.map(({ data }) => data.properties.email)).toEqual(["late@example.com"]);
  });

  test("types: only the named types, with patterns, and a cursor works with others too", async () => {
    const caller = await app.caller();
    const id = await createContact(app, caller, "ada@example.com");
    await patch(caller, id, "firstname", "Ada");
    await patch(caller, id, "firstname", "Augusta");
    await numbered(app);
    const typesOf = async (query: string) =>
      (await pageOf(app, caller.token, query)).results.map(({ type }) => type);
    expect(await typesOf("?types=contact.created")).toEqual(["contact.created"]);
    expect(await typesOf("?types=contact.*,deal.created")).toHaveLength(3);
    expect(await typesOf("?types=deal.*,template.status_changed")).toEqual([]);
    const { nextCursor } = await pageOf(app, caller.token, "?types=contact.created&limit=1");
    expect(await typesOf(`?types=contact.updated&cursor=${nextCursor}`)).toHaveLength(2);
  });

  test("shows only what the token may read: both types of an association", async () => {
    const caller = await app.caller();
    const { body } = await app.call("POST", "/api/objects/companies", {
      token: caller.token,
      json: { properties: [{ internal_name: "name", value: "Engines" }] },
    });
    const associations = [{ to: { object: "company", id: String(body.data.id) } }];
    const properties = [{ internal_name: "email", value: "ada@example.com" }];
    const json = { properties, associations };
    await app.call("POST", "/api/objects/contacts", { token: caller.token, json });
    await numbered(app);
    const typesWith = async (scope: string) => {
      const { token } = await app.caller({ scope, projectId: caller.projectId });
      return (await restOf(app, token)).events.map(({ type }) => type);
    };
    const [events, contacts, companies] = [
      "crm.events.read",
      "crm.contacts.read",
      "crm.companies.read",
    ];
    expect(await typesWith(events)).toEqual([]);
    expect(await typesWith(`${events} ${contacts}`)).toEqual(["contact.created"]);
    expect(await typesWith(`${events} ${companies}`)).toEqual(["company.created"]);
    expect(await typesWith(`${events} ${contacts} ${companies}`)).toEqual([
      "company.created",
      "contact.created",
      "association.created",
    ]);
  });

  test("403: without crm.events.read, and for a type that the token may not read", async () => {
    const without = await app.caller({ scope: "crm.contacts.read" });
    expect(await refusalOf(without.token, "")).toMatchObject({
      status: 403,
      code: "INSUFFICIENT_SCOPE",
      message: expect.stringContaining("crm.events.read"),
    });
    const { token } = await app.caller({ scope: "crm.events.read crm.contacts.read" });
    const refused = async (types: string) => {
      const { status, message } = await refusalOf(token, `?types=${types}`);
      return [status, message] as const;
    };
    expect(await refused("contact.*,deal.created")).toEqual([
      403,
      expect.stringContaining("crm.deals.read"),
    ]);
    expect(await refused("template.*")).toEqual([403, expect.stringContaining("templates:read")]);
    expect((await app.call("GET", `${PATH}?types=contact.*`, { token })).status).toBe(200);
  });

  test("403: names the scopes that events of associations need", async () => {
    const { token } = await app.caller({ scope: "crm.events.read" });
    const query = `${PATH}?types=association.created`;
    const { status, body, headers } = await app.call("GET", query, { token });
    expect([status, body.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect(body.message).toMatch(
      /^Events of associations need .* The credential lacks all of .*crm\.companies\.read/,
    );
    expect(headers.get("www-authenticate")).toMatch(
      /error="insufficient_scope", scope="[^"]*crm\.companies\.read/,
    );
    const one = await app.caller({ scope: "crm.events.read crm.contacts.read" });
    expect((await app.call("GET", query, { token: one.token })).status).toBe(200);
  });

  test.each(["", "/stream"])(
    "403 before 400: a type that the token may not read, beside faults of the query of %s",
    async (path) => {
      const { token } = await app.caller({ scope: "crm.events.read crm.contacts.read" });
      for (const query of [
        "limit=0&types=deal.updated",
        "from=then&types=deal.*",
        "types=foo.bar,deal.updated",
        "types=*,deal.updated",
        "types=,deal.updated&cursor=abc&foo=1",
      ]) {
        expect([query, (await refusalOf(token, `${path}?${query}`)).status]).toEqual([query, 403]);
      }
      for (const query of ["types=foo.bar,contact.updated", "types=*", "foo=1&types=contact.*"]) {
        expect([query, (await refusalOf(token, `${path}?${query}`)).status]).toEqual([query, 400]);
      }
    },
  );

  test.each([
    ["an unknown type", "?types=contact.renamed", ["types"]],
    ["the event of a test", "?types=webhook.test", ["types"]],
    ["every type at once", "?types=*", ["types"]],
    ["a list with an empty name", "?types=contact.*,", ["types"]],
    ["a limit of 0", "?limit=0", ["limit"]],
    ["a limit of 201", "?limit=201", ["limit"]],
    ["a cursor that is none", "?cursor=abc", ["cursor"]],
    ["another word than now", "?from=then", ["from"]],
    ["a member that is not known", "?since=now", ["since"]],
    [
      "several faults",
      "?limit=x&cursor=abc&types=a,b&foo=1",
      ["limit", "cursor", "foo", "types", "types"],
    ],
  ])("400: %s", async (_, query, paths) => {
    const { token } = await app.caller();
    const { status, issues } = await refusalOf(token, query);
    expect([status, issues.map(({ path }: { path: string }) => path).toSorted()]).toEqual([
      400,
      paths.toSorted(),
    ]);
  });

  test("400: a cursor of another project or of a list, and both cursor and from", async () => {
    const [one, other] = [await app.caller(), await app.caller()];
    const { nextCursor } = await pageOf(app, one.token, "?from=now");
    expect((await refusalOf(other.token, `?cursor=${nextCursor}`)).status).toBe(400);
    expect((await refusalOf(one.token, `?cursor=${nextCursor}&from=now`)).status).toBe(400);
    expect((await app.call("GET", `/templates?cursor=${nextCursor}`, one)).status).toBe(400);
  });

  test("400 for an unknown type lists the known ones", async () => {
    const { token } = await app.caller();
    const { issues } = await refusalOf(token, "?types=contact.renamed");
    expect(issues[0]).toMatchObject({ code: "event_type_unknown" });
    expect(issues[0].allowed).toContain("contact.updated");
    expect(issues[0].allowed).not.toContain("webhook.test");
  });

  test("410: a cursor whose events are no longer kept; without a cursor, the oldest that are", async () => {
    const caller = await app.caller();
    const start = await pageOf(app, caller.token, "?from=now");
    await createContact(app, caller, "old@example.com");
    await numbered(app);
    const now = await pageOf(app, caller.token, "?from=now");
    await tidy(app.deps, new Date(Date.now() + 29 * DAY));
    expect((await restOf(app, caller.token)).events).toHaveLength(1);
    await tidy(app.deps, new Date(Date.now() + 31 * DAY));
    const expired = await refusalOf(caller.token, `?cursor=${start.nextCursor}`);
    expect(expired).toMatchObject({ status: 410, code: "CURSOR_EXPIRED" });
    expect((await restOf(app, caller.token)).events).toEqual([]);
    await createContact(app, caller, "new@example.com");
    await numbered(app);
    for (const cursor of [undefined, now.nextCursor]) {
      const { events } = await restOf(app, caller.token, cursor);
      expect(events.map(({ data }) => data.properties.email)).toEqual(["new@example.com"]);
    }
  });

  test("200: events that are kept follow in full pages of any size, although older ones between them are gone", async () => {
    const caller = await app.caller();
    const emails = Array.from({ length: 12 }, (_, i) => `${i}@example.com`);
    for (const [i, email] of emails.entries()) {
      const properties = [{ internal_name: "email", value: email }];
      const at = new Date(Date.now() - (i % 3 === 1 ? 60 : 0) * DAY).toISOString();
      await createRecord(
        { deps: app.deps, principal: principalOf(caller) },
        "contact",
        { properties },
        { createdAt: at },
      );
    }
    await numbered(app);
    await tidy(app.deps);
    const kept = emails.filter((_, i) => i % 3 !== 1);
    for (const limit of [1, 2, 3, 5, 50]) {
      const { events } = await restOf(app, caller.token, undefined, `limit=${limit}`);
      expect(events.map(({ data }) => data.properties.email)).toEqual(kept);
    }
  });

  test("410: a cursor whose events are purged just before they are listed; without a cursor, those that are kept", async () => {
    const caller = await app.caller();
    const start = await pageOf(app, caller.token, "?from=now");
    for (let i = 0; i < 5; i++) await createContact(app, caller, `c${i}@example.com`);
    await numbered(app);
    purgeBeforeList(app, caller, 2);
    const expired = await refusalOf(caller.token, `?cursor=${start.nextCursor}`);
    expect(expired).toMatchObject({ status: 410, code: "CURSOR_EXPIRED" });
    purgeBeforeList(app, caller, 2);
    const { results } = await pageOf(app, caller.token);
    expect(results.map(({ data }) => data.properties.email)).toEqual(["c4@example.com"]);
  });

  test("410: a cursor from before the database was restored from a backup", async () => {
    const caller = await app.caller();
    const { nextCursor } = await pageOf(app, caller.token, "?from=now");
    await app.deps.db.kysely.updateTable("feed_epoch").set({ epoch: null }).execute();
    const refused = await refusalOf(caller.token, `?cursor=${nextCursor}`);
    expect(refused).toMatchObject({ status: 410, code: "CURSOR_EXPIRED" });
    const again = await pageOf(app, caller.token, "?from=now");
    expect((await pageOf(app, caller.token, `?cursor=${again.nextCursor}`)).hasMore).toBe(false);
  });

  test("a feed of more events than one call examines is read to its end", async () => {
    const caller = await app.caller();
    const at = new Date().toISOString();
    const rows = Array.from({ length: 4_100 }, (_, i) => ({
      ...{ project_id: caller.projectId, message_id: `m${i}`, created_at: at, pending: 1 },
      ...{ type: i === 4_090 ? "deal.created" : "contact.updated" },
      ...{ subject: i === 4_090 ? "deal" : "contact", payload: "{}" },
    }));
    for (let i = 0; i < rows.length; i += 1_000) {
      const some = rows.slice(i, i + 1_000);
      await app.deps.db.kysely.insertInto("events").values(some).execute();
    }
    await numbered(app);
    const first = await pageOf(app, caller.token, "?types=deal.*");
    expect([first.results.length, first.hasMore]).toEqual([0, true]);
    const { events } = await restOf(app, caller.token, undefined, "types=deal.*");
    expect(events.map(({ id }) => id)).toEqual(["m4090"]);
    expect((await restOf(app, caller.token)).events).toHaveLength(4_100);
  });

  test.runIf(dialect === "postgres")(
    "an event of a transaction that commits late comes after those already read",
    async () => {
      const caller = await app.caller();
      const principal = principalOf(caller);
      const { db, schemas, quotas } = app.deps;
      const held = Promise.withResolvers<void>();
      const isWritten = Promise.withResolvers<void>();
      const late = db.transaction(async (tx) => {
        const deps = { db: joinTransaction(db, tx), schemas: schemas.within(tx), quotas };
        const properties = [{ internal_name: "email", value: "late@example.com" }];
        await createRecord({ deps, principal }, "contact", { properties });
        isWritten.resolve();
        await held.promise;
      });
      await isWritten.promise;
      await createContact(app, caller, "first@example.com");
      await numbered(app);
      const before = await restOf(app, caller.token);
      held.resolve();
      await late;
      await numbered(app);
      const after = await restOf(app, caller.token, before.cursor);
      const emails = [before, after].map(({ events }) =>
        events.map(({ data }) => data.properties.email),
      );
      expect(emails).toEqual([["first@example.com"], ["late@example.com"]]);
      const [first, second] = await db.kysely
        .selectFrom("events")
        .select("payload")
        .where("project_id", "=", caller.projectId)
        .orderBy("id")
        .execute();
      expect(
        [first?.payload, second?.payload].map((text) => String(text).includes("late@")),
      ).toEqual([true, false]);
    },
  );
});

/** Purges a project's oldest events right before the next statement that lists events. */
function purgeBeforeList({ deps: { db } }: TestApp, caller: Caller, count: number) {
  const { projectId } = caller;
  const execute = db.execute.bind(db);
  const spy = vi.spyOn(db, "execute").mockImplementation(async (query, values) => {
    if (query.name !== "feed_list" || values[0] !== projectId) return execute(query, values);
    spy.mockRestore();
    const before = new Date(Date.now() + DAY).toISOString();
    await db.transaction((tx) => feed.purgeFeed(tx, { projectId }, before, count));
    return execute(query, values);
  });
}

function principalOf({ tenantId, projectId }: Caller): Principal {
  return { kind: "system", id: "test", tenantId, projectId, scopes: new Set() };
}
