import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

describe("the toolbar of the board", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const column = (page: Page, stage: string) =>
    page.getByRole("region", { name: stage, exact: true });
  const cards = (page: Page) => page.getByRole("region").getByRole("listitem");

  it("shows every stage of deals at 1440, collapses one and keeps that for the admin", async () => {
    const page = await app.open(app.at("/deals/board"));
    const frame = page.getByRole("region", { name: "Deals by stage" });
    await column(page, "Lost").getByRole("listitem").first().waitFor();
    expect(await frame.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    const toggle = page.getByRole("button", { name: "Collapse Lost" });
    await toggle.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Expand Lost" }).and(page.locator(":focus")).waitFor();
    expect(await column(page, "Lost").getByRole("listitem").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: "Expand Lost" }).click();
    await column(page, "Lost").getByRole("listitem").first().waitFor();
  });

  it("carries filters, order and search over between table and board", async () => {
    const page = await app.open(app.at("/deals?filter=priority.in.urgent&sort=-amount&q=signage"));
    await page.getByRole("link", { name: "Board" }).click();
    await page.getByRole("button", { name: "Change filter: Priority is Urgent" }).waitFor();
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("signage");
    await page.getByRole("button", { name: "Sort: Amount" }).waitFor();
    const count = page.getByRole("status").filter({ hasText: /^\d+ of \d+ deals$/ });
    await count.waitFor();
    const found = Number.parseInt((await count.textContent()) ?? "", 10);
    await expect.poll(() => cards(page).count()).toBe(found);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Sort: Amount" }).click();
    await page.getByRole("menuitem", { name: "Created" }).click();
    await page.getByRole("button", { name: "Sort: Created" }).waitFor();
    await page.getByRole("link", { name: "Table", exact: true }).click();
    await page.getByRole("button", { name: "Change filter: Priority is Urgent" }).waitFor();
    const search = Object.fromEntries(new URL(page.url()).searchParams);
    expect(search).toEqual({ filter: "priority.in.urgent", q: "signage" });
  });

  it("shows company, priority and close date on cards, or what the admin chooses", async () => {
    const page = await app.open(app.at("/deals/board"));
    const first = column(page, "New").getByRole("listitem").first();
    await first.getByRole("definition").nth(2).waitFor();
    const terms = () => first.getByRole("term").allTextContents();
    expect(await terms()).toEqual(["Company", "Priority", "Close date"]);
    await page.getByRole("button", { name: "Cards" }).click();
    await page.getByRole("checkbox", { name: "Priority" }).uncheck();
    expect(await seriousFindings(page)).toEqual([]);
    await expect.poll(terms).toEqual(["Company", "Close date"]);
    await page.reload();
    await expect.poll(terms).toEqual(["Company", "Close date"]);
  });

  it("weights the amounts of deals by probability, and leaves that out for tickets", async () => {
    const page = await app.open(app.at("/deals/board"));
    await page.getByText(/^Open, weighted by probability: /).waitFor();
    await column(page, "New")
      .getByText(/\(weighted [\d,.]+\)/)
      .first()
      .waitFor();
    const short = page.getByText(/^[A-Z]{3}\s[\d.]+[a-z]+\(weighted [\d.]+[a-z]*\)$/i).first();
    const title = await short.locator("xpath=..").getAttribute("title");
    expect(title).toMatch(/^[A-Z]{3}\s[\d,.]{7,} \(weighted [\d,.]+\)$/);
    expect(await short.getAttribute("aria-hidden")).toBe("true");
    await page.goto(`${app.adminUrl}${app.at("/tickets/board")}`);
    await column(page, "New").getByRole("listitem").first().waitFor();
    expect(await page.getByText("weighted").count()).toBe(0);
  });

  it("creates a deal, and saves a board as a view", async () => {
    const page = await app.open(app.at("/deals/board"));
    await page.getByRole("button", { name: "Create deal" }).click();
    const form = page.getByRole("dialog", { name: "New deal" });
    await form.getByLabel("Name").fill("Weathervane");
    await form.getByRole("button", { name: "Create deal" }).click();
    await column(page, "New").getByRole("link", { name: "Weathervane" }).waitFor();
    await page.getByRole("button", { name: "Collapse Won" }).click();
    await page.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "New view of deals" });
    await dialog.getByLabel("Name").fill("Open board");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await page.waitForURL(/\/deals\/board\?view=v[\w-]{12}$/);
    const { pathname, search } = new URL(page.url());
    const other = await page.context().newPage();
    await other.goto(`${app.adminUrl}${pathname}${search}`);
    await other.getByRole("button", { name: "Expand Won" }).waitFor();
    await other.getByRole("link", { name: "Table", exact: true }).click();
    await other
      .getByRole("navigation", { name: "Saved views of deals" })
      .getByRole("link", { name: "Open board private changed" })
      .waitFor();
  });
});
