import { DIALECTS } from "@rapport/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { bytesOf, exportApi } from "../support/exports.ts";
import { contactsOf, importFile } from "../support/imports.ts";

/** Names with letters that an encoding has. */
const NAMES: Readonly<Record<string, string>> = {
  "utf-8": "Ünï 👩‍💻 Łódź 日本",
  "utf-8-bom": "Ünï 👩‍💻 Łódź 日本",
  "utf-16le": "Ünï 👩‍💻 Łódź 日本",
  "windows-1250": "Łukasz Dvořák",
  "windows-1251": "Пётр Иванович",
  "windows-1252": "François Müller – 10 €",
};
const TEXTS = [
  "=1+1",
  '="007"',
  "'=kept",
  "''-kept",
  "-1",
  "a,b;c|d\te",
  'say "hi"',
  "two\nlines",
  "x\r\ny",
];
const OWN = { "Record id": null, Created: null, "Last change": null };

describe.each(DIALECTS)("an exported CSV file on %s", (dialect) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp(dialect);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const all = Object.keys(NAMES).flatMap((encoding, i) =>
    [",", ";", "\t", "|"].map((delimiter, j) => ({
      ...{ encoding, delimiter },
      protectFormulas: (i + j) % 2 === 0,
      labels: j % 2 === 0,
      gzip: j === 3,
    })),
  );

  // How a file is written and read does not depend on the database.
  const onSqlite = it.runIf(dialect === "sqlite");
  const variants = dialect === "sqlite" ? all : all.slice(0, 1);

  it.each(variants)("is imported as the same records with %j", async (variant) => {
    const [from, to] = [await app.caller(), await app.caller()];
    const firstname = NAMES[variant.encoding] ?? "";
    const inputs = TEXTS.map((notes, i) => ({
      properties: [
        { internal_name: "email", value: `u${i}@example.com` },
        { internal_name: "firstname", value: firstname },
        { internal_name: "lastname", value: notes.replaceAll(/\s/g, " ") },
        { internal_name: "notes", value: notes },
        { internal_name: "tags", values: ["a", "b,c", "@d"] },
      ],
    }));
    const made = await app.call("POST", "/api/crm/objects/contacts/batch/create", {
      ...{ token: from.token, json: { inputs } },
    });
    expect(made.status).toBe(200);

    const api = exportApi(app, from.token);
    const properties = ["email", "firstname", "lastname", "notes", "tags"];
    const exported = await api.run({ object: "contact", properties, ...variant });
    expect(exported).toMatchObject({
      ...{ state: "done", encoding: variant.encoding, delimiter: variant.delimiter },
    });
    const sent = await api.file(exported.id);
    const charset = variant.encoding.replace("-bom", "");
    expect(sent.headers.get("content-type")).toBe(
      variant.gzip ? "application/gzip" : `text/csv; charset=${charset}`,
    );
    const file = new Uint8Array(await bytesOf(sent));
    const ended = await importFile(
      app,
      to.token,
      { mapping: variant.labels ? OWN : {} },
      { body: file },
    );
    expect(ended).toMatchObject({
      ...{ created: TEXTS.length, refused: 0, delimiter: variant.delimiter },
      encoding: charset,
    });
    const before = await contactsOf(app, from.token);
    expect(await contactsOf(app, to.token)).toEqual(before);
    expect(Object.values(before).map(({ notes }) => notes)).toHaveLength(TEXTS.length);
  });

  onSqlite("writes formulas as they are if they need no protection", async () => {
    const { token } = await app.caller();
    const properties = withEmail("=1+1");
    await app.call("POST", "/api/objects/contacts", { token, json: { properties } });
    const api = exportApi(app, token);
    const wanted = { object: "contact", properties: ["lastname"] };
    expect(await api.text(wanted)).toContain(",'=1+1\r\n");
    expect(await api.text({ ...wanted, protectFormulas: false })).toContain(",=1+1\r\n");
  });

  onSqlite("has a question mark for characters that its encoding does not have", async () => {
    const { token } = await app.caller();
    const properties = withEmail("e\u0301日👩z");
    await app.call("POST", "/api/objects/contacts", { token, json: { properties } });
    const wanted = { object: "contact", properties: ["lastname"], encoding: "windows-1252" };
    const { id } = await exportApi(app, token).run(wanted);
    const bytes = await bytesOf(await exportApi(app, token).file(id));
    expect(bytes.toString("latin1")).toContain(",\u00e9??z\r\n");
  });

  onSqlite.each([
    [{ delimiter: "x" }, "delimiter"],
    [{ encoding: "utf-7" }, "encoding"],
    [{ protectFormulas: 1 }, "protectFormulas"],
    [{ format: "ndjson", delimiter: ";" }, "delimiter"],
    [{ format: "ndjson", encoding: "utf-8" }, "encoding"],
    [{ format: "ndjson", protectFormulas: true }, "protectFormulas"],
  ])("is refused with %j", async (wrong, path) => {
    const { token } = await app.caller();
    const { status, body } = await exportApi(app, token).create({ object: "contact", ...wrong });
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });
});

function withEmail(lastname: string): readonly object[] {
  return Object.entries({ email: "a@example.com", lastname }).map(([internal_name, value]) => ({
    ...{ internal_name, value },
  }));
}
