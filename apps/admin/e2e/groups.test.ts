import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, read } from "./support/records.ts";

describe("a table in groups", () => {
  let app: Installation;
  let engine: number;
  beforeAll(async () => {
    app = await startInstallation();
    engine = await make(app, "deal", { name: "Engine", amount: "100.5", currency: "EUR" });
    await make(app, "deal", { name: "Loom", amount: "200", currency: "EUR" });
    await make(app, "deal", { name: "Mill", amount: "7", currency: "GBP", stage: "won" });
    for (let i = 0; i < 30; i++) {
      await make(app, "deal", { name: `Nail ${i}`, amount: "1", stage: "lost", priority: "low" });
    }
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = (path: string) => app.open(app.at(path));
  const heading = (page: Page, name: string) =>
    page.locator("tr[data-group]").filter({ has: page.getByRole("button", { name }) });
  const headings = (page: Page) => page.locator("tr[data-group] th").allTextContents();
  const names = (page: Page) =>
    page.locator("tbody").getByRole("rowheader").getByRole("link").allTextContents();

  it("has a heading with count and sums for each, and keeps the sort within it", async () => {
    const page = await open("/deals?columns=stage,amount&sort=-amount");
    await button(page, "Group").click();
    await page.getByRole("menuitem", { name: "Stage", exact: true }).click();
    await heading(page, "New").waitFor();
    expect(new URL(page.url()).searchParams.get("group")).toBe("stage");
    expect(await headings(page)).toEqual(["New2", "Won1", "Lost30"]);
    await heading(page, "New").getByText("EUR 300.50").waitFor();
    await heading(page, "Lost").getByText("30", { exact: true }).first().waitFor();
    await expect
      .poll(async () => (await names(page)).slice(0, 3))
      .toEqual(["Loom", "Engine", "Mill"]);
    const total = page.getByRole("row", { name: /^Total/ });
    const sums = (await total.textContent())?.replaceAll("\u00a0", " ");
    expect(sums).toContain("EUR 300.50\nGBP 7.00\nAmount 30 without currency");
    await visit(page, app, "/deals?columns=amount&group=priority");
    await heading(page, "No priority").getByText("EUR 300.5 · GBP 7", { exact: true }).waitFor();
  });

  it("opens, closes and loads each group by itself, also with the keyboard", async () => {
    const page = await open("/deals?columns=amount&group=stage&sort=name");
    const isOpen = (name: string) => page.getByRole("button", { name, expanded: true }).count();
    await heading(page, "New").waitFor();
    await page.getByRole("button", { name: /^New/ }).press("Enter");
    await expect.poll(async () => (await names(page))[0]).toBe("Mill");
    expect(await isOpen("New 2")).toBe(0);
    await page.getByRole("button", { name: /^Won/ }).click();
    await expect.poll(async () => (await names(page))[0]).toBe("Nail 0");
    const more = page.getByRole("button", { name: "Show more deals in Lost" });
    await more.scrollIntoViewIfNeeded();
    await more.click();
    await expect.poll(() => more.count()).toBe(0);
    await page.getByRole("link", { name: "Nail 9", exact: true }).waitFor();
    // The head of the first group is drawn only near the top.
    await page.mouse.wheel(0, -5_000);
    await page.getByRole("button", { name: /^New/ }).click();
    await page.getByRole("link", { name: "Engine" }).waitFor();
  });

  it("moves a record to another group when its cell is edited, and rows stay selectable", async () => {
    const page = await open("/deals?columns=stage,amount&group=stage&sort=name");
    await page.getByRole("link", { name: "Engine" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Mill");
    await page.keyboard.press("x");
    await page.getByText("1 deal selected").waitFor();
    await page.keyboard.press("x");
    const cell = page.getByRole("row", { name: /Engine/ }).locator('[data-stop="stage"]');
    await cell.dblclick();
    await page.getByRole("option", { name: "Won" }).click();
    await expect.poll(() => headings(page)).toEqual(["New1", "Won2", "Lost30"]);
    expect(await read(app, "deal", engine)).toMatchObject({ stage: "won" });
  });

  it("is part of a saved view, and shows records without a value last", async () => {
    const page = await open("/deals?group=priority&columns=priority");
    await expect.poll(() => headings(page)).toEqual(["Low30", "No priority3"]);
    await page.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "New view of deals" });
    await dialog.getByLabel("Name").fill("By priority");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await page.waitForURL(/\?view=v[\w-]{12}$/);
    await expect.poll(() => headings(page)).toEqual(["Low30", "No priority3"]);
    await page.reload();
    await expect.poll(() => headings(page)).toEqual(["Low30", "No priority3"]);
    await button(page, "By Priority").click();
    await page.getByRole("menuitem", { name: "None" }).click();
    await expect.poll(() => page.locator("tr[data-group]").count()).toBe(0);
    await page.getByRole("link", { name: "Mill" }).waitFor();
  });

  it("filters and searches within groups, and says if nothing matches", async () => {
    const page = await open("/deals?group=stage&q=nail&columns=amount");
    await expect.poll(() => headings(page)).toEqual(["Lost30"]);
    await page.getByRole("searchbox", { name: "Search deals" }).fill("zzz");
    await page.getByText("No deals match").waitFor();
  });
});
