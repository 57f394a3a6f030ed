import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make } from "./support/records.ts";

describe("groups of filters and relative dates", () => {
  let app: Installation;
  const day = 86_400_000;
  beforeAll(async () => {
    app = await startInstallation();
    const at = (days: number) => new Date(Date.now() + days * day).toISOString();
    await make(app, "deal", { name: "Long past", amount: "10", closeDate: at(-40) });
    await make(app, "deal", { name: "Just past", amount: "20", closeDate: at(-3) });
    await make(app, "deal", { name: "Soon", amount: "30", closeDate: at(3) });
    await make(app, "deal", { name: "Dateless", amount: "40" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  let shared: Page | undefined;
  const open = async (path: string) => {
    shared ??= await app.open(null, { context: {} });
    await visit(shared, app, path);
    return shared;
  };
  const rowLinks = (page: Page) => page.locator("tbody").getByRole("rowheader").getByRole("link");

  it("keeps a relative date relative in the link, and finds by today's date", async () => {
    const page = await open("/deals");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Close date");
    await page.getByRole("option", { name: "Close date" }).click();
    await editor.getByRole("combobox", { name: "Period" }).click();
    await page.getByRole("option", { name: "in the last …" }).click();
    await editor.getByLabel("Number").fill("30");
    await editor.getByRole("button", { name: "Add filter" }).click();
    await page
      .getByRole("button", { name: "Change filter: Close date is in the last 30 days" })
      .waitFor();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Just past"]);
    expect(new URL(page.url()).searchParams.get("filter")).toBe("closeDate.within.last-30-days");
  });

  it("finds records that meet all filters of one group or of another", async () => {
    const page = await open("/deals?filter=closeDate.within.past;amount.gt.15");
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Just past"]);
    await page.getByRole("button", { name: "Or …" }).click();
    const editor = page.getByRole("dialog", { name: "Or …" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Close date");
    await page.getByRole("option", { name: "Close date" }).click();
    await editor.getByRole("combobox", { name: "Condition" }).click();
    await page.getByRole("option", { name: "has no value" }).click();
    await editor.getByRole("button", { name: "Add filter" }).click();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Dateless", "Just past"]);
    expect(new URL(page.url()).searchParams.get("filter")).toBe(
      "closeDate.within.past;amount.gt.15|closeDate.unknown",
    );
    const group = page.getByRole("group", { name: "Alternative 1" });
    await group.getByRole("button", { name: "Add a filter to alternative 1" }).waitFor();
    await group.getByRole("button", { name: /^Remove filter/ }).click();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Just past"]);
  });

  it("adds a filter by a property's start, a value's start and Enter alone", async () => {
    const page = await open("/deals");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Stag");
    await page.keyboard.press("Enter");
    await editor.getByRole("combobox", { name: "Values" }).and(page.locator(":focus")).fill("Ne");
    await page.keyboard.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "hidden" });
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Change filter: Stage is New" }).waitFor();
  });

  it("adds a value by mouse without closing the list first, and Escape closes only the list", async () => {
    const page = await open("/deals");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Stage");
    await page.getByRole("option", { name: "Stage", exact: true }).click();
    await page.getByRole("option", { name: "Won" }).click();
    await page.getByRole("option", { name: "New" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "hidden" });
    await editor.getByText("Won").waitFor();
    await editor.getByRole("combobox", { name: "Values" }).click();
    await page.getByRole("option", { name: "Lost" }).waitFor();
    await editor.getByRole("button", { name: "Add filter" }).click();
    await editor.waitFor({ state: "hidden" });
    const chip = page.getByRole("button", { name: "Change filter: Stage is any of Won or New" });
    await chip.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await hasFocus(chip);
  });

  it("adds the filter with Enter in the condition", async () => {
    const page = await open("/deals");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    await editor.getByRole("combobox", { name: "Property" }).fill("Close date");
    await page.keyboard.press("Enter");
    await editor.getByRole("combobox", { name: "Condition" }).click();
    await page.getByRole("option", { name: "has no value" }).click();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Change filter: Close date has no value" }).waitFor();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Dateless"]);
  });

  it("takes a day without a time as the whole day", async () => {
    const page = await open("/deals");
    const days = await page.evaluate((ms) => {
      const at = new Date(Date.now() - 3 * ms);
      const two = (part: number) => String(part).padStart(2, "0");
      const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
      return { day, text: new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(at) };
    }, day);
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const editor = page.getByRole("dialog", { name: "Filter" });
    const condition = async (name: string) => {
      await page.getByRole("combobox", { name: "Condition" }).click();
      await page.getByRole("option", { name, exact: true }).click();
    };
    await editor.getByRole("combobox", { name: "Property" }).fill("Close date");
    await page.keyboard.press("Enter");
    await condition("is between");
    await editor.getByLabel("From", { exact: true }).fill(days.day);
    await editor.getByLabel("To", { exact: true }).fill(days.day);
    await page.keyboard.press("Enter");
    const chip = (words: string) =>
      page.getByRole("button", { name: `Change filter: Close date ${words}`, exact: true });
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Just past"]);
    await chip(`is between ${days.text} and ${days.text}`).click();
    expect(await page.getByLabel("Time of “To”").inputValue()).toBe("");
    await condition("is before");
    await page.getByRole("button", { name: "Change filter", exact: true }).click();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Long past"]);
    await chip(`is before ${days.text}`).click();
    await page.getByLabel("Time of “Value”").fill("23:59");
    await page.keyboard.press("Enter");
    await chip(`is before ${days.text}, 23:59`).waitFor();
  });

  it("explains only the search or the filters that apply when nothing matches", async () => {
    const page = await open("/deals?filter=amount.gt.99");
    await page.getByText("Change or remove the filter.").waitFor();
    expect(await page.getByText("A record matches if").count()).toBe(0);
    await open("/deals?filter=amount.gt.99;amount.lt.500");
    await page.getByText("Records must match every filter.").waitFor();
    await open("/deals?q=zzz");
    await page
      .getByText("A record matches if each word that you typed starts a word in it.")
      .waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect.poll(() => rowLinks(page).count()).toBe(4);
  });

  it("keeps “Or …” beside one filter", async () => {
    const page = await open("/deals?filter=stage.in.new");
    const [filter, or] = await Promise.all(
      [page.getByRole("button", { name: /^Change filter/ }), page.getByText("Or …")].map(
        async (one) => (await one.boundingBox())?.y,
      ),
    );
    expect(Math.abs((or ?? 0) - (filter ?? 99))).toBeLessThan(20);
  });

  it.each([
    ["amount.contains.5", "“contains the word” does not apply to Amount."],
    ["name.within.past", "“is relative to today” does not apply to Name."],
  ])("leaves out %s of a link, and says why in the words of the page", async (filter, fault) => {
    const page = await open(`/deals?filter=${filter};closeDate.unknown`);
    await page.getByText(`Not applied: ${fault}`).waitFor();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Dateless"]);
  });

  it("says which part of a link is no filter", async () => {
    const filter = "closeDate.within.next-2-years;closeDate.unknown|amount.between.1";
    const page = await open(`/deals?filter=${filter}`);
    await page
      .getByText(
        /the address is not right: “closeDate.within.next-2-years” and “amount.between.1”\./,
      )
      .waitFor();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Dateless"]);
  });

  it("applies a filter whose values are longer than the address of a request may be", async () => {
    const names = Array.from({ length: 49 }, (_, i) => `${"a long name ".repeat(12)}${i}`);
    const filter = `name.in.${[...names, "Soon"].join(",")}`;
    const page = await app.open(app.at(`/deals?filter=${encodeURIComponent(filter)}`));
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Soon"]);
  });

  it("names the filter at which a link is too long, and applies those before it", async () => {
    const names = Array.from({ length: 50 }, (_, i) => `${"a long name ".repeat(8)}${i}`);
    const filter = `closeDate.unknown;name.not_in.${names};name.in.${names}`;
    const page = await app.open(app.at(`/deals?filter=${encodeURIComponent(filter)}`));
    await page
      .getByText(/Not applied, because the address is too long: “name\.in\.a long/)
      .waitFor();
    await expect.poll(() => rowLinks(page).allTextContents()).toEqual(["Dateless"]);
  });

  it("leaves out a stage that is not in the schema, and says so at its filter", async () => {
    const page = await open("/deals?filter=stage.in.new,gone");
    await page.getByRole("alert").filter({ hasText: "“gone” no longer exists." }).waitFor();
    await expect.poll(() => rowLinks(page).count()).toBe(4);
  });
});
