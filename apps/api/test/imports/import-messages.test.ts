import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedApp, type TestApp } from "../support/app.ts";
import { createImport, importFile, refusedOf, sendData } from "../support/imports.ts";

// What reads a file finds these faults. Imports write, update and refuse rows on both databases elsewhere.
describe("the messages of imports", () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await sharedApp("sqlite");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  beforeEach(async () => {
    ({ token } = await app.caller());
  });

  const wide = "x".repeat(1_100_000);
  it.each<[string, string, string]>([
    [
      "the line on which a quote opens",
      'email,firstname\r\na@example.com,"A\r\nB"\r\n\r\nb@example.com,"never closed\r\nc@example.com,C\r\n',
      'The cell that begins with " on line 5 has no closing quote. Add it.',
    ],
    [
      "the line of a quote far behind",
      `email,firstname\r\n${'a@example.com,"A\r\nA"\r\n'.repeat(5_000)}"b@example.com,B\r\n`,
      'The cell that begins with " on line 10002 has no closing quote. Add it.',
    ],
    [
      "the line of a quote at its beginning",
      '"email\na@example.com\n',
      'The cell that begins with " on line 1 has no closing quote. Add it.',
    ],
    [
      "the line of a row that is too large",
      `email\na@example.com\n\n${wide}\n`,
      "The row at line 4 is larger than 1 MiB. Shorten it.",
    ],
    [
      "both lines if a quote makes a row too large",
      `email,firstname\na,b\nc,"open\n${"d,e\n".repeat(300_000)}`,
      "The row at line 3 is larger than 1 MiB. Shorten it, or close the quote that opens on line 3.",
    ],
  ])("name %s", async (_, file, message) => {
    const id = await createImport(app, token);
    const refused = await sendData(app, token, id, { body: file });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
  });

  it("name the line of NDJSON that is too large", async () => {
    const id = await createImport(app, token, { format: "ndjson" });
    const { body } = await sendData(app, token, id, {
      body: `{"email":"a@example.com"}\n${wide}\n`,
    });
    expect(body.message).toBe("Line 2 is larger than 1 MiB. Shorten it.");
  });

  it("quote dates and decimals as the file has them", async () => {
    const json = { object: "deal", dateFormat: "DD.MM.YYYY", decimalSeparator: "," };
    const digits = `1.234,${"5".repeat(20)}`;
    const rows = ["a;;31.02.2026 10:00", `b;"${digits}";`, "c;;29.2.2025"];
    const file = `name;amount;closeDate\n${rows.join("\n")}\n`;
    const ended = await importFile(app, token, json, { body: file });
    expect(ended).toMatchObject({ created: 0, refused: 3 });
    const refused = await refusedOf(app, token, ended.id);
    for (const cell of ["31.02.2026 10:00", digits, "29.2.2025"]) {
      expect(refused).toContain(`""${cell}""`);
    }
  });

  it("name the records that have the key of a row, and what to do", async () => {
    await importFile(app, token, {}, { body: "email\ntwin@example.com\ntwin@example.com\n" });
    const { results } = (await app.call("GET", "/api/crm/objects/contacts", { token })).body.data;
    const [one, two] = results.map(({ id }: { id: number }) => id);
    const upsert = { mode: "upsert", idProperty: "email" };
    const file = "email,firstname\ntwin@example.com,Eve\n";
    const ended = await importFile(app, token, upsert, { body: file });
    expect(ended).toMatchObject({ refused: 1 });
    expect(await refusedOf(app, token, ended.id)).toContain(
      `email: Records ${one} and ${two} have this value. Merge them, or import this row from a file whose column ""id"" says which one.`,
    );
    const byId = await importFile(
      app,
      token,
      { mode: "update", idProperty: "id" },
      { body: `id,email,firstname\n${two},twin@example.com,Eve\n` },
    );
    expect(byId).toMatchObject({ updated: 1, refused: 0 });
  });

  it("say that there is 1 column", async () => {
    const ended = await importFile(app, token, {}, { body: "email\na@example.com,b\n" });
    const refused = await refusedOf(app, token, ended.id);
    expect(refused).toContain("The row has 2 cells, but there is 1 column.");
  });
});
