import { setTimeout as sleep } from "node:timers/promises";
import { setQuota } from "@rapport/core";
import { openDatabase, records } from "@rapport/db";
import { type AnyJson, CITUS_URL, DIALECTS, runSql } from "@rapport/testing";
import { describe, expect, it } from "vitest";
import { type Answer, type Caller, sharedApp, startApp, type TestApp } from "../support/app.ts";
import { restOf } from "../support/feed.ts";

const contacts = "/api/crm/objects/contacts";

/** A project with what the requests of `MIXED` need. */
interface Prepared {
  readonly app: TestApp;
  readonly caller: Caller;
  readonly company: string;
  readonly contact: string;
  readonly deleted: string;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly json: object;
  readonly headers?: Record<string, string>;
}

const properties = (values: Record<string, unknown>) => ({ properties: values });
const to = (object: string, id: string, type?: string) => {
  return { to: { object, id }, ...(type && { type }) };
};

/** Requests that do not touch what another one touches, so that their order changes no answer. */
const MIXED = {
  "a create": (_: Prepared, n: number) =>
    post(contacts, properties({ email: `new${n}@example.com` })),
  "a create with the short answer": (_: Prepared, n: number) =>
    post("/api/objects/contacts", properties({ email: `short${n}@example.com` })),
  "a create with an association": ({ company }: Prepared, n: number) =>
    post(contacts, {
      ...properties({ email: `at${n}@example.com`, firstname: "Ada" }),
      associations: [to("company", company)],
    }),
  "a create with a key": (_: Prepared, n: number) =>
    keyed(`new-${n}`, properties({ email: `k${n}@example.com` })),
  "a create with a key that has an answer": (_: Prepared, n: number) => used(n),
  "a create with a key of another request": (_: Prepared, n: number) =>
    keyed(`used ${n + 3}`, properties({ email: "other@example.com" })),
  "a create with a taken email": () => post(contacts, properties({ email: "ada@example.com" })),
  "a create with an invalid email": () => post(contacts, properties({ email: "ada" })),
  "a create with an unknown property": () => post(contacts, properties({ emial: "a@b.example" })),
  "a create of nothing": () => post(contacts, properties({})),
  "a create with a missing company": () =>
    post(contacts, {
      ...properties({ email: "nowhere@example.com" }),
      associations: [to("company", "999999999")],
    }),
  "a create with a missing company and an invalid email": () =>
    post(contacts, {
      ...properties({ email: "ada" }),
      associations: [to("company", "999999999"), to("company", "1", "no_such_label")],
    }),
  "an update": ({ contact }: Prepared) =>
    patch(contact, { internal_name: "city", value: "London" }),
  "an update that clears": ({ contact }: Prepared) => patch(contact, { internal_name: "jobtitle" }),
  "an update to a taken email": ({ contact }: Prepared) =>
    patch(contact, { internal_name: "email", value: "ada@example.com" }),
  "an update of a read-only property": ({ contact }: Prepared) =>
    patch(contact, { internal_name: "createdate", value: "2026-01-01" }),
  "an update of a missing record": () =>
    patch("999999999", { internal_name: "city", value: "London" }),
  "an update of a deleted record": ({ deleted }: Prepared) =>
    patch(deleted, { internal_name: "city", value: "London" }),
  "an update of another version": ({ contact }: Prepared) =>
    patch(contact, { internal_name: "city", value: "London", ifVersion: 77 }),
  "an upsert of a new value": (_: Prepared, n: number) => upsert({ email: `up${n}@example.com` }),
  "an upsert of a known value": () => upsert({ email: "known@example.com", lastname: "Hopper" }),
  "an upsert without a value": () => upsert({ lastname: "Lovelace" }),
} satisfies Record<string, (at: Prepared, n: number) => Request>;

function post(path: string, json: object): Request {
  return { method: "POST", path, json };
}

function keyed(key: string, json: object): Request {
  return { ...post(contacts, json), headers: { "Idempotency-Key": key } };
}

function used(n: number): Request {
  return keyed(`used ${n}`, properties({ email: `used${n}@example.com` }));
}

function patch(id: string, json: object): Request {
  return {
    ...{ method: "PATCH", path: `${contacts}/${id}`, json },
    headers: { Prefer: "return=representation" },
  };
}

function upsert(values: Record<string, unknown>): Request {
  return post(`${contacts}/upsert`, { idProperty: "email", ...properties(values) });
}

async function prepare(app: TestApp): Promise<Prepared> {
  const caller = await app.caller();
  const make = async (path: string, values: Record<string, unknown>) =>
    String((await call(app, caller, post(path, properties(values)))).body.data.id);
  const company = await make("/api/crm/objects/companies", { name: "Engines" });
  const contact = await make(contacts, { email: "ada@example.com", city: "London" });
  await make(contacts, { email: "known@example.com" });
  const deleted = await make(contacts, { email: "gone@example.com" });
  await call(app, caller, { method: "DELETE", path: `${contacts}/${deleted}`, json: {} });
  for (let n = 0; n < 6; n++) await call(app, caller, used(n));
  return { app, caller, company, contact, deleted };
}

function call(
  app: TestApp,
  { token }: Caller,
  { method, path, json, headers = {} }: Request,
): Promise<Answer> {
  return app.call(method, path, { token, json, headers });
}

/** Returns what an answer says, without the ids, times and versions in it. */
function said({ status, headers, body }: Answer) {
  const replayed = headers.get("Idempotent-Replayed");
  const text = JSON.stringify(body)
    .replace(/"(requestId|updatedAt|createdAt|version)":("[^"]*"|\d+)/g, '"$1":0')
    .replace(/\d+/g, "0");
  return { status, replayed, body: JSON.parse(text) as AnyJson };
}

describe.each(DIALECTS)("concurrent writes of one record on %s", (dialect) => {
  it("are answered as one after the other", async () => {
    await using app = await sharedApp(dialect);
    const alone = await prepare(app);
    const together = await prepare(app);
    const wanted = Object.entries(MIXED).flatMap(([name, requestOf]) =>
      [0, 1, 2].map((n) => ({ name, requestOf: (at: Prepared) => requestOf(at, n) })),
    );
    const one: [string, unknown][] = [];
    for (const { name, requestOf } of wanted) {
      one.push([name, said(await call(app, alone.caller, requestOf(alone)))]);
    }
    const all = await Promise.all(
      wanted.map(async ({ name, requestOf }): Promise<[string, unknown]> => {
        return [name, said(await call(app, together.caller, requestOf(together)))];
      }),
    );
    expect(all).toEqual(one);
  });

  it("leave one entry of the history and one event each", async () => {
    await using app = await sharedApp(dialect);
    const { caller } = await prepare(app);
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call(app, caller, MIXED["a create"](UNUSED, n))),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    const ids = created.map(({ body }) => String(body.data.id));
    expect(new Set(ids).size).toBe(40);
    for (const id of ids) {
      const path = `${contacts}/${id}/history`;
      const { body } = await app.call("GET", path, { token: caller.token });
      expect(body.data.results.map((entry: AnyJson) => entry.action)).toEqual(["created"]);
    }
    const createdInFeed = async () =>
      (await restOf(app, caller.token)).events
        .filter(({ type }) => type === "contact.created")
        .map(({ data }) => String(data.id))
        .filter((id) => ids.includes(id))
        .sort();
    await expect.poll(createdInFeed, { timeout: 20_000 }).toEqual(ids.toSorted());
  });

  it("of the same record lose no change", async () => {
    await using app = await sharedApp(dialect);
    const { caller, contact } = await prepare(app);
    const values = Array.from({ length: 40 }, (_, n) => `City ${n}`);
    const answers = await Promise.all(
      values.map((value) => call(app, caller, patch(contact, { internal_name: "city", value }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 200));
    const versions = answers.map(({ body }) => body.data.version as number);
    expect(versions.toSorted((a, b) => a - b)).toEqual(values.map((_, n) => n + 2));
    const { body } = await app.call("GET", `${contacts}/${contact}/history?limit=100`, {
      token: caller.token,
    });
    const cities = body.data.results
      .filter(({ action }: AnyJson) => action === "updated")
      .map(({ changes }: AnyJson) => changes[0])
      .map(({ old, new: value }: AnyJson) => [old, value]);
    expect(cities.map(([, value]: string[]) => value).sort()).toEqual(values.toSorted());
    expect(new Set(cities.map(([old]: string[]) => old)).size).toBe(40);
  });

  it("with one key make one record", async () => {
    await using app = await sharedApp(dialect);
    const { caller } = await prepare(app);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        call(app, caller, keyed(`key ${n % 4}`, properties({ email: `one${n % 4}@example.com` }))),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(4);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => "CONFLICT"));
  });

  it("keep a quota", async () => {
    await using app = await sharedApp(dialect);
    const { caller } = await prepare(app);
    // A company, two contacts and six others were made.
    await setQuota(app.deps, caller.tenantId, { records: 19 });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call(app, caller, MIXED["a create"](UNUSED, n))),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(10);
    expect(codes.filter((code) => code === "QUOTA")).toHaveLength(30);
  });

  it("keep the limit of a label", async () => {
    await using app = await sharedApp(dialect);
    const { caller, company } = await prepare(app);
    const label = await app.call("POST", "/api/crm/association-labels/contacts/companies", {
      token: caller.token,
      json: {
        ...{ key: "owner", label: "Owner", inverseKey: "owned", inverseLabel: "Owned" },
        maxPerTarget: 1,
      },
    });
    expect(label.status, JSON.stringify(label.body)).toBe(201);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call(
          app,
          caller,
          post(contacts, {
            ...properties({ email: `owner${n}@example.com` }),
            associations: [to("company", company, "owner")],
          }),
        ),
      ),
    );
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.toSorted()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => "ASSOCIATION_LIMIT"),
    ]);
  });
});

const UNUSED = {} as Prepared;

// On a cluster the tests cannot add triggers, and transactions have other ids on each node.
describe.skipIf(CITUS_URL !== undefined)("concurrent writes on postgres", () => {
  it("share transactions", async () => {
    await using app = await sharedApp("postgres");
    const { caller } = await prepare(app);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => call(app, caller, MIXED["a create"](UNUSED, n))),
    );
    const [row] = await runSql(
      app.databaseUrl,
      `select count(distinct xmin::text) as transactions from records
       where project_id = ${caller.projectId}`,
    );
    expect(Number((row as { transactions: string }).transactions)).toBeLessThan(50);
  });

  it("do not wait for a record that is locked", async () => {
    await using app = await sharedApp("postgres");
    const { caller, contact } = await prepare(app);
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call(app, caller, MIXED["a create"](UNUSED, n))),
    );
    const set = (id: string) =>
      call(app, caller, patch(id, { internal_name: "city", value: "Rome" }));
    const db = openDatabase(app.databaseUrl);
    const ids = [contact, ...others.map(({ body }) => String(body.data.id))];
    const locked: ReturnType<typeof call>[] = [];
    await db.transaction(async (tx) => {
      for (const id of ids.slice(0, 3)) await records.lockRecord(tx, caller, "contact", Number(id));
      // The first two are written alone, and keep the others waiting.
      locked.push(...ids.slice(0, 2).map(set));
      await Promise.race([...locked, sleep(200)]);
      locked.push(set(String(ids[2])));
      const answers = await Promise.all(ids.slice(3).map(set));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });
    await db.close();
    expect((await Promise.all(locked)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("do not fail because one of them does", async () => {
    await using app = await startApp({ dialect: "postgres" });
    const { caller } = await prepare(app);
    await addTrigger(app, "raise exception 'no'");
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        call(app, caller, MIXED["a create"](UNUSED, n === 20 ? 666 : n)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, n) => (n === 20 ? 500 : 201)),
    );
    expect(await countEmails(app)).toBe(39);
  });

  it("are written once if their connection breaks", async () => {
    await using app = await startApp({ dialect: "postgres" });
    const { caller } = await prepare(app);
    await addTrigger(app, "perform pg_sleep(1)");
    const under = Array.from({ length: 40 }, (_, n) =>
      call(app, caller, MIXED["a create with a key"](UNUSED, n === 20 ? 666 : n)),
    );
    await sleep(500);
    await runSql(
      app.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    const answers = await Promise.all(under);
    const made = answers.filter(({ status }) => status === 201);
    expect(
      answers.filter(({ status }) => status !== 201).every(({ status }) => status === 503),
    ).toBe(true);
    expect(await countEmails(app)).toBe(made.length);
  });
});

/** Adds a trigger that runs for the contact with the number 666. */
async function addTrigger(app: TestApp, action: string): Promise<void> {
  await runSql(
    app.databaseUrl,
    `create function act_on_666() returns trigger language plpgsql as $$
     begin
       if new.properties->>'email' like '%666@example.com' then ${action}; end if;
       return new;
     end $$;
     create trigger act_on_666 before insert on records for each row execute function act_on_666()`,
  );
}

/** Counts the contacts that the requests of `MIXED` have made. */
async function countEmails(app: TestApp): Promise<number> {
  const [row] = await runSql(
    app.databaseUrl,
    "select count(*) as found from records where properties->>'email' ~ '^(new|k)[0-9]+@'",
  );
  return Number((row as { found: string }).found);
}
