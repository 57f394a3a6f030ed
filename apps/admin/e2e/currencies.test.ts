import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make } from "./support/records.ts";

describe("totals in a reporting currency", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
    for (const deal of [
      { name: "Rollout", amount: "1000.10", currency: "EUR" },
      { name: "Import", amount: "100", currency: "USD" },
      { name: "Kyoto", amount: "5000", currency: "JPY" },
      { name: "Unknown", amount: "7" },
      { name: "Old", amount: "200", currency: "USD", stage: "won", closeDate: "2026-01-15" },
    ]) {
      await make(app, "deal", deal);
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const dialog = (page: Page) => page.getByRole("dialog");
  const choose = async (page: Page, code: string) => {
    const field = dialog(page).getByRole("combobox", { name: "Currency" });
    await field.fill(code);
    await page.getByRole("option", { name: new RegExp(`^${code}, `) }).click();
  };
  const column = (page: Page, stage: string) =>
    page.getByRole("region", { name: stage, exact: true });
  const sum = (page: Page, stage: string) =>
    column(page, stage).locator("header .tabular span[title]");

  it("begin with a currency, and rates that are entered and imported", async () => {
    const board = await app.open(app.at("/deals/board"));
    await sum(board, "New").waitFor();
    expect(await sum(board, "New").textContent()).toMatch(/^EUR\s1,000\.10 · 3 more/);

    const page = await app.open(app.at("/currencies"));
    await page.getByRole("button", { name: "Choose a reporting currency" }).click();
    await choose(page, "EUR");
    await dialog(page).getByText("There are no rates into EUR yet").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Totals are in EUR, Euro.").waitFor();
    const table = page.getByRole("region", { name: "Currencies" });
    const usd = table.getByRole("row", { name: /USD/ });
    await usd.getByText("No rate").waitFor();

    await usd.getByRole("button", { name: "Add rate" }).click();
    await dialog(page).getByLabel("1 USD in EUR").fill("0");
    await dialog(page).getByLabel("Holds from").fill("2026-02-01");
    await dialog(page).getByRole("button", { name: "Add rate" }).click();
    await dialog(page).getByText("The rate must be a number above 0").waitFor();
    await dialog(page).getByLabel("1 USD in EUR").fill("0.9");
    await dialog(page).getByRole("button", { name: "Add rate" }).click();
    await usd.getByText("1 USD = 0.9 EUR").waitFor();

    // The board follows without a reload.
    await column(board, "Won").getByText("1 left out", { exact: true }).waitFor();
    await board
      .getByText(
        "Left out: 1 deal in JPY without a rate, 1 deal in USD without a rate, 1 deal without",
      )
      .waitFor();

    await page.getByRole("button", { name: "Import rates" }).click();
    await dialog(page)
      .getByLabel("Lines")
      .fill("date,currency,rate\n2026-01-01,USD,0.8\n2026-01-32,USD,0.8\n2026-02-01,GBP,1.15");
    await dialog(page).getByRole("button", { name: "Check" }).click();
    await dialog(page).getByText("2 rates can be imported.").waitFor();
    await dialog(page).getByText("Line 3: The day must be a date such as 2026-11-28.").waitFor();
    await dialog(page).getByRole("button", { name: "Import 2 rates" }).click();
    await table.getByRole("row", { name: /GBP/ }).waitFor();
    await page.getByRole("button", { name: /^Rates of USD/ }).click();
    const all = page.getByRole("region", { name: "Rates of USD" }).getByRole("row");
    await expect.poll(() => all.count()).toBe(3);
  });

  it("are one for each stage, with what they are made of and leave out", async () => {
    const page = await app.open(app.at("/deals/board"));
    await sum(page, "New").waitFor();
    const title = (stage: string) => sum(page, stage).getAttribute("title");
    await expect
      .poll(async () => (await title("New"))?.replaceAll("\u00a0", " ").split("\n"))
      .toEqual([
        "≈ EUR 1,090.10",
        "Weighted ≈ EUR 109.01",
        "EUR 1,000.10",
        "JPY 5,000",
        "USD 100.00",
        "Amount 7 without currency",
        "Left out: 1 deal in JPY without a rate",
        "Left out: 1 deal without a currency",
      ]);
    const short = await sum(page, "New").locator("[aria-hidden]").textContent();
    expect(short?.replaceAll("\u00a0", " ")).toMatch(/^≈ EUR 1\.1k, 2 left out$/i);
    expect((await title("Won"))?.replaceAll("\u00a0", " ").split("\n")).toEqual([
      "≈ EUR 160.00",
      "USD 200.00",
    ]);
    expect(await page.getByText("Open, weighted by probability:").textContent()).toMatch(
      /≈ EUR\s109\.01/,
    );
    const note = page.getByText(/^Totals are in EUR, at the rates of/);
    expect(await note.textContent()).toContain(
      "Left out: 1 deal in JPY without a rate, 1 deal without a currency.",
    );
    await note.getByRole("link", { name: "Rates" }).click();
    await page.getByRole("heading", { level: 1, name: "Currencies" }).waitFor();
  });

  it("are what reports draw, on Home too, with the same note", async () => {
    const page = await app.open(app.at("/reports/forecast?measure=amount-total"));
    const row = page.getByRole("row", { name: /^No close date/ });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/EUR\s1,090\.10/);
    await page.getByRole("heading", { level: 2, name: "Amount in EUR" }).waitFor();
    await page.getByText("Left out: 1 deal in JPY without a rate, 1 deal without").waitFor();
    await visit(page, app, "/reports/outcomes?measure=amount-total");
    expect(await page.getByRole("row", { name: /^January 2026/ }).textContent()).toMatch(
      /EUR\s160\.00/,
    );
    await visit(page, app, "/reports/funnel?type=deal");
    expect(await page.getByRole("row", { name: /^New/ }).textContent()).toMatch(/EUR\s1,090\.10/);
    await visit(page, app, "/");
    const tile = page.getByRole("region", { name: "Forecast" });
    await tile.getByText(/^Totals are in EUR/).waitFor();
    await tile.getByText(/Weighted amount in EUR/).waitFor();
  });

  it("are what a grouped table shows for each group and for all", async () => {
    const page = await app.open(app.at("/deals?group=stage"));
    const of = async (name: RegExp) =>
      (await page.getByRole("row", { name }).locator("td[title]").getAttribute("title"))
        ?.replaceAll("\u00a0", " ")
        .split("\n");
    await page.getByRole("row", { name: /^Total/ }).waitFor();
    expect(await of(/^New/)).toEqual([
      ...["≈ EUR 1,090.10", "EUR 1,000.10", "JPY 5,000", "USD 100.00", "Amount 7 without currency"],
      ...["Left out: 1 deal in JPY without a rate", "Left out: 1 deal without a currency"],
    ]);
    expect((await of(/^Total/))?.[0]).toBe("≈ EUR 1,250.10");
    const shown = page.getByRole("row", { name: /^Total/ }).locator("td[title] [aria-hidden=true]");
    expect((await shown.first().textContent())?.replaceAll("\u00a0", " ")).toMatch(
      /^≈ EUR 1\.3k$/i,
    );
  });

  it("move with a card at once", async () => {
    const page = await app.open(app.at("/deals/board"));
    const card = column(page, "New").getByRole("listitem").filter({ hasText: "Rollout" });
    await card.getByRole("button", { name: "Move Rollout to another stage" }).click();
    await page.getByRole("menuitem", { name: "Qualified" }).click();
    await expect
      .poll(async () => (await sum(page, "Qualified").getAttribute("title"))?.split("\n")[0])
      .toMatch(/^EUR\s1,000\.10$/);
    await expect
      .poll(async () => (await sum(page, "New").getAttribute("title"))?.split("\n")[0])
      .toMatch(/^≈ EUR\s90\.00$/);
  });

  it("are for admins with the role to change, and shown to everyone", async () => {
    const page = await app.open(app.at("/currencies"), { role: "read-only" });
    await page.getByText("Totals are in EUR, Euro.").waitFor();
    expect(await page.getByRole("button", { name: /Add rate|Import rates|Change/ }).count()).toBe(
      0,
    );
  });
});
