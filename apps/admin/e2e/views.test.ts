import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

describe("saved views", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const heads = async (page: Page) =>
    (await page.getByRole("columnheader").allTextContents()).map((text) => text.trim());
  const tab = (page: Page, name: string) =>
    page.getByRole("navigation", { name: "Saved views of deals" }).getByRole("link", { name });

  async function saveAs(page: Page, name: string, audience: "Only me" | "Everyone in the project") {
    const dialog = page.getByRole("dialog", { name: "New view of deals" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel(audience).check();
    await dialog.getByRole("button", { name: "Save view" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(/\?view=v[\w-]{12}$/);
  }

  it("saves a table as a view, whose link shows another admin the same", async () => {
    const page = await app.open(app.at("/deals?filter=stage.in.new&sort=-amount"));
    await page.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "New view of deals" });
    await dialog.waitFor();
    await saveAs(page, "New ones", "Everyone in the project");
    expect(await tab(page, "New ones").getAttribute("aria-current")).toBe("page");
    const { pathname, search } = new URL(page.url());
    const other = await app.open(`${pathname}${search}`, { role: "read-only" });
    await other.getByRole("button", { name: "Change filter: Stage is New" }).waitFor();
    await other
      .getByRole("columnheader", { name: "Amount" })
      .and(other.locator("[aria-sort=descending]"))
      .waitFor();
    await other.getByRole("button", { name: "Actions for the view New ones" }).click();
    await other.getByRole("menuitem", { name: "Copy link" }).waitFor();
    expect(await other.getByRole("menuitem", { name: "Delete" }).count()).toBe(0);
    await other.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("Not allowed"));
    });
    await other.getByRole("menuitem", { name: "Copy link" }).click();
    await other.getByText("The browser refused to copy. The link is in the address bar.").waitFor();
  });

  it("marks a changed view, keeps the change in the link, resets and saves it", async () => {
    const page = await app.open(app.at("/deals?filter=stage.in.new"));
    await page.getByRole("button", { name: "Save as view" }).click();
    await saveAs(page, "Mine", "Only me");
    await page.getByRole("button", { name: /^Remove filter/ }).click();
    await tab(page, "Mine private changed").waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe("-");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("button", { name: "Change filter: Stage is New" }).waitFor();
    await page.getByRole("button", { name: "Amount", exact: true }).click();
    await page.reload();
    await page
      .getByRole("columnheader", { name: "Amount" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved the view Mine.").waitFor();
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?view=v[\w-]{12}$/);
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
    await page
      .getByRole("columnheader", { name: "Amount" })
      .and(page.locator("[aria-sort=ascending]"))
      .waitFor();
  });

  it("says before it saves a view that the search is no part of it", async () => {
    const page = await app.open(app.at("/deals?q=signage"));
    await page.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "New view of deals" });
    await dialog.getByText("The view does not keep the search “signage”.").waitFor();
  });

  it("fits a narrow screen with more views than fit beside each other", async () => {
    const page = await app.open(app.at("/deals"));
    for (const month of ["October", "November", "December"]) {
      await page.getByRole("button", { name: "Save as view" }).click();
      await saveAs(page, `To be closed in ${month}`, "Only me");
      await tab(page, "All deals").click();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("columnheader", { name: "Amount" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it("renames, shares and deletes a view", async () => {
    const page = await app.open(app.at("/deals"));
    await page.getByRole("button", { name: "Save as view" }).click();
    await saveAs(page, "Draft", "Only me");
    const menu = (name: string) =>
      page.getByRole("button", { name: `Actions for the view ${name}` }).click();
    await menu("Draft");
    await page.getByRole("menuitem", { name: "Rename" }).click();
    const dialog = page.getByRole("dialog", { name: "Rename view" });
    await dialog.getByLabel("Name").fill("Final");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await tab(page, "Final private").waitFor();
    await menu("Final");
    await page.getByRole("menuitem", { name: "Share with everyone" }).click();
    await tab(page, "Final private").waitFor({ state: "detached" });
    await page.getByText("Everyone in the project can open the view Final.").waitFor();
    await menu("Final");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete the view “Final”?" });
    await question.getByRole("button", { name: "Delete view" }).click();
    await tab(page, "Final").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
  });

  it("says that only its admin can open the link of a private view, and offers to share it", async () => {
    const page = await app.open(app.at("/deals"), { context: {} });
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text;
      };
    });
    await page.getByRole("button", { name: "Save as view" }).click();
    await saveAs(page, "Secret", "Only me");
    const copyLink = async () => {
      await page.getByRole("button", { name: "Actions for the view Secret" }).click();
      await page.getByRole("menuitem", { name: "Copy link" }).click();
    };
    await copyLink();
    const notice = page.getByRole("alert").filter({ hasText: "Link copied. Only you can open it" });
    await notice.waitFor();
    expect(await page.title()).toBe(page.url());
    await notice.getByRole("button", { name: "Share with everyone" }).click();
    await notice.waitFor({ state: "detached" });
    await tab(page, "Secret private").waitFor({ state: "detached" });
    await copyLink();
    await page.getByText("Link copied.", { exact: true }).waitFor();
    await app
      .open(new URL(page.url()).pathname + new URL(page.url()).search)
      .then((other) => tab(other, "Secret").and(other.locator("[aria-current=page]")).waitFor());
  });

  it("says which column and filter of a view were removed, and works without them", async () => {
    const columns = "columns=amount,shoe_size,stage";
    const page = await app.open(app.at(`/deals?filter=stage.in.new;shoe_size.gt.4&${columns}`));
    await page.getByRole("button", { name: "Save as view" }).click();
    await saveAs(page, "Old", "Only me");
    await page
      .getByRole("alert")
      .filter({ hasText: "The property “shoe_size” no longer exists, so its column is not shown" })
      .waitFor();
    await page.getByRole("alert").filter({ hasText: "Not applied:" }).waitFor();
    await expect.poll(() => heads(page)).toEqual(["Deal", "Amount", "Stage"]);
    await page.locator("tbody").getByRole("rowheader").first().waitFor();
  });

  it("says that a view does not exist any more, and shows all records", async () => {
    const page = await app.open(app.at("/deals?view=vAAAAAAAAAAAA"));
    await page.getByRole("alert").filter({ hasText: "This view was deleted" }).waitFor();
    await page.getByRole("status").filter({ hasText: "40 deals" }).waitFor();
    await page.getByRole("button", { name: "Show all deals" }).click();
    await page.waitForURL(`**${app.at("/deals")}`);
  });

  it("names the header of a column by its label alone", async () => {
    const page = await app.open(app.at("/deals"));
    for (const name of ["Amount", "Stage"]) {
      await page.getByRole("columnheader", { name, exact: true }).waitFor();
    }
  });

  it("moves, pins, resizes and hides columns by keyboard, and keeps that for the admin", async () => {
    const page = await app.open(app.at("/deals"));
    await page.getByRole("columnheader", { name: /^Stage/ }).waitFor();
    const act = async (column: string, item: string) => {
      await page.getByRole("button", { name: `Column ${column}`, exact: true }).focus();
      await page.keyboard.press("Enter");
      const menu = page.getByRole("menu", { name: `Column ${column}` });
      await menu.getByRole("menuitem", { name: item, exact: true }).press("Enter");
    };
    await act("Stage", "Move left");
    await expect
      .poll(async () => (await heads(page)).slice(0, 3))
      .toEqual(["Deal", "Stage", "Amount"]);
    await page.getByRole("status").filter({ hasText: "Moved Stage to place 1 of 6." }).waitFor();
    await act("Priority", "Pin");
    await expect.poll(async () => (await heads(page)).slice(0, 2)).toEqual(["Deal", "Priority"]);
    await act("Amount", "Resize");
    const edge = page.getByRole("separator", { name: "Width of Amount" });
    await hasFocus(edge);
    const before = Number(await edge.getAttribute("aria-valuenow"));
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(async () => Number(await edge.getAttribute("aria-valuenow")))
      .toBe(before + 16);
    await act("Close date", "Hide");
    await page.getByRole("columnheader", { name: /^Close date/ }).waitFor({ state: "detached" });
    const shown = await heads(page);
    await page.reload();
    await expect.poll(() => heads(page)).toEqual(shown);
    await expect
      .poll(async () => Number(await edge.getAttribute("aria-valuenow")))
      .toBe(before + 16);
  });

  it("moves a column by dragging its header, and resizes one by dragging its edge", async () => {
    const page = await app.open(app.at("/deals?columns=amount,stage,priority"));
    const head = (name: string) => page.getByRole("columnheader", { name });
    await head("Priority").dragTo(head("Amount"));
    await expect.poll(() => heads(page)).toEqual(["Deal", "Priority", "Amount", "Stage"]);
    const edge = page.getByRole("separator", { name: "Width of Stage" });
    const box = await edge.boundingBox();
    if (box === null) throw new Error("the column has no edge");
    const width = Number(await edge.getAttribute("aria-valuenow"));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(async () => Number(await edge.getAttribute("aria-valuenow")))
      .toBe(width + 50);
    await edge.dblclick();
    await expect.poll(async () => Number(await edge.getAttribute("aria-valuenow"))).toBe(width);
  });

  it("ends the pinned columns with a line, and lists the chosen columns first", async () => {
    const page = await app.open(app.at("/deals?columns=stage::p,priority::p,amount"));
    await page.locator("tbody").getByRole("rowheader").first().waitFor();
    const lines = (row: string) =>
      page
        .locator(`${row} > :is(th, td)`)
        .evaluateAll((cells) => cells.map((one) => getComputedStyle(one).borderRightWidth));
    await expect.poll(() => lines("thead tr")).toEqual(["0px", "0px", "1px", "0px"]);
    const row = "tbody tr:not([aria-hidden]):nth-of-type(1)";
    await expect.poll(() => lines(row)).toEqual(["0px", "0px", "1px", "0px"]);
    await page.getByRole("button", { name: "Columns", exact: true }).click();
    const boxes = page.getByRole("group", { name: "Columns" }).getByRole("checkbox");
    const labels = () =>
      boxes.evaluateAll((all) =>
        (all as HTMLInputElement[]).map(({ labels }) => labels?.[0]?.textContent).slice(0, 3),
      );
    await expect.poll(labels).toEqual(["Stage", "Priority", "Amount"]);
    await boxes.first().uncheck();
    await expect.poll(() => heads(page)).toEqual(["Deal", "Priority", "Amount"]);
    expect(await labels()).toEqual(["Stage", "Priority", "Amount"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Column Priority", exact: true }).click();
    await page.getByRole("menuitem", { name: "Unpin" }).click();
    await expect.poll(() => lines("thead tr")).toEqual(["1px", "0px", "0px"]);
  });

  it("shows every default column of deals at 1440, and no seconds", async () => {
    const page = await app.open(app.at("/deals"));
    const table = page.getByRole("region", { name: "Deals", exact: true });
    await table.getByRole("row").nth(2).waitFor();
    await expect.poll(() => table.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    const clipped = await page
      .locator("thead button")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(clipped).toBe(0);
    const texts = (await table.locator("tbody td").allTextContents()).join(" ");
    expect(texts).not.toMatch(/\d:\d\d:\d\d/);
  });
});
