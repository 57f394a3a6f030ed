import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make } from "./support/records.ts";

describe("the row of filters below the headers", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
    await make(app, "deal", { name: "Engine", amount: "100", owner_id: "ada@example.com" });
    await make(app, "deal", { name: "Loom", amount: "200", stage: "won" });
    await make(app, "deal", { name: "Mill", amount: "300", stage: "won", tags: "brass" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = async (path = "/deals?columns=stage,amount,closeDate,owner_id&sort=name") => {
    const page = await app.open(app.at(path));
    await button(page, "Narrow by column").click();
    await page.locator("thead tr").nth(1).waitFor();
    return page;
  };
  const names = (page: Page) =>
    page.locator("tbody").getByRole("rowheader").getByRole("link").allTextContents();
  const filterOf = (page: Page) => new URL(page.url()).searchParams.get("filter");

  it("filters by the beginning of a text while it is typed, and keeps the focus without results", async () => {
    const page = await open();
    const name = page.getByRole("searchbox", { name: "Name starts with" });
    await name.pressSequentially("lo");
    await expect.poll(() => names(page)).toEqual(["Loom"]);
    expect(filterOf(page)).toBe("name.starts_with.lo");
    await button(page, "Change filter: Name starts with lo").waitFor();
    await name.pressSequentially("zzz");
    await page.getByText("No deals match").waitFor();
    await hasFocus(name);
    await name.fill("");
    await expect.poll(() => names(page)).toEqual(["Engine", "Loom", "Mill"]);
    expect(filterOf(page)).toBeNull();
  });

  it("opens the form of a filter for other columns, and shows, changes and clears what it says", async () => {
    const page = await open();
    await button(page, "Filter Stage: Any").click();
    await page.getByRole("combobox", { name: "Values" }).click();
    await page.getByRole("option", { name: "Won" }).click();
    await button(page, "Change filter").click();
    await expect.poll(() => names(page)).toEqual(["Loom", "Mill"]);
    expect(filterOf(page)).toBe("stage.in.won");
    const stage = button(page, "Filter Stage: is Won");
    expect(await stage.locator("[data-color]").getAttribute("data-color")).toBe("green");
    await button(page, "Filter Amount: Any").click();
    await page.getByRole("textbox", { name: "Value" }).fill("250");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["Mill"]);
    expect(filterOf(page)).toBe("stage.in.won;amount.gte.250");
    await button(page, "Clear the filter of Stage").click();
    await expect.poll(() => filterOf(page)).toBe("amount.gte.250");
    await button(page, "Remove filter: Amount is at least 250").click();
    await expect.poll(() => names(page)).toEqual(["Engine", "Loom", "Mill"]);
    await button(page, "Filter Amount: Any").waitFor();
  });

  it("changes the first alternative alone, shows what a link filters, and stays until it is hidden", async () => {
    const page = await open(
      "/deals?columns=stage,amount&sort=name&filter=stage.in.new|name.eq.Loom",
    );
    await button(page, "Filter Stage: is New").waitFor();
    await button(page, "Clear the filter of Stage").click();
    await expect.poll(() => filterOf(page)).toBe("name.eq.Loom");
    await button(page, "Filter Name: is Loom").waitFor();
    await page.reload();
    await button(page, "Filter Name: is Loom").waitFor();
    await button(page, "Narrow by column").click();
    await expect.poll(() => page.locator("thead tr").count()).toBe(1);
  });
});
