import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { addPipeline, make } from "./support/records.ts";

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
    await expect.poll(terms).toEqual(["Company", "Close date"]);
    await page.reload();
    await expect.poll(terms).toEqual(["Company", "Close date"]);
  });

  it("says how many properties cards show at most, and takes no more", async () => {
    const page = await app.open(app.at("/deals/board"));
    await page.getByRole("button", { name: "Cards" }).click();
    const boxes = page.getByRole("group", { name: "Cards" }).getByRole("checkbox");
    for (let i = 3; i < 10; i++) await boxes.nth(i).check();
    await page.getByText("Cards show at most 10 properties.").waitFor();
    expect(await boxes.nth(10).isDisabled()).toBe(true);
    await boxes.nth(9).uncheck();
    await boxes.nth(10).check();
    await page.getByText("Cards show at most 10 properties.").waitFor();
  });

  it("has one total for each stage, cards at one height, short dates, and one scrollbar", async () => {
    const page = await app.open(app.at("/deals/board"));
    await column(page, "New").getByRole("listitem").first().waitFor();
    const look = await page.evaluate(() => {
      const stages = Array.from(document.querySelectorAll("main section section"));
      const tops = stages.flatMap(
        (stage) => stage.querySelector("li")?.getBoundingClientRect().y ?? [],
      );
      const scrolling = stages
        .flatMap((stage) => [stage, ...stage.querySelectorAll("div")])
        .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY));
      const chips = Array.from(document.querySelectorAll("[data-chip]"), (one) => one.textContent);
      return { tops: new Set(tops).size, scrolling: scrolling.length, chips };
    });
    expect(look).toMatchObject({ tops: 1, scrolling: 0 });
    expect(look.chips.length).toBeGreaterThan(10);
    expect(look.chips.filter((text) => /\d:\d\d/.test(text))).toEqual([]);
    const id = await make(app, "deal", { name: "With an owner", owner_id: "ada@example.com" });
    await page.reload();
    const owned = page.getByRole("listitem").filter({ has: page.locator(`a[href$="/${id}"]`) });
    await owned.getByText("Owner ada@example.com").waitFor();
  });

  it("offers to clear a search without cards, and no order that all cards of a stage share", async () => {
    const page = await app.open(app.at("/deals/board?q=zzzz"));
    await page.getByText("No deals in this pipeline match.").waitFor();
    expect(await page.getByText("Empty", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Clear search", exact: true }).click();
    await cards(page).first().waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await page.getByRole("button", { name: /^Sort: Created\s+descending$/ }).click();
    await page.getByRole("menuitem", { name: "Amount" }).waitFor();
    expect(await page.getByRole("menuitem", { name: /^(Stage|Pipeline)$/ }).count()).toBe(0);
  });

  it("weights the amounts of deals by probability, and leaves that out for tickets", async () => {
    const page = await app.open(app.at("/deals/board"));
    const total = page.getByText(/^Open, weighted by probability: /);
    await total.getByText(/^[A-Z]{3}\s[\d.]+k( · [A-Z]{3}\s[\d.]+k)*$/).waitFor();
    const sum = (stage: string) => column(page, stage).locator("header [title*='.']");
    const exact = /^[A-Z]{3}\s[\d,]{5,}\.\d\d/;
    expect(await sum("New").getAttribute("title")).toMatch(exact);
    expect(await sum("New").getAttribute("title")).toMatch(/\nWeighted [A-Z]{3}\s[\d,]{5,}\.\d\d$/);
    // In "Won" the weighted sum is the sum.
    expect(await sum("Won").getAttribute("title")).toMatch(exact);
    expect(await sum("Won").getAttribute("title")).not.toMatch(/weighted/i);
    await page.goto(`${app.adminUrl}${app.at("/tickets/board")}`);
    await column(page, "New").getByRole("listitem").first().waitFor();
    expect(await page.getByText(/weighted/i).count()).toBe(0);
  });

  it("sums in one format in all stages, and says which sum has no currency", async () => {
    await make(app, "deal", { name: "Sundial", amount: "50", stage: "qualified" });
    await make(app, "deal", { name: "Gnomon", amount: "7", currency: "CHF", stage: "lost" });
    const page = await app.open(app.at("/deals/board"));
    const sums = (stage: string) => column(page, stage).locator("header");
    const titles = (stage: string) =>
      sums(stage).locator("div.tabular > span[title]").getAttribute("title");
    await sums("Qualified")
      .getByText(/^[A-Z]{3}\s[\d.]+k · 1 more$/)
      .waitFor();
    expect(await titles("Qualified")).toMatch(/\nAmount 50 without currency\nWeighted 15$/);
    expect(await titles("Lost")).toMatch(/CHF\s7\.00/);
    await page
      .getByText(/ · Amount 15 without currency$/)
      .first()
      .waitFor();
    await page.getByRole("searchbox").fill("Gnomon");
    // Short enough for a column, so all are exact.
    await sums("Lost").getByText("CHF 7.00", { exact: true }).first().waitFor();
  });

  it("shows the labels of stages in one line, and an ellipsis with the label as title", async () => {
    const viewport = { width: 1280, height: 720 };
    const page = await app.open(app.at("/deals/board"), { viewport });
    const frame = page.getByRole("region", { name: "Deals by stage" });
    await column(page, "Lost").getByRole("listitem").first().waitFor();
    expect(await frame.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    const isClipped = (label: string) =>
      page
        .getByRole("heading", { level: 2, name: label })
        .locator("[data-color]")
        .evaluate((one) => one.scrollWidth > one.clientWidth);
    for (const label of ["New", "Qualified", "Proposal", "Negotiation", "Won", "Lost"]) {
      expect(await isClipped(label), label).toBe(false);
    }
    await column(page, "Won").getByTitle("Closed").waitFor();
    const long = "Waiting for Rechtsschutzversicherungsgesellschaften";
    await addPipeline(app, page, "Claims", ["Met", "Filed", "Paid", long, "Signed"]);
    await page.goto(`${app.adminUrl}${app.at("/deals/board?pipeline=claims")}`);
    const heading = page.getByRole("heading", { level: 2, name: long });
    expect(await heading.getAttribute("title")).toBe(long);
    expect(await isClipped(long)).toBe(true);
    expect((await heading.boundingBox())?.height).toBeLessThan(30);
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
