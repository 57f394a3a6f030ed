import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { publicApi } from "./support/public-api.ts";
import { make, read } from "./support/records.ts";

const COLUMNS = "columns=amount,stage,closeDate,tags,owner_id,probability";

describe("the cells of a table", () => {
  let app: Installation;
  let engine: number;
  beforeAll(async () => {
    app = await startInstallation();
    engine = await make(app, "deal", { name: "Engine", amount: "100", currency: "EUR" });
    await make(app, "deal", { name: "Loom", amount: "200", currency: "EUR" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = (options?: Parameters<Installation["open"]>[1]) =>
    app.open(app.at(`/deals?sort=name&${COLUMNS}`), options);
  const cell = (page: Page, row: string, column: string) =>
    page.getByRole("row", { name: new RegExp(row) }).locator(`[data-stop="${column}"]`);
  const editor = (page: Page, name: string) => page.getByRole("group", { name });
  const isFocused = (one: Locator) =>
    expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true);
  const stored = () => read(app, "deal", engine);

  it("are reached by arrow keys, and edited by Enter; Enter and Tab save and go on", async () => {
    const page = await open();
    await page.getByRole("grid", { name: "Deals" }).waitFor();
    await page.getByRole("link", { name: "Engine" }).focus();
    await page.keyboard.press("ArrowRight");
    await isFocused(button(page, "Actions for Engine"));
    await page.keyboard.press("ArrowRight");
    await isFocused(cell(page, "Engine", "amount"));
    await page.keyboard.press("Enter");
    await page.keyboard.type("150.5");
    await page.keyboard.press("Enter");
    await isFocused(cell(page, "Loom", "amount"));
    await cell(page, "Engine", "amount").getByText("150.50").waitFor();
    await expect.poll(stored).toMatchObject({ amount: "150.5" });
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("F2");
    await page.keyboard.type("151");
    await page.keyboard.press("Tab");
    await isFocused(cell(page, "Engine", "stage"));
    await expect.poll(stored).toMatchObject({ amount: "151" });
    await page.keyboard.press("Home");
    await isFocused(page.getByRole("checkbox", { name: "Select Engine" }));
    await page.keyboard.press("Control+End");
    await isFocused(page.getByRole("checkbox", { name: "Select Loom" }));
  });

  it("take a stage, a date and several tags by double click, and undo the last change", async () => {
    const page = await open();
    await cell(page, "Engine", "stage").dblclick();
    await page.getByRole("option", { name: "Qualified" }).click();
    await expect.poll(stored).toMatchObject({ stage: "qualified" });
    await isFocused(cell(page, "Engine", "stage"));
    await cell(page, "Engine", "closeDate").dblclick();
    const input = (name: string) =>
      editor(page, "Close date of Engine").getByLabel(name, { exact: true });
    await input("Close date").fill("2026-07-01");
    // Past the other two parts of the day and its calendar to the time.
    for (let part = 0; part < 4; part++) await page.keyboard.press("Tab");
    await isFocused(input("Time"));
    await input("Time").fill("12:30");
    await page.keyboard.press("Tab");
    await expect.poll(stored).toMatchObject({ closeDate: "2026-07-01T10:30:00.000Z" });
    await isFocused(cell(page, "Engine", "tags"));
    await page.keyboard.press("Enter");
    await page.keyboard.type("steam");
    await page.keyboard.press("Enter");
    await page.keyboard.type("brass");
    await page.keyboard.press("Tab");
    await expect.poll(stored).toMatchObject({ tags: ["steam", "brass"] });
    await page.getByText("Changed Tags of Engine.").waitFor();
    await button(page, "Undo").click();
    await expect.poll(async () => (await stored()).tags ?? null).toBeNull();
    await page.getByText("Changed Tags of Engine.").waitFor({ state: "hidden" });
  });

  it("save a suggestion of an open enumeration when it is picked", async () => {
    const page = await app.open(app.at("/deals?sort=name&columns=dealType"));
    await cell(page, "Engine", "dealType").dblclick();
    await page.getByRole("option", { name: "New business" }).click();
    await page.getByText("Changed Deal type of Engine.").waitFor();
    await expect.poll(stored).toMatchObject({ dealType: "newbusiness" });
    await isFocused(cell(page, "Engine", "dealType"));
  });

  it("are saved after a page with another list of records, too", async () => {
    const page = await app.open(app.at("/"));
    await page.getByText(/^Nothing is due this week/).waitFor();
    await page.getByRole("link", { name: "Deals", exact: true }).click();
    await cell(page, "Engine", "amount").dblclick();
    await page.keyboard.type("153");
    await page.keyboard.press("Enter");
    await page.getByText("Changed Amount of Engine.").waitFor();
    await expect.poll(stored).toMatchObject({ amount: "153" });
  });

  it("show a refused value with its reason until it is corrected or given up", async () => {
    const page = await open();
    await cell(page, "Engine", "amount").dblclick();
    await page.keyboard.type("much");
    await page.keyboard.press("Tab");
    const amount = editor(page, "Amount of Engine").getByRole("textbox");
    await page
      .getByRole("alert")
      .getByText(/^Amount must be a decimal number/)
      .waitFor();
    await isFocused(amount);
    expect(await amount.inputValue()).toBe("much");
    await page.keyboard.press("Tab");
    await isFocused(amount);
    await cell(page, "Loom", "closeDate").dblclick();
    await isFocused(amount);
    await page.keyboard.press("Escape");
    await isFocused(cell(page, "Engine", "amount"));
    await cell(page, "Engine", "amount").getByText("EUR").waitFor();
    expect(await stored()).not.toMatchObject({ amount: "much" });
  });

  it("include the name, which F2 edits", async () => {
    const page = await open();
    await page.getByRole("link", { name: "Loom" }).focus();
    await page.keyboard.press("F2");
    await editor(page, "Name of Loom").waitFor();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Loom 2");
    await page.keyboard.press("Enter");
    const renamed = page.getByRole("link", { name: "Loom 2" });
    await renamed.waitFor();
    await isFocused(renamed);
    await page.keyboard.press("F2");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Loom");
    await page.keyboard.press("Tab");
    await isFocused(cell(page, "Loom", "amount"));
    await page.getByRole("link", { name: "Loom", exact: true }).waitFor();
  });

  it("keep the name if it is emptied, and say that it is required", async () => {
    const page = await open();
    await page.getByRole("link", { name: "Loom" }).focus();
    await page.keyboard.press("F2");
    const name = editor(page, "Name of Loom").getByRole("textbox");
    await name.fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Required").waitFor();
    await isFocused(name);
    await page.keyboard.press("Escape");
    await isFocused(page.getByRole("link", { name: "Loom" }));
    await page.getByRole("link", { name: "Loom" }).click();
    await page.getByRole("button", { name: /^Edit Name/ }).click();
    const onRecord = page.getByRole("form", { name: "Edit Name" }).getByRole("textbox");
    await onRecord.fill(" ");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Required").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit Name: Loom" }).waitFor();
  });

  it("take associated records by keyboard and pointer, remove them, and undo both", async () => {
    await make(app, "company", { name: "Babbage and Sons" });
    await make(app, "company", { name: "Analytical Looms" });
    const page = await app.open(app.at("/deals?sort=name&columns=associations.company,amount"));
    const companies = cell(page, "Engine", "associations.company");
    const edited = editor(page, "Company of Engine");
    const find = edited.getByRole("textbox", { name: "Find a company to add" });
    await companies.focus();
    await page.keyboard.press("Enter");
    await isFocused(find);
    await page.keyboard.type("Babb");
    await page.locator("[data-combobox-selected]", { hasText: "Babbage and Sons" }).waitFor();
    await page.keyboard.press("Enter");
    await companies.getByRole("link", { name: "Babbage and Sons" }).waitFor();
    await isFocused(companies);
    await page.getByText("Added Babbage and Sons.").waitFor();
    await page.keyboard.press("F2");
    await find.fill("Analyt");
    await page.getByRole("option", { name: /Analytical Looms/ }).click();
    await companies.getByRole("link", { name: "Analytical Looms" }).waitFor();
    await isFocused(companies);
    await page.keyboard.press("F2");
    await button(edited, "Remove Babbage and Sons").click();
    await companies.getByRole("link", { name: "Babbage and Sons" }).waitFor({ state: "detached" });
    await isFocused(find);
    const notice = page.getByRole("alert").filter({ hasText: "Removed Babbage and Sons." });
    await button(notice, "Undo").click();
    await companies.getByRole("link", { name: "Babbage and Sons" }).waitFor();
    await companies.click({ position: { x: 2, y: 2 } });
    await edited.waitFor({ state: "detached" });
    await companies.press("Enter");
    await isFocused(find);
    await page.keyboard.press("Escape");
    await isFocused(companies);
    const reader = await app.open(app.at("/deals?columns=associations.company"), {
      role: "read-only",
    });
    const readOnly = cell(reader, "Engine", "associations.company");
    expect(await readOnly.getAttribute("aria-readonly")).toBe("true");
  });

  it("keep what is typed if somebody else changes or deletes the record, and compare", async () => {
    const page = await open();
    await cell(page, "Engine", "owner_id").dblclick();
    await page.keyboard.type("Ada");
    await (await publicApi(app)).set("deals", String(engine), "owner_id", "Grace");
    await expect.poll(stored).toMatchObject({ owner_id: "Grace" });
    await make(app, "deal", { name: "Anvil" });
    await page.keyboard.press("Tab");
    const dialog = page.getByRole("dialog", { name: "Someone else changed this deal" });
    await dialog.getByRole("radio", { name: "Mine: Ada" }).click();
    await button(dialog, "Save").click();
    await expect.poll(stored).toMatchObject({ owner_id: "Ada" });
    await page.getByRole("row", { name: /Anvil/ }).waitFor();
    await cell(page, "Loom", "amount").dblclick();
    await page.keyboard.type("300");
    const loom = (await page.getByRole("link", { name: "Loom" }).getAttribute("href")) ?? "";
    await app.workspace("DELETE", `/v1/deals/${loom.split("/").at(-1)}`);
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/There is no deal with id/)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Loom" }).waitFor({ state: "detached" });
  });

  it("are edited in view on a narrow screen, whatever their input", async () => {
    const page = await app.open(app.at("/deals"), {
      viewport: { width: 390, height: 844 },
    });
    for (const stop of ["stage", "associations.company", "closeDate"]) {
      const cell = page.locator(`tbody [data-stop="${stop}"]`).first();
      await cell.focus();
      await page.keyboard.press("Enter");
      const editor = page.getByRole("group", { name: / of / });
      await editor.waitFor();
      const inFrame = () =>
        editor.evaluate((node) => {
          const [inner, outer] = [node, node.parentElement as HTMLElement].map((one) =>
            one.getBoundingClientRect(),
          ) as [DOMRect, DOMRect];
          return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
        });
      await expect.poll(inFrame).toBe(true);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await editor.waitFor({ state: "detached" });
    }
    await page.context().close();
  });

  it("cannot be edited if they are computed, or by a read-only admin", async () => {
    const page = await open();
    await cell(page, "Engine", "probability").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await isFocused(cell(page, "Engine", "owner_id"));
    const reader = await open({ role: "read-only" });
    const amount = cell(reader, "Engine", "amount");
    expect(await amount.getAttribute("aria-readonly")).toBe("true");
    await amount.focus();
    await reader.keyboard.press("F2");
    await expect.poll(() => reader.locator("[data-editing-cell]").count()).toBe(0);
    await amount.click();
    await reader.waitForURL(new RegExp(`/deals/${engine}`));
  });
});
