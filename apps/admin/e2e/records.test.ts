import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { discard } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { publicApi } from "./support/public-api.ts";
import { make, read } from "./support/records.ts";

describe("the table of records", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open: Installation["open"] = (path, options) => app.open(path, options);

  const rowLinks = (page: Page) => page.locator("tbody").getByRole("rowheader").getByRole("link");

  it("creates a contact in the side form, visible in the API", async () => {
    const page = await open(app.at("/contacts"));
    await page.getByRole("button", { name: "Create contact" }).first().click();
    const form = page.getByRole("dialog", { name: "New contact" });
    await form.getByLabel("First name").fill("Ada");
    await form.getByLabel("Last name").fill("Lovelace");
    await form.getByLabel("Email").fill("ada@example.com");
    await form.getByLabel("Lifecycle stage").fill("Patron");
    await form.getByRole("button", { name: "More properties" }).click();
    await form.getByLabel("Tags").fill("math");
    await form.getByLabel("Tags").press("Enter");
    await form.getByLabel("Job title").press("Enter");
    await page.getByText("Contact created.").waitFor();
    await form.waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
    const href = await page.getByRole("link", { name: "Ada Lovelace" }).getAttribute("href");
    const id = href?.split("/").at(-1);
    const answer = await app.workspace("GET", `/v1/contacts/${id}`);
    expect(await answer.json()).toMatchObject({
      data: {
        firstName: "Ada",
        lastName: "Lovelace",
        email: "ada@example.com",
        lifecycleStage: "Patron",
      },
    });
    await expect.poll(() => read(app, "contact", Number(id))).toMatchObject({ tags: ["math"] });
  });

  it("keeps exact amounts and the reader's time zone, and offers the stages of the pipeline", async () => {
    const page = await open(app.at("/deals?form=new"));
    const form = page.getByRole("dialog", { name: "New deal" });
    await form.getByLabel("Name").fill("Observatory");
    await form.getByLabel("Amount").fill("12345678901234567890.05");
    await form.getByLabel("Currency").fill("EUR");
    await form.getByRole("combobox", { name: "Stage" }).click();
    await page.getByRole("option", { name: "Negotiation" }).click();
    await form.getByLabel("Close date").fill("2026-07-01");
    await form.getByLabel("Time", { exact: true }).fill("12:30");
    await form.getByRole("button", { name: "Create deal" }).click();
    const row = page.getByRole("row", { name: /Observatory/ });
    await row.getByText("EUR 12,345,678,901,234,567,890.05").waitFor();
    await row
      .getByTitle("1 Jul 2026, 12:30:00")
      .getByText(/^1 Jul( 2026)?, 12:30$/)
      .waitFor();
    const href = await row.getByRole("link", { name: "Observatory" }).getAttribute("href");
    expect(await read(app, "deal", Number(href?.split("/").at(-1)))).toMatchObject({
      amount: "12345678901234567890.05",
      closeDate: "2026-07-01T10:30:00.000Z",
      stage: "negotiation",
    });
  });

  it("shows the server's errors at their fields, and focuses the first one", async () => {
    const page = await open(app.at("/contacts?form=new"));
    const form = page.getByRole("dialog", { name: "New contact" });
    await form.getByLabel("Last name").fill("Nobody");
    await form.getByRole("button", { name: "Create contact" }).click();
    await form.getByText("needs an email or a phone. Give at least one").waitFor();
    const email = form.getByLabel("Email");
    await hasFocus(email);
    await email.fill("nonsense");
    await form.getByRole("button", { name: "More properties" }).click();
    await form.getByLabel("Website").fill("not a site");
    await form.getByRole("button", { name: "Create contact" }).click();
    await form.getByText(/^Email must be an email address/).waitFor();
    await form.getByText(/must be a web address/).waitFor();
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => form.getByRole("alert").count()).toBe(0);
    await discard(page);
    await form.waitFor({ state: "detached" });
  });

  it("filters, sorts and searches, and the URL shows another admin the same", async () => {
    const page = await open(app.at("/deals"));
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Stage");
    await page.getByRole("option", { name: "Stage", exact: true }).click();
    await editor.getByRole("combobox", { name: "Values" }).click();
    await page.getByRole("option", { name: "New", exact: true }).click();
    await page.getByRole("option", { name: "Won", exact: true }).click();
    await page.keyboard.press("Tab");
    await editor.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("button", { name: "Change filter: Stage is any of New or Won" }).waitFor();
    await page.getByRole("button", { name: "Amount", exact: true }).click();
    await page
      .getByRole("columnheader", { name: "Amount" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("brand refresh for");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("brand refresh for");
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ of \d+ deals$/ })
      .waitFor();
    // Until the server has answered, the rows and the number of the filter alone are shown.
    let names: readonly string[] = [];
    await expect
      .poll(async () => {
        names = await rowLinks(page).allTextContents();
        return names.filter((name) => !name.startsWith("Brand refresh for"));
      })
      .toEqual([]);
    expect(names.length).toBeGreaterThan(1);

    const address = new URL(page.url());
    expect(Object.fromEntries(address.searchParams)).toEqual({
      filter: "stage.in.new,won",
      sort: "amount",
      q: "brand refresh for",
    });
    const other = await open(`${address.pathname}${address.search}`, { role: "read-only" });
    await other
      .getByRole("button", { name: "Change filter: Stage is any of New or Won" })
      .waitFor();
    await rowLinks(other).first().waitFor();
    await expect.poll(() => rowLinks(other).allTextContents()).toEqual(names);
    await expect.poll(() => other.getByRole("searchbox").inputValue()).toBe("brand refresh for");

    await page.getByRole("button", { name: /^Remove filter/ }).click();
    await page.getByRole("searchbox").fill("zzz");
    await page.getByText("No deals match").waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("status").filter({ hasText: "41 deals" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("filters by a property without an index, and counts the matches", async () => {
    const page = await open(app.at("/companies"));
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("City");
    await page.getByRole("option", { name: "City" }).click();
    await editor.getByLabel("Value", { exact: true }).fill("Cork");
    await editor.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("button", { name: "Change filter: City starts with Cork" }).waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ of \d+ companies$/ })
      .waitFor();
    expect(await rowLinks(page).count()).toBeGreaterThan(0);
  });

  it("explains how to index a property that cannot be sorted by", async () => {
    const page = await open(app.at("/companies"));
    await page.getByRole("button", { name: "City", exact: true }).click();
    await page
      .getByRole("dialog", { name: "City" })
      .getByRole("link", { name: /Switch on “Indexed”/ })
      .click();
    await page.waitForURL(`**${app.at("/schema/companies")}`);
  });

  it("filters by a range", async () => {
    const page = await open(app.at("/deals"));
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Amount");
    await page.getByRole("option", { name: "Amount" }).click();
    await editor.getByRole("combobox", { name: "Condition" }).click();
    await page.getByRole("option", { name: "is between" }).click();
    await editor.getByLabel("From").fill("2000");
    await expect
      .poll(() => editor.getByRole("button", { name: "Add filter" }).isDisabled())
      .toBe(true);
    await editor.getByLabel("To").fill("9000");
    await editor.getByRole("button", { name: "Add filter" }).click();
    await page
      .getByRole("button", { name: "Change filter: Amount is between 2,000 and 9,000" })
      .waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe("amount.between.2000,9000");
    await rowLinks(page).first().waitFor();
  });

  it("shows associated records in a column, and filters by one", async () => {
    const page = await open(app.at("/contacts"));
    const companies = page.locator("tbody a[href*='/companies/']");
    const name = (await companies.first().textContent()) ?? "";
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Company");
    await page.getByRole("option", { name: "Company", exact: true }).click();
    await editor.getByRole("combobox", { name: "Companies" }).fill(name);
    await page.getByRole("option", { name }).click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await editor.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("button", { name: `Change filter: Company is ${name}` }).waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ of \d+ contacts$/ })
      .waitFor();
    await expect
      .poll(async () => new Set(await companies.allTextContents()))
      .toEqual(new Set([name]));
    await page.reload();
    await page.getByRole("button", { name: `Change filter: Company is ${name}` }).waitFor();
  });

  it("marks the filter of a link that the server refuses, and keeps the table of the others", async () => {
    const page = await open(app.at("/deals?filter=stage.in.new;amount.gt.much;employees.gt.1"));
    const faults = page.getByRole("alert");
    await faults
      .first()
      .getByText(/decimal number/)
      .waitFor();
    await faults.nth(1).getByText("There is no property").waitFor();
    await rowLinks(page).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove filter: employees is more than 1" }).click();
    await page.getByRole("button", { name: "Remove filter: Amount is more than much" }).click();
    await expect.poll(() => faults.count()).toBe(0);
    await page.getByRole("button", { name: "Change filter: Stage is New" }).waitFor();
  });

  it("loads all 130 records while scrolling, without a gap", async () => {
    const names = Array.from({ length: 130 }, (_, i) => `Row ${String(i).padStart(3, "0")}`);
    await (await publicApi(app)).makeMany(
      "leads",
      names.map((name) => ({ name })),
    );
    const page = await open(app.at("/leads?sort=name&q=row"));
    const first = page.getByRole("link", { name: "Row 000" });
    await first.waitFor();
    const seen = new Set<string>();
    const unseen = async (wanted: readonly string[]) => {
      for (const name of await rowLinks(page).allTextContents()) seen.add(name);
      return wanted.filter((name) => !seen.has(name));
    };
    const rowsAtOnce = 15;
    for (let row = 0; row < names.length; row += rowsAtOnce) {
      await page.getByRole("region", { name: "Leads" }).evaluate((frame, top) => {
        frame.scrollTop = top;
      }, row * 38);
      await expect.poll(() => unseen(names.slice(row, row + rowsAtOnce))).toEqual([]);
    }
    await page
      .getByRole("status")
      .filter({ hasText: /^130 of \d+ leads$/ })
      .waitFor();
    expect([...seen].toSorted()).toEqual(names);
  });

  it("moves from row to row with the arrow keys", async () => {
    const page = await open(app.at("/leads?sort=name&q=row"));
    const isFocused = (name: string) =>
      page.getByRole("link", { name }).evaluate((one) => one === document.activeElement);
    await page.getByRole("link", { name: "Row 000" }).focus();
    for (const name of ["Row 001", "Row 002"]) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => isFocused(name)).toBe(true);
    }
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => isFocused("Row 001")).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`${app.at("/leads/")}\\d+$`));
  });

  it("remembers the chosen columns", async () => {
    const page = await open(app.at("/companies"));
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByLabel("Find a column").fill("employees");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.getByRole("checkbox", { name: "Number of employees" }).isChecked())
      .toBe(true);
    await page.keyboard.type("industry");
    await page.getByRole("checkbox", { name: "Industry" }).uncheck();
    await page.reload();
    await page.getByRole("columnheader", { name: "Number of employees" }).waitFor();
    await expect.poll(() => page.getByRole("columnheader", { name: "Industry" }).count()).toBe(0);
    await visit(page, app, "/contacts");
    await page.getByRole("columnheader", { name: "Email" }).waitFor();
    await expect
      .poll(() => page.getByRole("columnheader", { name: "Number of employees" }).count())
      .toBe(0);
  });

  it("edits a record from its row, and saves only the changes", async () => {
    const id = await make(app, "contact", { lastname: "Hopper", email: "grace@example.com" });
    const page = await open(app.at("/contacts?q=hopper"));
    const actions = page.getByRole("button", { name: "Actions for Hopper" });
    const form = page.getByRole("dialog", { name: "Edit contact Hopper" });
    await actions.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Edit" }).press("Enter");
    await form.getByLabel("First name").waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    await hasFocus(actions);
    await actions.click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await form.getByLabel("First name").fill("Grace");
    await form.getByLabel("Email").fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("needs an email or a phone").waitFor();
    await form.getByLabel("Email").fill("grace@example.com");
    const sent = page.waitForRequest((request) => request.url().includes("records.update"));
    await form.getByRole("button", { name: "Save" }).click();
    expect((await sent).postData()).toContain(
      '"properties":[{"internal_name":"firstname","value":"Grace"}]',
    );
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
    const answer = await app.workspace("GET", `/v1/contacts/${id}`);
    expect(await answer.json()).toMatchObject({
      data: { firstName: "Grace", lastName: "Hopper", email: "grace@example.com" },
    });
  });

  it("opens a record in a new tab and copies its link from its row, by keyboard too", async () => {
    const id = await make(app, "contact", { lastname: "Babbage", email: "charles@example.com" });
    const page = await open(app.at("/contacts?q=babbage"));
    const href = `${app.adminUrl}${app.at(`/contacts/${id}`)}`;
    await page.getByRole("link", { name: "Babbage" }).focus();
    await page.keyboard.press("ArrowRight");
    await hasFocus(page.getByRole("button", { name: "Actions for Babbage" }));
    await page.keyboard.press("Enter");
    const item = (name: string) => page.getByRole("menuitem", { name });
    await hasFocus(item("Open in new tab"));
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      ...["Open in new tab", "Copy link", "Edit", "Delete"],
    ]);
    const opened = page.context().waitForEvent("page");
    await page.keyboard.press("Enter");
    const tab = await opened;
    await tab.waitForURL(href);
    await tab.close();
    await page.evaluate(() => {
      navigator.clipboard.writeText = (text) => {
        document.body.dataset.copied = text;
        return Promise.resolve();
      };
    });
    await page.getByRole("button", { name: "Actions for Babbage" }).click();
    await item("Copy link").click();
    await page.getByText("Link copied.").waitFor();
    expect(await page.locator("body").getAttribute("data-copied")).toBe(href);
  });

  it("shows a read-only admin no way to change records", async () => {
    const page = await open(app.at("/contacts?form=new"), { role: "read-only" });
    await rowLinks(page).first().waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Create contact" }).count()).toBe(0);
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual([
      "Open in new tab",
      "Copy link",
    ]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await rowLinks(page).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/contacts\/\d+$/);
  });

  it("scrolls only inside its frame on a narrow screen", async () => {
    const viewport = { width: 390, height: 844 };
    const page = await open(app.at("/deals?filter=stage.eq.new&sort=-amount"), { viewport });
    await rowLinks(page).first().waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it("takes a day without a time as the day, and saves no record with an incomplete day", async () => {
    const page = await open(app.at("/deals?form=new"));
    const form = page.getByRole("dialog", { name: "New deal" });
    await form.getByLabel("Name").fill("Solstice");
    const day = form.getByLabel("Close date");
    // Day and month, in either order.
    await day.pressSequentially("1212");
    const isIncomplete = () => day.evaluate((input: HTMLInputElement) => input.validity.badInput);
    expect(await isIncomplete()).toBe(true);
    await form.getByRole("button", { name: "Create deal" }).click();
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => day.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await isIncomplete()).toBe(true);
    // A year of two digits is a part of one.
    await day.fill("0026-12-12");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => day.evaluate((input) => input === document.activeElement)).toBe(true);
    await day.fill("2026-12-12");
    await page.keyboard.press("Control+Enter");
    const link = page
      .getByRole("row", { name: /Solstice/ })
      .getByRole("link", { name: "Solstice" });
    const id = Number((await link.getAttribute("href"))?.split("/").at(-1));
    const day12 = { closeDate: "2026-12-12T00:00:00.000Z" };
    expect(await read(app, "deal", id)).toMatchObject(day12);
    await page.getByRole("alert").getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { level: 1, name: "Solstice" }).waitFor();
    await page.getByRole("button", { name: /^Edit Close date:/ }).click();
    const month = page.getByLabel("Close date", { exact: true });
    await month.fill("0026-12-11");
    await page.keyboard.press("Enter");
    expect(await month.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    await month.fill("2026-12-12");
    await month.press("ArrowRight");
    await month.press("Backspace");
    await page.keyboard.press("Enter");
    expect(await month.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true);
    await page.keyboard.type("11");
    await page.keyboard.press("Enter");
    const changed = { closeDate: expect.stringMatching(/^2026-(12-11|11-12)T00:00:00\.000Z$/) };
    await expect.poll(() => read(app, "deal", id)).toMatchObject(changed);
  });
});
