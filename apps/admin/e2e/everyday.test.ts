import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { emailOf, make } from "./support/records.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("everyday acts", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const names = (page: Page) => page.locator("[role=grid] tbody th a").allTextContents();
  const palette = async (page: Page, text: string) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Page, action or record" }).fill(text);
  };

  // Contracts are a type of the demo's own.
  it.for([
    ["deals", "Amount", "Filter"],
    ["contracts", "Created", "Filter"],
  ])("the menu of a column sorts and filters %s by %s", async ([plural = "", column]) => {
    const page = await app.open(app.at(`/${plural}`));
    await page.getByRole("button", { name: `Column ${column}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Sort ascending" }).click();
    const head = page.getByRole("columnheader", { name: column ?? "", exact: true });
    await expect.poll(() => head.getAttribute("aria-sort")).toBe("ascending");
    await page.getByRole("button", { name: `Column ${column}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Sort descending" }).click();
    await expect.poll(() => head.getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: `Column ${column}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Filter" }).click();
    const property = page.getByRole("combobox", { name: "Property" });
    await expect.poll(() => property.inputValue()).toBe(column);
    if (column !== "Amount") return;
    await page.getByLabel("Value").fill("20000");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Change filter: Amount is at least 20,000/ }).waitFor();
  });

  it("tasks open with one's own open ones, overdue ones first and marked", async () => {
    const page = await app.open(app.at(""));
    const owner_id = await emailOf(page);
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    await make(app, "task", { name: "Later", owner_id, due_at: at(3), status: "open" });
    await make(app, "task", { name: "Late", owner_id, due_at: at(-3), status: "open" });
    await make(app, "task", { name: "Done", owner_id, due_at: at(-9), status: "done" });
    await make(app, "task", { name: "Of others", due_at: at(-9), status: "open" });
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Tasks", exact: true })
      .click();
    await expect.poll(() => names(page)).toEqual(["Late", "Later"]);
    await page.getByText("Overdue:").waitFor();
    expect(await page.getByText("Overdue:").count()).toBe(1);
    await visit(page, app, "/");
    await palette(page, "Tasks");
    await page.getByRole("option", { name: "Tasks", exact: true }).click();
    await expect.poll(() => names(page)).toEqual(["Late", "Later"]);
  });

  it("the palette says why it found a record, and leads to all results", async () => {
    await make(app, "contact", { lastname: "Unlike", phone: "+44 20 1", city: "Zennor" });
    const page = await app.open(app.at(""));
    await palette(page, "zennor");
    await page.getByRole("option", { name: /Unlike.*City: Zennor/ }).waitFor();
    await make(app, "company", { name: "Zennor Tin" });
    for (let i = 0; i < 11; i++) await make(app, "lead", { name: `Zennor ${i}` });
    await page.getByRole("option", { name: "All results" }).click();
    await page.waitForURL(/\/search\?q=zennor/);
    const of = (type: string) => page.getByRole("region", { name: type });
    await of("Contacts").getByRole("listitem").getByText("City: Zennor").waitFor();
    await of("Companies").getByRole("link", { name: "Zennor Tin" }).waitFor();
    expect(await of("Leads").getByRole("listitem").count()).toBe(10);
    await of("Leads").getByRole("link", { name: "All in leads" }).click();
    await page.waitForURL(/\/leads\?q=zennor/);
    await expect.poll(() => names(page).then(({ length }) => length)).toBe(11);
    await page.goBack();
    const input = page.getByRole("searchbox", { name: "Search all records" });
    await input.fill("zennor unlike");
    await expect.poll(() => of("Companies").count()).toBe(0);
    expect(new URL(page.url()).searchParams.get("q")).toBe("zennor unlike");
    await input.fill("nothing here");
    await page.getByText("No record matches").waitFor();
  });

  it("a name that is typed for a column offers to create the property", async () => {
    const page = await app.open(app.at("/imports/new?object=contacts"));
    await page.getByLabel("File to import").setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Email,Shoes\nada@shoes.example,42\n"),
    });
    await page.getByRole("combobox", { name: "Property of Shoes" }).fill("Shoe size");
    await page.getByRole("option", { name: "Create the property “Shoe size”…" }).click();
    const form = page.getByRole("dialog", { name: "New contact property" });
    await expect.poll(() => form.getByLabel("Label").inputValue()).toBe("Shoe size");
    await form.getByRole("button", { name: "Create property" }).click();
    const chosen = page.getByRole("combobox", { name: "Property of Shoes" });
    await expect.poll(() => chosen.inputValue()).toBe("Shoe size");
  });

  it("the formats of an import show what the file's own values become", async () => {
    const page = await app.open(app.at("/imports/new?object=deals"));
    await page.getByLabel("File to import").setInputFiles({
      name: "deals.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('Name,Close date,Amount\nEngine,03/04/2026,"1.250,50"\n'),
    });
    await page.getByRole("button", { name: "Continue to options" }).click();
    const dates = page.getByRole("combobox", { name: "Dates" });
    await dates.click();
    await page.getByRole("option", { name: "Day first: 31/01/2026" }).click();
    await page.getByText("“03/04/2026” becomes 3 Apr 2026.").waitFor();
    await dates.click();
    await page.getByRole("option", { name: "Month first: 01/31/2026" }).click();
    await page.getByText("“03/04/2026” becomes 4 Mar 2026.").waitFor();
    await page.getByRole("combobox", { name: "Decimals" }).click();
    await page.getByRole("option", { name: "After a comma: 1.250,50" }).click();
    await page.getByText("“1.250,50” becomes 1,250.5.").waitFor();
  });

  it("a bulk change says how many of the records change, and its list undoes it", async () => {
    for (const [lastname, city] of [
      ["One", "Old"],
      ["Two", "New"],
      ["Three", "Old"],
    ] as const) {
      await make(app, "contact", { lastname, phone: "+44 20 2", city, jobtitle: "Counted" });
    }
    const page = await app.open(app.at("/contacts?filter=jobtitle.eq.Counted"));
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check();
    await page
      .getByRole("region", { name: "Selection" })
      .getByRole("button", { name: "Edit" })
      .click();
    const dialog = page.getByRole("dialog", { name: "Edit contacts" });
    await dialog.getByRole("combobox", { name: "Property", exact: true }).fill("Cit");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("City").fill("New");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: "Change 2 of 3 contacts" }).click();
    await dialog.waitFor({ state: "detached" });
    await visit(page, app, "/changes");
    const row = page.getByRole("row").filter({ hasText: "contacts" }).first();
    await row.getByRole("button", { name: "Undo" }).click();
    await row.getByText("Undone").waitFor();
  });

  it("a probability is a percentage", async () => {
    const id = await make(app, "deal", { name: "Likely" });
    const page = await app.open(app.at(`/deals/${id}`));
    await page.getByText("10%", { exact: true }).waitFor();
  });
});
