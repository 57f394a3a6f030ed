import { saveProperty } from "@rapport/core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import {
  contactsOf,
  createImport,
  importFile,
  readImport,
  refusedOf,
  sendData,
} from "../support/imports.ts";

const TOO_LONG = '"The row has 4 cells, but there are 2 columns."';
const NO_OBJECT = "The line is not a JSON object. Write one object per line.";

// What reads and writes the files knows nothing of the database. Imports refuse rows on both elsewhere.
describe("the refused rows of an import", () => {
  let app: TestApp;
  let [token, projectId] = ["", 0];
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ token, projectId } = await app.caller());
  });

  it("have the cells beyond the header after the reason, until they are fixed", async () => {
    const first = await importFile(
      app,
      token,
      {},
      { body: "email,firstname\na@example.com,A,=B,C\n" },
    );
    expect(first).toMatchObject({ created: 0, refused: 1 });
    const refused = await refusedOf(app, token, first.id);
    const row = `a@example.com,A,${TOO_LONG},'=B,C`;
    expect(refused).toBe(`email,firstname,Refused because\r\n${row}\r\n`);

    const unchanged = await importFile(app, token, {}, { body: refused });
    const again = await refusedOf(app, token, unchanged.id);
    expect(again).toMatch(/^email,firstname,Refused because\r\na@example.com,A,".*",'=B,C\r\n$/);
    // A spreadsheet gives all rows the same number of cells.
    const padded = refused.replace("because\r\n", "because,,\r\n");
    expect(await importFile(app, token, {}, { body: padded })).toMatchObject({
      created: 0,
      refused: 1,
    });

    const fixed = padded.replace(row, `a@example.com,A B C,${TOO_LONG},,`);
    expect(await importFile(app, token, {}, { body: fixed })).toMatchObject({
      created: 1,
      refused: 0,
    });
    const contacts = await contactsOf(app, token);
    expect(contacts["a@example.com"]).toMatchObject({ firstname: "A B C" });
  });

  it("have the cells of columns without a name", async () => {
    const ended = await importFile(app, token, {}, { body: "email,,firstname\nwrong,kept,A\n" });
    expect(await refusedOf(app, token, ended.id)).toMatch(
      /^email,,firstname,Refused because\r\nwrong,kept,A,/,
    );
  });

  it("can be imported again if they are as long as a row can be", async () => {
    const { token } = await app.caller();
    const options = { mapping: { Ignored: null } };
    const row = "someone at example,";
    const ignored = "=".repeat(1_048_570 - row.length);
    const file = `email,Ignored\n${row}${ignored}\n`;
    const first = await importFile(app, token, options, { body: file });
    expect(first).toMatchObject({ created: 0, refused: 1 });
    const refused = await refusedOf(app, token, first.id);
    expect(refused.length).toBeGreaterThan(1024 ** 2 + 64);
    const fixed = refused.replace("someone at example", "someone@example.com");
    const second = await importFile(app, token, options, { body: fixed });
    expect(second).toMatchObject({ created: 1, refused: 0 });
  });

  it.each([
    ["ignored columns", "id,createdAt\n1,2020-01-01T00:00:00Z\n", {}],
    ["a column that is mapped to nothing", "name,Remark\n,hello\n", { mapping: { Remark: null } }],
    ["placeholders", "name,city\n#N/A,#N/A\n", { emptyValues: ["#N/A"] }],
    ["placeholders that clear", "name,city\n-,-\n", { emptyValues: ["-"], emptyCells: "clear" }],
  ])(
    "are those with values only in %s, which would make an empty record",
    async (_, body, options) => {
      const ended = await importFile(app, token, { object: "company", ...options }, { body });
      expect(ended).toMatchObject({ read: 1, created: 0, refused: 1, blank: 0 });
      expect(await refusedOf(app, token, ended.id)).toContain(
        "The row has a value for no property",
      );
    },
  );

  it("do not have lines of NDJSON without a value, which are blank as those of CSV", async () => {
    const blank = [
      {},
      { name: null },
      { name: "" },
      { name: "  " },
      { properties: {} },
      { name: [] },
    ];
    const lost = [{ name: "A", properties: "text" }, { properties: [1] }];
    const body = [...blank, { name: "B" }, ...lost].map((one) => JSON.stringify(one)).join("\n");
    const options = { object: "company", format: "ndjson" };
    const ended = await importFile(app, token, options, { body });
    expect(ended).toMatchObject({ rows: 3, read: 3, created: 1, refused: 2, blank: blank.length });
    const refused = await refusedOf(app, token, ended.id);
    expect(refused.match(/The member ""properties"" is not an object/g)).toHaveLength(lost.length);
  });

  it("say which form of dates the import has", async () => {
    await saveProperty(app.deps, projectId, "contact", {
      name: "born",
      label: "Born",
      type: "date",
    });
    await saveProperty(app.deps, projectId, "contact", {
      name: "met",
      label: "Met",
      type: "datetime",
    });
    const options = { dateFormat: "DD.MM.YYYY" };
    const rows = ["31.12.2026,", "2026-12-31,", "31/12/2026,", "32.12.2026,", ",31.12.2026 25:00"];
    const body = `email,born,met\n${rows.map((row, i) => `a${i}@example.com,${row}\n`).join("")}`;
    const ended = await importFile(app, token, options, { body });
    expect(ended).toMatchObject({ created: 2, refused: 3 });
    const refused = await refusedOf(app, token, ended.id);
    expect(
      refused.match(/is not a day(, or a day and a time,)? in the form DD.MM.YYYY/g),
    ).toHaveLength(3);
    expect(refused).not.toContain("ISO 8601");
    for (const more of [{}, options]) {
      const serials = "email,born,met\ns@example.com,45962,\nt@example.com,,45963.5\n";
      const of = await importFile(app, token, more, { body: serials });
      const lines = await refusedOf(app, token, of.id);
      expect(lines.match(/Format the column as a date in the spreadsheet/g)).toHaveLength(2);
    }
  });

  it("can be imported again if a column begins like a formula", async () => {
    const options = { mapping: { "=1+1": "email", "@x": "firstname" } };
    const first = await importFile(app, token, options, { body: "=1+1,@x\nwrong,A\n" });
    const refused = await refusedOf(app, token, first.id);
    expect(refused).toMatch(/^'=1\+1,'@x,/);
    const fixed = refused.replace("wrong", "a@example.com");
    const second = await importFile(app, token, options, { body: fixed });
    expect(second).toMatchObject({ created: 1, refused: 0 });
  });

  it("have the text of a line of NDJSON that is no object", async () => {
    const broken = '{"email":"b@example.com","firstname":"B"';
    const lines = ['{"email":"a@example.com","firstname":"A"}', broken, '["-"]'];
    const ended = await importFile(app, token, { format: "ndjson" }, { body: lines.join("\n") });
    expect(ended).toMatchObject({ created: 1, refused: 2 });
    const refused = await refusedOf(app, token, ended.id);
    const inQuotes = (text: string) => `"${text.replaceAll('"', '""')}"`;
    expect(refused.split("\r\n")).toEqual([
      "email,firstname,Refused because",
      `,,${NO_OBJECT},${inQuotes(broken)}`,
      `,,${NO_OBJECT},${inQuotes('["-"]')}`,
      "",
    ]);
    expect(await importFile(app, token, {}, { body: refused })).toMatchObject({
      created: 0,
      refused: 2,
    });
    const fixed = `email,firstname,Refused because\r\nb@example.com,B,${NO_OBJECT},\r\n`;
    expect(await importFile(app, token, {}, { body: fixed })).toMatchObject({
      created: 1,
      refused: 0,
    });
  });

  it("leave the other lines of NDJSON to be created, whatever JSON theirs is", async () => {
    const json = { internal_name: "tags", label: "Tags", type: "string", multi: true };
    await app.call("POST", "/api/crm/properties/contacts", { token, json });
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const values = [
      '{"toString":1}',
      '{"toJSON":1,"valueOf":1}',
      "[[null]]",
      deep(64),
      deep(5_000),
    ];
    const wrong = values.flatMap((value) => [
      ...["tags", "firstname", "companies", "ignored"].map((name) => [name, value]),
      ...["tags", "firstname", "companies"].map((name) => [name, `[${value},"a"]`]),
    ]);
    const good = (local: string) => `{"email":"${local}@example.com"}`;
    const lines = wrong.map(
      ([name, value], i) => `{"email":"x${i}@example.com","${name}":${value}}`,
    );
    const ended = await importFile(
      app,
      token,
      {
        format: "ndjson",
        mapping: { ignored: null },
        associations: [{ column: "companies", object: "company", idProperty: "id" }],
      },
      { body: [good("first"), ...lines, good("last")].join("\n") },
    );
    // A column that is ignored may have anything that can be read.
    expect(ended).toMatchObject({ state: "done", created: 5, refused: lines.length - 3 });
    const refused = await refusedOf(app, token, ended.id);
    expect(refused.split("\r\n").length).toBe(lines.length - 3 + 2);
    for (const text of ['{""toString"":1}', "more than 64 levels"]) {
      expect(refused).toContain(text);
    }
  });

  it("are lines of NDJSON that JSON readers would change", async () => {
    const lines = [
      '{"email":"twice@example.com","email":"other@example.com"}',
      '{"email":"deep@example.com","properties":{"firstname":"A","firstname":"B"}}',
      '{"email":"long@example.com","revenue":1234567890.12345678901}',
      '{"email":"right@example.com","revenue":0.30000000000000004}',
    ];
    const settings = { format: "ndjson", mapping: { revenue: null } };
    const ended = await importFile(app, token, settings, { body: lines.join("\n") });
    expect(ended).toMatchObject({ state: "done", created: 1, refused: 3 });
    const refused = await refusedOf(app, token, ended.id);
    for (const reason of [
      "email: This member is given twice. Give it once.",
      "properties.firstname: This member is given twice. Give it once.",
      "revenue: JSON cannot represent the number 1234567890.12345678901 exactly. Send it with fewer digits, or as a string if its member takes one.",
    ])
      expect(refused).toContain(reason);
  });

  it("are not made of a file in which no line is an object", async () => {
    const id = await createImport(app, token, { format: "ndjson" });
    const pretty = JSON.stringify({ email: "a@example.com" }, null, 2);
    const refused = await sendData(app, token, id, { body: pretty });
    expect([refused.status, refused.body.issues[0].code]).toEqual([400, "objects_missing"]);
    expect(await readImport(app, token, id)).toMatchObject({ state: "waiting" });
  });
});
