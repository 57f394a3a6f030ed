import { saveProperty } from "@rapport/core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { encode } from "../support/encode.ts";
import {
  contactsOf,
  createImport,
  endOf,
  importFile,
  readImport,
  refusedOf,
  sendData,
} from "../support/imports.ts";

const CRLF = "\r\n";

/** The same two deals, as programs write them: content, encoding, what it is recognized as, options. */
const PROGRAMS: readonly (readonly [string, string, string, object])[] = [
  [
    "Excel in German",
    'Name;Betrag;Ende;Notiz\r\nGröße;"1.250,50";31.01.2026;"eins\nzwei"\r\n;;;\r\nMaß;7;01.02.2026;\r\n;;;\r\n',
    "windows-1252",
    { decimalSeparator: ",", dateFormat: "DD.MM.YYYY" },
  ],
  [
    "Excel in German with a line for the delimiter",
    "sep=;\r\nName;Betrag;Ende;Notiz\r\nGröße;1250,50;31.01.2026;\r\nMaß;7;01.02.2026;\r\n",
    "windows-1252",
    { decimalSeparator: ",", dateFormat: "DD.MM.YYYY" },
  ],
  [
    "Excel in the United States",
    '\uFEFFName,Betrag,Ende,Notiz\r\nGröße,"1,250.50",1/31/2026,"say ""hi"""\r\nMaß,7,2/1/2026,\r\n,,,\r\n',
    "utf-8",
    { dateFormat: "MM/DD/YYYY" },
  ],
  [
    "Excel as Unicode text",
    "Name\tBetrag\tEnde\tNotiz\r\nGröße\t1250.50\t31/01/2026\t\r\nMaß\t7\t01/02/2026\t\r\n",
    "utf-16le",
    { dateFormat: "DD/MM/YYYY" },
  ],
  [
    "Excel on an old Mac",
    "Name;Betrag;Ende;Notiz\rGröße;1.250,50;31.01.2026;\rMaß;7;01.02.2026;für später\r",
    "macintosh",
    { decimalSeparator: ",", dateFormat: "DD.MM.YYYY" },
  ],
  [
    "LibreOffice with quotes around all texts",
    '"Name","Betrag","Ende","Notiz"\n"Größe","1250.50","2026-01-31",""\n"Maß","7","2026-02-01",""\n',
    "utf-8",
    {},
  ],
  [
    "Google Sheets",
    'Name,Betrag,Ende,Notiz\r\nGröße,"1,250.50",1/31/2026,\r\nMaß,7,2/1/2026,',
    "utf-8",
    { dateFormat: "MM/DD/YYYY" },
  ],
  [
    "Numbers",
    "Name;Betrag;Ende;Notiz\r\nGröße;1.250,50;31.01.2026;\r\nMaß;7;01.02.2026;",
    "utf-8",
    { decimalSeparator: ",", dateFormat: "DD.MM.YYYY" },
  ],
];

// A file is read before anything is stored. The other tests of imports store rows on both databases.
describe("files of spreadsheets", () => {
  let app: TestApp;
  let token: string;
  let projectId: number;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ token, projectId } = await app.caller());
  });

  async function dealsOf(): Promise<readonly Readonly<Record<string, string>>[]> {
    const { data } = (await app.call("GET", "/api/crm/objects/deals?limit=200", { token })).body;
    const found = data.results.map(({ properties }: { properties: object }) => properties);
    return found.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
  }

  /** Sends a file that must be refused as a whole. Returns the issues. */
  async function refusalOf(json: object, file: string): Promise<readonly object[]> {
    const id = await createImport(app, token, { ...json });
    const { status, body } = await sendData(app, token, id, { body: file });
    expect(status).toBe(400);
    expect((await readImport(app, token, id)).state).toBe("waiting");
    return body.issues;
  }

  it.each(PROGRAMS)("by %s are read", async (_, text, encoding, options) => {
    const mapping = { Betrag: "amount", Ende: "closeDate", Notiz: "description" };
    const json = { object: "deal", mapping, ...options };
    const ended = await importFile(app, token, json, { body: encode(text, encoding) });
    expect(ended).toMatchObject({ state: "done", read: 2, created: 2, refused: 0, encoding });
    expect(await dealsOf()).toMatchObject([
      { name: "Größe", amount: "1250.50", closeDate: expect.stringMatching(/^2026-01-31/) },
      { name: "Maß", amount: "7", closeDate: expect.stringMatching(/^2026-02-01/) },
    ]);
  });

  it.each([
    ["windows-1250", "Dvořák Łukasz Žižek Győző"],
    ["windows-1251", "Пётр Иванович"],
    ["windows-1253", "Γιώργος Παπαδόπουλος"],
    ["windows-1254", "Gülşen Erdoğan Yılmaz"],
    ["windows-1257", "Jānis Bērziņš"],
    ["koi8-r", "Пётр Иванович"],
    ["macintosh", "Jürgen Groß"],
    ["windows-1252", "François Müller – 10 €"],
  ])("in %s are recognized by their letters", async (encoding, name) => {
    const ascii = "x@example.com,X\n".repeat(300);
    const file = encode(`email,firstname\n${ascii}a@example.com,${name}\n`, encoding);
    const { encoding: found } = await importFile(
      app,
      token,
      { mode: "upsert", idProperty: "email" },
      { body: file },
    );
    expect(found).toBe(encoding);
    expect((await contactsOf(app, token))["a@example.com"]).toMatchObject({ firstname: name });
  });

  it.each([
    ["shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["gb18030", [0xd6, 0xd0, 0xb9, 0xfa], "中国"],
    ["latin1", [0xe9], "é"],
    ["ibm866", [0x8f, 0xf1, 0xe2, 0xe0], "Пётр"],
  ])("in %s are read if the import names it", async (encoding, bytes, name) => {
    const file = Buffer.concat([
      Buffer.from("email,firstname\na@example.com,"),
      Buffer.from(bytes),
      Buffer.from("\n"),
    ]);
    const ended = await importFile(app, token, { encoding }, { body: new Uint8Array(file) });
    expect(ended.encoding).toBe(new TextDecoder(encoding).encoding);
    expect((await contactsOf(app, token))["a@example.com"]).toMatchObject({ firstname: name });
  });

  it("are refused if they are not text in the encoding that the import names", async () => {
    const json = { object: "contact", mode: "create", encoding: "klingon" };
    const unknown = await app.call("POST", "/api/crm/imports", { token, json });
    expect(unknown).toMatchObject({ status: 400, body: { issues: [{ path: "encoding" }] } });
    const id = await createImport(app, token, { encoding: "utf-8" });
    const file = encode("email,firstname\na@example.com,Jürgen\n", "windows-1252");
    expect((await sendData(app, token, id, { body: file })).body.issues[0].code).toBe(
      "encoding_invalid",
    );
    // A byte order mark is more certain than the name.
    const marked = await importFile(
      app,
      token,
      { encoding: "windows-1252" },
      { body: "\uFEFFemail,firstname\nb@example.com,Jürgen\n" },
    );
    expect(marked).toMatchObject({ encoding: "utf-8", created: 1 });
    expect((await contactsOf(app, token))["b@example.com"]).toMatchObject({ firstname: "Jürgen" });
  });

  it.each(["sep=;", '"sep=;"', "SEP=;", "sep=\t", "sep=^", "sep=|"])(
    "with the first line %j have the delimiter that it names",
    async (first) => {
      const delimiter = /=(.)/.exec(first)?.[1] ?? "";
      const file = `${first}\r\n${["email", "firstname"].join(delimiter)}\r\n${["a@example.com", "A,B"].join(delimiter)}\r\n`;
      expect(await importFile(app, token, {}, { body: file })).toMatchObject({
        created: 1,
        delimiter,
      });
      expect((await contactsOf(app, token))["a@example.com"]).toMatchObject({ firstname: "A,B" });
    },
  );

  it("may have rows without a value, which are counted as blank", async () => {
    const file = `;;;${CRLF}email;firstname;lastname;city${CRLF}a@example.com;A;;${CRLF};;;${CRLF}${CRLF}"";" ";;${CRLF}b@example.com;B${CRLF};;;;;;${CRLF}`;
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({
      ...{ rows: 2, read: 2, created: 2, refused: 0, blank: 4 },
    });
  });

  it.each([
    ["beyond the header", "email;firstname;lastname\nu4@example.com;Ute;;oops\n"],
    ["in a column without a name", "email;firstname;lastname;\nu4@example.com;Ute;;oops\n"],
    ["between named columns", "email;;firstname\nu4@example.com;oops;Ute\n"],
  ])("lose no value %s", async (_, file) => {
    const ended = await importFile(app, token, {}, { body: file });
    expect(ended).toMatchObject({ created: 0, refused: 1 });
    expect(await refusedOf(app, token, ended.id)).toMatch(/without a column|there are 3 columns/);
    const ignoring = { mapping: { "": null } };
    expect(await importFile(app, token, ignoring, { body: file })).toMatchObject({
      created: 1,
      refused: 0,
    });
    const json = { object: "contact", mode: "create", mapping: { "": "firstname" } };
    const refused = await app.call("POST", "/api/crm/imports", { token, json });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "mapping." }] } });
  });

  it.each([
    [",", "12.5", "1.234", 2],
    [",", "0.125", "1.234", 2],
    [",", "1234.567", "7.000", 2],
    [",", "1,234.5", "1.234", 2],
    [",", "1.234,5", "1.234", 0],
    [",", "1.234.567", "1.234", 0],
    [".", "12,5", "1,234", 2],
    [".", "1.234,5", "1,234", 2],
    [".", "1,234.5", "1,234", 0],
    [".", "12.5", "1.234", 0],
  ])(
    "with %j before decimals do not read %j and %j in two ways",
    async (separator, a, b, refused) => {
      const json = { object: "deal", decimalSeparator: separator };
      const rows = [...Array(300).fill("x;7"), `a;${a}`, `b;${b}`].join("\n");
      const ended = await importFile(app, token, json, { body: `name;amount\n${rows}\n` });
      expect(ended).toMatchObject({ created: 302 - refused, refused });
      if (refused > 0) {
        expect(await refusedOf(app, token, ended.id)).toMatch(/choose the other decimal separator/);
      }
    },
  );

  it.each([
    [["1.234", "2.500"], true],
    [["1,234", "2,500"], true],
    [["12.5", "12,5"], true],
    [["1.234", "7"], true],
    [["1.234", "0.5"], false],
    [["1.234", "1.234.567"], false],
    [["1234", "7"], false],
  ])("with the numbers %j are asked about their form: %s", async (numbers, isAsked) => {
    const file = `name;amount\n${numbers.map((number) => `x;${number}`).join("\n")}\n`;
    const json = { object: "deal" };
    if (!isAsked) return void (await importFile(app, token, json, { body: file }));
    expect(await refusalOf(json, file)).toMatchObject([
      { path: "decimalSeparator", code: "form_ambiguous" },
    ]);
    await importFile(app, token, { ...json, decimalSeparator: "," }, { body: file });
  });

  it("with shortened numbers are refused where the number was a key, a phone number or a text", async () => {
    await saveProperty(app.deps, projectId, "contact", {
      ...{ name: "customer_no", label: "Customer no", type: "string", indexed: true },
    });
    const file = (number: string) =>
      `email;phone;firstname;customer_no\na@example.com;;A;${number}\nb@example.com;${number};B;\nc@example.com;;${number};\n`;
    for (const number of ["7,30123E+17", "7.30123E+17", "1E+15", "-2,5e-05", "7.30123E+017"]) {
      const json = { mode: "upsert", idProperty: "email" };
      const ended = await importFile(app, token, json, { body: file(number) });
      expect(ended).toMatchObject({ created: 0, refused: 3 });
      expect(await refusedOf(app, token, ended.id)).toMatch(
        /customer_no: ""[^:]*lost its last dig/,
      );
    }
    const key = { mode: "upsert", idProperty: "customer_no" };
    expect(await importFile(app, token, key, { body: file("7,30123E+17") })).toMatchObject({
      refused: 3,
    });
    const others = await importFile(app, token, {}, { body: file("12E5") });
    expect(others).toMatchObject({ refused: 1, created: 2 });
  });

  it.each([
    ['="01067"', "01067"],
    ['"=""01067"""', "01067"],
    ['"=""say """"hi"""" """', 'say "hi" '],
    ['"=""=1+2"""', "=1+2"],
    ['=""', undefined],
    [`"'=""01067"""`, '="01067"'],
    ['"=""a""&""b"""', '="a"&"b"'],
    ['"=""a"', '="a'],
    ['"="""', '="'],
  ])("have the cell %s for %j", async (cell, text) => {
    const file = `email,zip,tags\na@example.com,${cell},${cell}\n`;
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({ created: 1 });
    const stored = (await contactsOf(app, token))["a@example.com"];
    const tags = text === undefined ? undefined : [text.trim()];
    expect([stored?.zip, stored?.tags]).toEqual([text, tags]);
  });

  it("have numbers, keys and names of columns as formulas that are only a text", async () => {
    const file = `="email",="firstname",="phone"\n="a@example.com",="A",="+49 30 1234567"\n`;
    const json = { mode: "upsert", idProperty: "email" };
    expect(await importFile(app, token, json, { body: file })).toMatchObject({
      created: 1,
      refused: 0,
    });
    expect(await importFile(app, token, json, { body: file })).toMatchObject({ unchanged: 1 });
    const shortened = await importFile(
      app,
      token,
      {},
      { body: 'email,zip\nb@example.com,="7,3E+17"\n' },
    );
    expect(shortened).toMatchObject({ refused: 1 });
    const deals = 'name,amount,closeDate\nx,="1250.50",="2026-01-31"\n';
    expect(await importFile(app, token, { object: "deal" }, { body: deals })).toMatchObject({
      created: 1,
    });
    expect((await dealsOf())[0]).toMatchObject({ amount: "1250.50" });
  });

  it("leave those texts empty that the import names", async () => {
    const texts = ["#N/A", "NULL", "\\N", "#REF!"];
    const file = `email,city,lastname\n${texts.map((text, i) => `u${i}@example.com, ${text} ,Null\n`).join("")}`;
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({ created: 4 });
    const stored = Object.values(await contactsOf(app, token));
    expect(stored.map(({ city }) => String(city).trim()).toSorted()).toEqual(texts.toSorted());
    const json = { mode: "upsert", idProperty: "email", emptyValues: texts, emptyCells: "clear" };
    expect(await importFile(app, token, json, { body: file })).toMatchObject({ updated: 4 });
    for (const { city = null, lastname } of Object.values(await contactsOf(app, token))) {
      expect([city, lastname]).toEqual([null, "Null"]);
    }
    const keyed = "email\n#N/A\n";
    expect(await importFile(app, token, json, { body: keyed })).toMatchObject({
      refused: 1,
      created: 0,
    });
  });

  it.each([
    ["Pre\u0301nom", "Prénom", "Pr\u00e9nom"],
    ["Pr\u00e9nom", "Pre\u0301nom", "Pre\u0301nom"],
  ])("name the column %j of the label or mapping %j", async (header, label, mapped) => {
    const property = { name: "given", label, type: "string" } as const;
    await saveProperty(app.deps, projectId, "contact", property);
    const file = `email,${header}\na@example.com,A\n`;
    expect(await importFile(app, token, {}, { body: file })).toMatchObject({ created: 1 });
    const json = { mode: "upsert", idProperty: "email", mapping: { [mapped]: "lastname" } };
    expect(await importFile(app, token, json, { body: file })).toMatchObject({ updated: 1 });
    const ndjson = `${JSON.stringify({ email: "a@example.com", [header]: "B" })}\n`;
    const updated = await importFile(app, token, { ...json, format: "ndjson" }, { body: ndjson });
    expect(updated).toMatchObject({ updated: 1 });
    expect((await contactsOf(app, token))["a@example.com"]).toMatchObject({
      ...{ given: "A", lastname: "B" },
    });
  });

  it("with a quote that closes far behind refuse its row, and name the line of the quote", async () => {
    const swallowed = Array.from({ length: 3_000 }, (_, i) => `u${i}@example.com,U\r\n`).join("");
    const file = `email,firstname\r\na@example.com,A\r\n\r\nb@example.com,"B\r\n${swallowed}z@example.com,Z"\r\nc@example.com,C\r\n`;
    const ended = await importFile(app, token, {}, { body: file });
    expect(ended).toMatchObject({ read: 3, created: 2, refused: 1 });
    expect(await refusedOf(app, token, ended.id)).toContain(
      "The quote that opens on line 4 closes 3001 lines later, so the cell firstname may contain other rows.",
    );
    const lines = (count: number) => `email,notes\na@example.com,"${"x\n".repeat(count)}"\n`;
    expect(await importFile(app, token, {}, { body: lines(199) })).toMatchObject({ created: 1 });
    expect(await importFile(app, token, {}, { body: lines(200) })).toMatchObject({ refused: 1 });
    const allowed = await importFile(app, token, { longCells: "allow" }, { body: lines(2_000) });
    expect(allowed).toMatchObject({ created: 1 });
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "keep a column with the name %s",
    async (name) => {
      const csv = `email,${name}\na@example.com,A\n`;
      const ndjson = `{"email":"b@example.com","${name}":"B"}\n{"properties":{"email":"c@example.com","${name}":"C"}}\n`;
      for (const [format, file] of [
        ["csv", csv],
        ["ndjson", ndjson],
      ] as const) {
        expect(await refusalOf({ format }, file)).toMatchObject([
          { code: "column_unknown", path: `columns.${name}` },
        ]);
        const json = { format, mapping: JSON.parse(`{"${name}":"firstname"}`) };
        expect(await importFile(app, token, json, { body: file })).toMatchObject({ refused: 0 });
      }
      const names = Object.values(await contactsOf(app, token)).map(({ firstname }) => firstname);
      expect(names.toSorted()).toEqual(["A", "B", "C"]);
      const missing = { mapping: JSON.parse(`{"${name}":"firstname"}`) };
      expect(await refusalOf(missing, "email\na@example.com\n")).toMatchObject([
        { code: "column_missing" },
      ]);
      const ignored = { mapping: JSON.parse(`{"${name}":null}`), mode: "create" };
      expect(await importFile(app, token, ignored, { body: csv })).toMatchObject({ created: 1 });
    },
  );

  it("resume after each portion with the numbers of the file's lines", async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => `u${i}@example.com,"a\nb"\n,\n`).join("");
    const id = await createImport(app, token);
    await sendData(app, token, id, { body: `sep=,\nemail,notes\n${rows}` });
    expect(await endOf(app, token, id)).toMatchObject({
      read: 2_000,
      created: 2_000,
      blank: 2_000,
    });
  });
});
