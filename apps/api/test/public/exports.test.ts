import { gunzipSync } from "node:zlib";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Caller, startApp, type TestApp } from "../support/app.ts";
import { bytesOf, type ExportApi, exportApi, insertContacts } from "../support/exports.ts";
import { type RecordApi, recordApi } from "../support/records.ts";

describe.each(DIALECTS)("/api/crm/exports on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let records: RecordApi;
  let api: ExportApi;
  beforeAll(async () => {
    app = await startApp({ dialect });
  });
  beforeEach(async () => {
    caller = await app.caller();
    records = recordApi(app, caller);
    api = exportApi(app, caller.token);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(plural: string, properties: Record<string, unknown>, to: object[] = []) {
    const items = Object.entries(properties).map(([internal_name, value]) =>
      Array.isArray(value) ? { internal_name, values: value } : { internal_name, value },
    );
    const answer = await app.call("POST", `/api/objects/${plural}`, {
      token: caller.token,
      json: { properties: items, associations: to.map((target) => ({ to: target })) },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data as { id: number; createdAt: string; updatedAt: string };
  }

  test("writes odd values as CSV to the byte", async () => {
    const company = await make("companies", { name: "Acme" });
    const to = [{ object: "company", id: String(company.id) }];
    const made = await make(
      "contacts",
      {
        firstname: 'Ada "the, Countess"',
        lastname: "=1+1",
        email: "ada@example.com",
        phone: "+44 20 7000 2999",
        jobtitle: "\tTab",
        city: "'-kept",
        notes: "first\nsecond\r\n👩‍💻 ünï",
        tags: ["a", "b,c", "@d"],
      },
      to,
    );
    const properties = [
      "firstname",
      "lastname",
      "phone",
      "jobtitle",
      "city",
      "notes",
      "tags",
      "zip",
    ];
    const text = await api.text({ object: "contact", properties, associations: ["company"] });
    expect(text).toBe(
      `id,createdAt,updatedAt,${properties.join(",")},associations.company\r\n` +
        `${made.id},${made.createdAt},${made.updatedAt},"Ada ""the, Countess""",'=1+1,'+44 20 7000 2999,` +
        `'\tTab,''-kept,"first\nsecond\r\n👩‍💻 ünï","a;b,c;@d",,${company.id}\r\n`,
    );
  });

  test.each(["\u0000", "ada\u0000", "\ud800"])("returns 400 for the query %j", async (query) => {
    const json = { object: "contact", query };
    const answer = await app.call("POST", "/api/crm/exports", { token: caller.token, json });
    expect(answer.status).toBe(400);
    expect(answer.body.issues.map(({ path }: { path: string }) => path)).toEqual(["query"]);
  });

  test.each([true, false])(
    "writes nothing again if the server was killed after the last record (gzip: %s)",
    async (gzip) => {
      await insertContacts(app.deps.db, caller.projectId, 3);
      const { id, rows, bytes } = await api.run({ object: "contact", gzip });
      const before = await bytesOf(await api.file(id));
      const { kysely } = app.deps.db;
      await kysely
        .updateTable("jobs")
        .set({ state: "running", ended_at: null })
        .where("project_id", "=", caller.projectId)
        .execute();
      const until = new Date(0).toISOString();
      await kysely
        .insertInto("job_queue")
        .values({ project_id: caller.projectId, until })
        .execute();
      await expect
        .poll(async () => (await api.read(id)).body.data, { timeout: 30_000 })
        .toMatchObject({ state: "done", rows, bytes });
      expect(before.equals(await bytesOf(await api.file(id)))).toBe(true);
    },
  );

  test("writes all properties if none are named, numbers as decimals and keys of stages", async () => {
    const deal = await make("deals", { name: "Engine", amount: "-0.050", currency: "EUR" });
    const [head = "", line = ""] = (await api.text({ object: "deal" })).split("\r\n");
    const cells = new Map(head.split(",").map((name, i) => [name, line.split(",")[i]]));
    expect(Object.fromEntries(cells)).toMatchObject({
      id: String(deal.id),
      amount: "-0.050",
      stage: "new",
      pipeline: "default",
      probability: "0.1",
      description: "",
    });
  });

  test("writes labels and names of associated records on request", async () => {
    const company = await make("companies", { name: "Acme, Ltd" });
    const to = [{ object: "company", id: String(company.id) }];
    const { id, createdAt, updatedAt } = await make("deals", { name: "Engine", stage: "won" }, to);
    const text = await api.text({
      object: "deal",
      properties: ["name", "stage"],
      associations: ["company"],
      labels: true,
    });
    expect(text).toBe(
      `\uFEFFRecord id,Created,Last change,Name,Stage,Companies\r\n` +
        `${id},${createdAt},${updatedAt},Engine,Won,"Acme, Ltd"\r\n`,
    );
  });

  test("writes NDJSON with one record of a read a line", async () => {
    const company = await make("companies", { name: "Acme" });
    const to = [{ object: "company", id: String(company.id) }];
    const { id } = await make("contacts", { email: "a@x.org", tags: ["=x"] }, to);
    const text = await api.text({ object: "contact", associations: ["company"], format: "ndjson" });
    expect(text).toMatch(/^[^\n]+\n$/);
    const read = await records.get(`/api/crm/objects/contacts/${id}?associations=company`);
    expect(JSON.parse(text)).toEqual(read.body.data);
  });

  test("has the records of the search in its order", async () => {
    for (const [firstname, city] of [
      ["Cleo", "Rome"],
      ["Abel", "Rome"],
      ["Dora", "Rome"],
      ["Bert", "Oslo"],
    ]) {
      await make("contacts", { firstname, lastname: "Sorted", email: `${firstname}@x.org`, city });
    }
    const search = {
      filterGroups: [
        { filters: [{ internal_name: "city", operator: "EQ", value: "rome" }] },
        { filters: [{ internal_name: "firstname", operator: "EQ", value: "nobody" }] },
      ],
      query: "sorted",
      sorts: [{ internal_name: "firstname", direction: "DESCENDING" }],
    };
    const text = await api.text({
      object: "contact",
      ...search,
      properties: ["firstname"],
      format: "ndjson",
    });
    const names = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).properties.firstname);
    expect(names).toEqual(["Dora", "Cleo", "Abel"]);
  });

  test("has a header alone if the search finds nothing", async () => {
    expect(await api.text({ object: "ticket", properties: ["name"] })).toBe(
      "id,createdAt,updatedAt,name\r\n",
    );
    expect(await api.text({ object: "ticket", format: "ndjson" })).toBe("");
    const { id } = await api.run({ object: "ticket", format: "ndjson", gzip: true });
    expect(gunzipSync(await bytesOf(await api.file(id)))).toHaveLength(0);
  });

  test("has each record that was there exactly once while others are created", async () => {
    await insertContacts(app.deps.db, caller.projectId, 30_000);
    const running = api.run({ object: "contact", properties: ["email"], gzip: true });
    const others = Array.from({ length: 20 }, (_, i) => make("contacts", { email: `n${i}@x.org` }));
    const [{ id, rows, bytes }] = await Promise.all([running, ...others]);
    const answer = await api.file(id);
    expect(answer.headers.get("content-type")).toBe("application/gzip");
    const packed = await bytesOf(answer);
    expect(packed).toHaveLength(bytes);
    const lines = gunzipSync(packed).toString("utf8").split("\r\n").slice(1, -1);
    expect(lines).toHaveLength(rows);
    const emails = lines.map((line) => line.split(",")[3] ?? "");
    expect(new Set(emails).size).toBe(emails.length);
    expect(emails.filter((email) => email.startsWith("c"))).toHaveLength(30_000);
  });

  test("shows how far it has come, and is in the list, newest first", async () => {
    const first = await api.create({ object: "contact" });
    expect(first.body.data).toMatchObject({ state: "waiting", rows: 0, bytes: 0, expiresAt: null });
    const done = await api.run({ object: "company", format: "ndjson" });
    expect(done).toMatchObject({ state: "done", format: "ndjson", rows: 0, failure: null });
    const page = (query: string) =>
      app.call("GET", `/api/crm/exports?${query}`, { token: caller.token });
    const one = await page("limit=1");
    expect(one.body.data.results).toEqual([done]);
    const two = await page(`limit=1&cursor=${one.body.data.nextCursor}`);
    expect(two.body.data.results[0].id).toBe(first.body.data.id);
    expect(two.body.data.nextCursor).toBeNull();
  });

  test("reports all faults of a definition at once", async () => {
    const answer = await api.create({
      object: "contact",
      filterGroups: [{ filters: [{ internal_name: "nosuch", operator: "EQ", value: "x" }] }],
      properties: ["unknown"],
      associations: ["alien"],
      format: "ndjson",
      labels: true,
      gzip: "yes",
      extra: 1,
    });
    expect(answer.status).toBe(400);
    const paths = answer.body.issues.map(({ path }: { path: string }) => path).sort();
    expect(paths).toEqual([
      "associations.0",
      "extra",
      "filterGroups.0.filters.0.internal_name",
      "gzip",
      "labels",
      "properties.0",
    ]);
    expect((await api.create({ object: "alien" })).body.issues[0].path).toBe("object");
  });

  test("can be cancelled until it has ended", async () => {
    const cancel = (id: number) =>
      app.call("POST", `/api/crm/exports/${id}/cancel`, { token: caller.token });
    const done = await api.run({ object: "contact" });
    const late = await cancel(done.id);
    expect([late.status, late.body.code]).toEqual([409, "CONFLICT"]);
    expect(late.body.message).toBe("The export has ended, so it cannot be cancelled.");
    expect((await api.file(done.id)).status).toBe(200);
    // A lease that is never released keeps the workers away.
    const until = new Date(Date.now() + 60_000).toISOString();
    const row = { project_id: caller.projectId, lease: "test", until };
    await app.deps.db.kysely.insertInto("job_queue").values(row).execute();
    const { id } = (await api.create({ object: "contact" })).body.data;
    const cancelled = await cancel(id);
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, "cancelled"]);
    expect((await cancel(id)).status).toBe(409);
    expect((await api.file(id)).status).toBe(409);
  });

  test("can be deleted once it has ended, with its file", async () => {
    const { db } = app.deps;
    const remove = (id: number, { token } = caller) =>
      app.call("DELETE", `/api/crm/exports/${id}`, { token });
    const { id } = await api.run({ object: "contact" });
    const { projectId, tenantId } = caller;
    const other = await app.caller({ projectId, tenantId, scope: "crm.leads.read" });
    expect((await remove(id, other)).status).toBe(403);
    const removed = await remove(id);
    expect([removed.status, removed.body.data]).toEqual([200, null]);
    for (const answer of [await api.read(id), await api.file(id), await remove(id)]) {
      expect(answer.status).toBe(404);
    }
    // A lease that is never released keeps the workers away.
    const until = new Date(Date.now() + 60_000).toISOString();
    const row = { project_id: caller.projectId, lease: "test", until };
    await db.kysely.insertInto("job_queue").values(row).execute();
    const open = (await api.create({ object: "contact" })).body.data;
    const refused = await remove(open.id);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    await app.call("POST", `/api/crm/exports/${open.id}/cancel`, { token: caller.token });
    expect((await remove(open.id)).status).toBe(200);
  });

  test("409: a project has at most 5 open exports", async () => {
    const { db } = app.deps;
    // A lease that is never released keeps the workers away.
    const until = new Date(Date.now() + 60_000).toISOString();
    const row = { project_id: caller.projectId, lease: "test", until };
    await db.kysely.insertInto("job_queue").values(row).execute();
    for (let i = 0; i < 5; i++) expect((await api.create({ object: "contact" })).status).toBe(201);
    const sixth = await api.create({ object: "contact" });
    expect(sixth.status).toBe(409);
    expect(sixth.body.issues[0].code).toBe("too_many_exports");
    const before = (await app.call("GET", "/api/crm/exports", { token: caller.token })).body.data;
    expect(before.results).toHaveLength(5);
    await db.kysely.deleteFrom("job_queue").where("project_id", "=", caller.projectId).execute();
    const [{ id }] = before.results;
    await app.call("POST", `/api/crm/exports/${id}/cancel`, { token: caller.token });
    expect((await api.create({ object: "contact" })).status).toBe(201);
  });

  test("with an Idempotency-Key makes one export", async () => {
    const headers = { "idempotency-key": "once" };
    const [one, two] = [
      await api.create({ object: "lead" }, headers),
      await api.create({ object: "lead" }, headers),
    ];
    expect(two.headers.get("idempotent-replayed")).toBe("true");
    expect(two.body).toEqual(one.body);
    expect((await api.create({ object: "deal" }, headers)).status).toBe(422);
  });

  test("needs the read scope of its type for each operation", async () => {
    const { projectId, tenantId } = caller;
    const other = await app.caller({ projectId, tenantId, scope: "crm.leads.read" });
    const leads = exportApi(app, other.token);
    const refused = await leads.create({ object: "contact", nonsense: 1 });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("crm.contacts.read");
    const { id } = await api.run({ object: "contact" });
    expect((await leads.read(id)).status).toBe(403);
    expect((await leads.file(id)).status).toBe(403);
    const cancel = `/api/crm/exports/${id}/cancel`;
    expect((await app.call("POST", cancel, { token: other.token })).status).toBe(403);
    const listed = await app.call("GET", "/api/crm/exports", { token: other.token });
    expect(listed.body.data.results).toEqual([]);
    expect((await leads.run({ object: "lead" })).state).toBe("done");
    const writer = await app.caller({ projectId, tenantId, scope: "crm.contacts.write" });
    expect((await exportApi(app, writer.token).file(id)).status).toBe(403);
  });

  test("needs the read scopes of the types whose names it has, for each operation", async () => {
    const { projectId, tenantId } = caller;
    const scope = "crm.contacts.read";
    const contacts = exportApi(app, (await app.caller({ projectId, tenantId, scope })).token);
    const named = { object: "contact", associations: ["company"], labels: true };
    const refused = await contacts.create(named);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain("crm.companies.read");
    const { id } = await api.run(named);
    expect((await contacts.read(id)).status).toBe(403);
    expect((await contacts.file(id)).status).toBe(403);
    expect((await contacts.run({ ...named, labels: false })).state).toBe("done");
  });

  test("404: exports of another tenant do not exist", async () => {
    const { id } = await api.run({ object: "contact" });
    const theirs = exportApi(app, (await app.caller()).token);
    expect((await theirs.read(id)).status).toBe(404);
    expect((await theirs.file(id)).status).toBe(404);
  });
});
