import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";

describe("the export of a table", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function openDialog(page: Page, names: string) {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Export ${names}` });
    await dialog.waitFor();
    return dialog;
  }

  it("downloads the shown columns of the filtered records in the order of the table", async () => {
    const page = await app.open(
      app.at("/contacts?filter=lifecyclestage.eq.customer&sort=lastname"),
    );
    const rows = page.locator("tbody").getByRole("rowheader");
    await rows.first().waitFor();
    // A picture of letters may be before the name.
    const shown = (await rows.allInnerTexts()).map((text) => text.split("\n").at(-1));
    const dialog = await openDialog(page, "contacts");
    await dialog.getByText(`${shown.length} contacts, with the filters`).waitFor();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^contacts-.*\.csv$/);
    await page.getByText(`${download.suggestedFilename()} was downloaded.`).waitFor();
    await dialog.waitFor({ state: "detached" });
    const text = await readFile(await download.path(), "utf8");
    const [head, ...lines] = text.slice(1).trimEnd().split("\r\n");
    expect(head).toBe(
      "Record id,First name,Last name,Email,Phone,Companies,Lifecycle stage,Created",
    );
    expect(lines.map((line) => line.split(",").slice(1, 3).join(" "))).toEqual(shown);
    expect(lines.every((line) => line.includes(",Customer,"))).toBe(true);
  });

  it("is written as spreadsheets expect it in the browser's language, or as the admin chooses", async () => {
    const path = app.at("/contacts?filter=lifecyclestage.eq.customer");
    const page = await app.open(path, { context: { locale: "de-DE" } });
    const download = async (choose?: (dialog: Locator) => Promise<void>) => {
      const dialog = await openDialog(page, "contacts");
      await choose?.(dialog);
      const downloading = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Export" }).click();
      const bytes = await readFile(await (await downloading).path());
      await dialog.waitFor({ state: "detached" });
      return bytes;
    };
    expect((await download()).toString("utf8")).toMatch(/^\uFEFFRecord id;First name;Last name;/);
    const other = await download(async (dialog) => {
      await dialog.getByRole("combobox", { name: "Separator" }).click();
      await page.getByRole("option", { name: "Tab" }).click();
      await dialog.getByRole("combobox", { name: "Encoding" }).click();
      await page.getByRole("option", { name: "UTF-16" }).click();
      await dialog.getByRole("checkbox", { name: "Protect from formulas" }).uncheck();
    });
    const text = new TextDecoder("utf-16le").decode(other);
    expect(text).toMatch(/^Record id\tFirst name\tLast name\t/);
    // A phone number begins with what might be a formula.
    expect(text).toMatch(/\t\+\d/);
  });

  it("downloads all columns as NDJSON for a read-only admin", async () => {
    const page = await app.open(app.at("/companies"), { role: "read-only" });
    const dialog = await openDialog(page, "companies");
    await dialog.getByLabel("All, with associated records").check();
    await dialog.getByLabel("NDJSON").check();
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export" }).click();
    const text = await readFile(await (await downloading).path(), "utf8");
    const [first] = text.split("\n").map((line) => line && JSON.parse(line));
    expect(first).toMatchObject({ associations: { contact: expect.any(Array) } });
  });

  it("shows what went wrong, and the file can be asked for again", async () => {
    const page = await app.open(app.at("/deals"));
    const dialog = await openDialog(page, "deals");
    await page.route("**/downloads/records", (route) => route.abort());
    await dialog.getByRole("button", { name: "Export" }).click();
    await dialog.getByRole("alert").getByText("The server cannot be reached").waitFor();
    await page.unroute("**/downloads/records");
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^deals-/);
    // The table shows the currency within the amount.
    const [head] = (await readFile(await download.path(), "utf8")).split("\r\n");
    expect(head).toContain(",Amount,Currency,");
  });
});
