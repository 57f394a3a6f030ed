import { gzipSync } from "node:zlib";
import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, sharedApp, type TestApp } from "../support/app.ts";
import {
  contactsOf,
  createImport,
  importFile,
  readImport,
  refusedOf,
  sendData,
  undoImport,
} from "../support/imports.ts";

describe.each(DIALECTS)("imports on %s", (dialect) => {
  let app: TestApp;
  let caller: Caller;
  let token: string;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    caller = await app.caller();
    token = caller.token;
  });

  it("creates a record from each row, and counts rows and bytes", async () => {
    const file = "email,firstname\nada@example.com,Ada\ngrace@example.com,Grace\n";
    const ended = await importFile(app, token, {}, { body: file });
    expect(ended).toMatchObject({
      ...{ state: "done", object: "contact", mode: "create", format: "csv", failure: null },
      ...{ read: 2, created: 2, updated: 0, unchanged: 0, refused: 0, rows: 2 },
      ...{ bytes: file.length, bytesRead: file.length, encoding: "utf-8", delimiter: "," },
    });
    expect(await contactsOf(app, token)).toMatchObject({
      "ada@example.com": { firstname: "Ada" },
      "grace@example.com": { firstname: "Grace" },
    });
  });

  it("updates and creates in the mode upsert, and leaves equal rows unchanged", async () => {
    await importFile(
      app,
      token,
      {},
      { body: "email,firstname\na@example.com,A\nb@example.com,B\n" },
    );
    const json = { mode: "upsert", idProperty: "email" };
    const file =
      "email,firstname\na@example.com,A\nb@example.com,Bea\nc@example.com,C\nc@example.com,Cleo\n";
    const ended = await importFile(app, token, json, { body: file });
    expect(ended).toMatchObject({ read: 4, created: 1, updated: 2, unchanged: 1, refused: 0 });
    expect(await contactsOf(app, token)).toMatchObject({
      "a@example.com": { firstname: "A" },
      "b@example.com": { firstname: "Bea" },
      "c@example.com": { firstname: "Cleo" },
    });
  });

  it("creates nothing in the mode update, by a property or by ids", async () => {
    await importFile(app, token, {}, { body: "email,firstname\na@example.com,A\n" });
    const byEmail = { mode: "update", idProperty: "email" };
    const ended = await importFile(app, token, byEmail, {
      body: "email,firstname\na@example.com,Ann\nnew@example.com,New\n",
    });
    expect(ended).toMatchObject({ updated: 1, refused: 1, created: 0 });
    expect(await refusedOf(app, token, ended.id)).toContain("new@example.com,New,");
    const { data } = (await app.call("GET", "/api/crm/objects/contacts", { token })).body;
    const [{ id }] = data.results;
    const byId = { mode: "update", idProperty: "id" };
    const again = await importFile(app, token, byId, {
      body: `id,firstname\n${id},Anna\n999999,X\nx,Y\n`,
    });
    expect(again).toMatchObject({ updated: 1, refused: 2 });
    expect(await contactsOf(app, token)).toMatchObject({ "a@example.com": { firstname: "Anna" } });
  });

  it("refuses faulty rows one by one, as CSV that can be imported once it is corrected", async () => {
    const file =
      'email,firstname,lifecyclestage\nada@,"Ada, ""the"" first",lead\nok@example.com,Ok,lead\na@example.com,b,lead,too many\n';
    const ended = await importFile(app, token, {}, { body: file });
    expect(ended).toMatchObject({ read: 3, created: 1, refused: 2 });
    const refused = await refusedOf(app, token, ended.id);
    const [header, first, second] = refused.split("\r\n");
    expect(header).toBe("email,firstname,lifecyclestage,Refused because");
    expect(first).toContain('ada@,"Ada, ""the"" first",lead,"email: ');
    expect(second).toContain("The row has 4 cells, but there are 3 columns.");
    const corrected = refused.replace("ada@,", "ada@example.com,").replace(",too many", "");
    expect(await importFile(app, token, {}, { body: corrected })).toMatchObject({
      created: 2,
      refused: 0,
    });
    expect((await contactsOf(app, token))["ada@example.com"]).toMatchObject({
      firstname: 'Ada, "the" first',
    });
  });

  it("reads dates, decimals, several values and labels as the options say", async () => {
    const json = {
      object: "deal",
      mode: "create",
      mapping: { Deal: "name", Amount: "amount", Closing: "closeDate", Note: null },
      dateFormat: "DD.MM.YYYY",
      decimalSeparator: ",",
    };
    const file = "Deal;Amount;Closing;Note\nOne;1.250,50;31.1.2026;x\nTwo;7;2026-02-01;y\n";
    expect(await importFile(app, token, json, { body: file })).toMatchObject({
      created: 2,
      delimiter: ";",
    });
    const { data } = (await app.call("GET", "/api/crm/objects/deals", { token })).body;
    const [one, two] = data.results.map(
      (record: { properties: Record<string, unknown> }) => record.properties,
    );
    expect(one).toMatchObject({
      name: "One",
      amount: "1250.50",
      closeDate: "2026-01-31T00:00:00.000Z",
    });
    expect(two).toMatchObject({ name: "Two", amount: "7", closeDate: "2026-02-01T00:00:00.000Z" });
  });

  it("splits cells into several values, and accepts labels of options", async () => {
    const file = "email,tags,lead_status\na@example.com,new/vip,In progress\n";
    const ended = await importFile(app, token, { multiValueSeparator: "/" }, { body: file });
    expect(ended).toMatchObject({ created: 1 });
    expect((await contactsOf(app, token))["a@example.com"]).toMatchObject({
      tags: ["new", "vip"],
      lead_status: "in_progress",
    });
  });

  it("removes the quote that an export puts in front of a formula, and no other", async () => {
    const file = "email,firstname\na@example.com,'=1+2\nb@example.com,'Ada\nc@example.com,''=x\n";
    await importFile(app, token, {}, { body: file });
    expect(await contactsOf(app, token)).toMatchObject({
      "a@example.com": { firstname: "=1+2" },
      "b@example.com": { firstname: "'Ada" },
      "c@example.com": { firstname: "'=x" },
    });
  });

  it("removes it once from a cell with several values, as an export adds it", async () => {
    const file = "email,tags\na@example.com,a;'=b;-c\nb@example.com,'=a;'+b\n";
    await importFile(app, token, {}, { body: file });
    expect(await contactsOf(app, token)).toMatchObject({
      "a@example.com": { tags: ["a", "'=b", "-c"] },
      "b@example.com": { tags: ["=a", "'+b"] },
    });
  });

  it("keeps values for empty cells, or clears them if asked", async () => {
    await importFile(
      app,
      token,
      {},
      { body: "email,firstname\na@example.com,A\nb@example.com,B\n" },
    );
    const json = { mode: "upsert", idProperty: "email" };
    await importFile(app, token, json, { body: "email,firstname\na@example.com,\n" });
    await importFile(
      app,
      token,
      { ...json, emptyCells: "clear" },
      { body: "email,firstname\nb@example.com,\n" },
    );
    const contacts = await contactsOf(app, token);
    expect(contacts["a@example.com"]).toMatchObject({ firstname: "A" });
    expect(contacts["b@example.com"]).not.toHaveProperty("firstname");
  });

  it("associates records found by a key, and refuses rows whose key finds none or several", async () => {
    const companies = "name\nAcme\nTwin\nTwin\n";
    await importFile(app, token, { object: "company" }, { body: companies });
    const json = { associations: [{ column: "Company", object: "company", idProperty: "name" }] };
    const file =
      "email,Company\na@example.com,Acme\nb@example.com,Nobody\nc@example.com,Twin\nd@example.com,\n";
    const ended = await importFile(app, token, json, { body: file });
    expect(ended).toMatchObject({ created: 2, refused: 2 });
    const refused = await refusedOf(app, token, ended.id);
    expect(refused).toContain('No company has name ""Nobody""');
    expect(refused).toContain("2 records of type company have name");
    const path = "/api/crm/objects/contacts?associations=company";
    const { results } = (await app.call("GET", path, { token })).body.data;
    expect(results[0].associations.company).toHaveLength(1);
    expect(results[1].associations.company ?? []).toHaveLength(0);
  });

  it("reads NDJSON, with lists, numbers and the lines of an export", async () => {
    const lines = [
      '{"email":"a@example.com","firstname":"A"}',
      "",
      '{"id":7,"version":1,"properties":{"email":"b@example.com"},"associations":null}',
      "not json",
      '["a"]',
    ];
    const ended = await importFile(app, token, { format: "ndjson" }, { body: lines.join("\n") });
    expect(ended).toMatchObject({ read: 4, created: 2, refused: 2 });
    expect(Object.keys(await contactsOf(app, token))).toEqual(["a@example.com", "b@example.com"]);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ["UTF-8 with a mark", bytes("\ufeffemail,firstname\nm@example.com,Zoë\n"), "utf-8"],
    ["UTF-16 LE", wide("\ufeffemail,firstname\nm@example.com,Zoë\n"), "utf-16le"],
    ["UTF-16 BE", swapped("\ufeffemail,firstname\nm@example.com,Zoë\n"), "utf-16be"],
    ["Windows-1252", latin("email,firstname\nm@example.com,Zo\xeb\n"), "windows-1252"],
    ["gzip", packed("email,firstname\nm@example.com,Zoë\n"), "utf-8"],
    ["CRLF and a quoted line break", bytes('email,firstname\r\nm@example.com,"Zoë"\r\n'), "utf-8"],
  ])("recognizes %s", async (_, file, encoding) => {
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({
      created: 1,
      encoding,
    });
    expect((await contactsOf(app, token))["m@example.com"]).toMatchObject({ firstname: "Zoë" });
  });

  it.each([
    [";", "semicolon"],
    ["\t", "tab"],
    ["|", "bar"],
  ])("recognizes the delimiter %j", async (delimiter) => {
    const line = (...cells: string[]) => `${cells.join(delimiter)}\n`;
    const file = line("email", "firstname") + line("a@example.com", '"a, b"');
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({
      created: 1,
      delimiter,
    });
    expect((await contactsOf(app, token))["a@example.com"]).toMatchObject({ firstname: "a, b" });
  });

  it.each(["gzip", "GZIP"])("takes a body with Content-Encoding: %s", async (coding) => {
    const file = packed("email\na@example.com\n");
    const ended = await importFile(
      app,
      token,
      {},
      { body: file, headers: { "content-encoding": coding } },
    );
    expect(ended).toMatchObject({ created: 1 });
  });

  it("undoes what it did, and leaves what something else changed since", async () => {
    await importFile(
      app,
      token,
      {},
      { body: "email,firstname\na@example.com,A\nb@example.com,B\n" },
    );
    const json = { mode: "upsert", idProperty: "email" };
    const file =
      "email,firstname,lastname\na@example.com,Ann,Archer\nb@example.com,Bea,Bell\nc@example.com,C,\nd@example.com,D,\nd@example.com,Dora,\n";
    const ended = await importFile(app, token, json, { body: file });
    expect(ended).toMatchObject({ created: 2, updated: 3 });
    const { results } = (await app.call("GET", "/api/crm/objects/contacts", { token })).body.data;
    const idOf = (email: string) =>
      results.find((one: { properties: { email: string } }) => one.properties.email === email).id;
    const change = (email: string, value: string) =>
      app.call("PATCH", `/api/crm/objects/contacts/${idOf(email)}`, {
        token,
        json: { internal_name: "firstname", value },
      });
    expect((await change("b@example.com", "Beatrice")).status).toBe(200);
    expect((await change("c@example.com", "Changed")).status).toBe(200);
    const undone = await undoImport(app, token, ended.id);
    expect(undone).toMatchObject({
      state: "undone",
      undo: { state: "done", deleted: 1, restored: 2, left: 2 },
    });
    const contacts = await contactsOf(app, token);
    expect(Object.keys(contacts)).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
    expect(contacts["a@example.com"]).toMatchObject({ firstname: "A" });
    expect(contacts["a@example.com"]).not.toHaveProperty("lastname");
    expect(contacts["b@example.com"]).toMatchObject({ firstname: "Beatrice" });
    expect(contacts["b@example.com"]).not.toHaveProperty("lastname");
    const again = await app.call("POST", `/api/crm/imports/${ended.id}/undo`, { token });
    expect(again.status).toBe(409);
  });

  it("appears in the history of the records that it changed", async () => {
    const { id } = await importFile(app, token, {}, { body: "email\na@example.com\n" });
    const { results } = (await app.call("GET", "/api/crm/objects/contacts", { token })).body.data;
    const path = `/api/crm/objects/contacts/${results[0].id}/history`;
    const [entry] = (await app.call("GET", path, { token })).body.data.results;
    expect(entry.actor).toEqual({ type: "system", id: `import:${id}`, name: `Import ${id}` });
  });

  it("lists the imports of the project, newest first", async () => {
    const ids = [await createImport(app, token), await createImport(app, token)];
    const first = await app.call("GET", "/api/crm/imports?limit=1", { token });
    expect(first.body.data.results.map((one: { id: number }) => one.id)).toEqual([ids[1]]);
    const next = `/api/crm/imports?limit=1&cursor=${first.body.data.nextCursor}`;
    const second = await app.call("GET", next, { token });
    expect(second.body.data.results.map((one: { id: number }) => one.id)).toEqual([ids[0]]);
    expect(second.body.data.nextCursor).toBeNull();
  });

  it("takes at most five open imports, and cancelled ones do not count", async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await createImport(app, token));
    const json = { object: "contact", mode: "create" };
    expect((await app.call("POST", "/api/crm/imports", { token, json })).status).toBe(409);
    const cancel = `/api/crm/imports/${ids[0]}/cancel`;
    const cancelled = await app.call("POST", cancel, { token });
    expect(cancelled.body.data).toMatchObject({ state: "cancelled" });
    expect((await app.call("POST", cancel, { token })).status).toBe(409);
    const late = await sendData(app, token, ids[0] ?? 0, { body: "email\n" });
    expect([late.status, late.body.message]).toEqual([
      409,
      "The import was cancelled. Create another import.",
    ]);
    await createImport(app, token);
  });

  it("creates one import for an Idempotency-Key", async () => {
    const request = {
      token,
      json: { object: "contact", mode: "create" },
      headers: { "idempotency-key": "import-1" },
    };
    const first = await app.call("POST", "/api/crm/imports", request);
    const again = await app.call("POST", "/api/crm/imports", request);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("refuses a second file while the first is imported", async () => {
    const id = await createImport(app, token);
    expect((await sendData(app, token, id, { body: "email\na@example.com\n" })).status).toBe(200);
    expect((await sendData(app, token, id, { body: "email\nb@example.com\n" })).status).toBe(409);
    expect((await readImport(app, token, id)).rows).toBe(1);
  });
});

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}

function latin(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

function wide(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "utf16le"));
}

function swapped(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, "utf16le").swap16());
}

function packed(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(text));
}
