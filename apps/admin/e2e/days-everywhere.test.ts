import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, read } from "./support/records.ts";

const DAY = "2026-11-01";
const BEFORE = "2026-10-31";

let app: Installation;
beforeAll(async () => {
  app = await startInstallation();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A zone behind UTC, where a day without a time begins later, and one far ahead of it. */
const ZONES = ["America/New_York", "Pacific/Auckland"];

/** What is entered in a page: sets the close date of a deal, whose page of the table is open. */
interface Entry {
  readonly place: string;
  readonly enter: (page: Page, id: number) => Promise<void>;
}

const go = (page: Page, path: string) => visit(page, app, path);

const ENTRIES: readonly Entry[] = [
  {
    place: "the form of a record",
    async enter(page, id) {
      await go(page, `/deals?form=${id}`);
      const form = page.getByRole("dialog");
      await form.getByLabel("Close date", { exact: true }).fill(DAY);
      await button(form, "Save").click();
      await form.waitFor({ state: "hidden" });
    },
  },
  {
    place: "a record's page",
    async enter(page, id) {
      await go(page, `/deals/${id}`);
      await page.getByRole("button", { name: /^Edit Close date/ }).click();
      await page.getByLabel("Close date", { exact: true }).fill(DAY);
      await page.keyboard.press("Enter");
      await page
        .getByRole("button", { name: "Edit Close date: 1 Nov 2026", exact: true })
        .waitFor();
    },
  },
  {
    place: "a cell of a table",
    async enter(page, id) {
      await go(page, `/deals?filter=id.in.${id}&columns=closeDate`);
      const cell = page.locator('tbody [data-stop="closeDate"]');
      await cell.getByText("31 Oct").waitFor();
      await cell.dblclick();
      await page.getByRole("group").getByLabel("Close date", { exact: true }).fill(DAY);
      await page.keyboard.press("Enter");
      await cell.getByText("1 Nov").waitFor();
    },
  },
  {
    place: "a bulk change, which shows it before",
    async enter(page, id) {
      await go(page, `/deals?filter=id.in.${id}&columns=closeDate`);
      await page
        .locator("tbody")
        .getByLabel(/^Select /)
        .check();
      await button(page, "Edit").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Property" }).click();
      await page.getByRole("option", { name: "Close date", exact: true }).click();
      await dialog.locator("input[type=date]").fill(DAY);
      await button(dialog, "Preview").click();
      const cells = dialog.getByRole("table").locator("tbody td");
      await expect
        .poll(() => cells.allTextContents())
        .toEqual(["Close date", "31 Oct 2026", "1 Nov 2026"]);
      await dialog.getByRole("button", { name: /^Change / }).click();
      await page.locator('tbody [data-stop="closeDate"]').getByText("1 Nov").waitFor();
    },
  },
  {
    place: "an import, which shows it before, with labels instead of keys",
    async enter(page, id) {
      await go(page, "/imports/new?type=deal");
      const kind = page.getByRole("combobox", { name: "What does the file contain?" });
      await kind.click();
      await page.getByRole("option", { name: "Deals", exact: true }).click();
      const file = { name: "deals.csv", mimeType: "text/csv" };
      const buffer = Buffer.from(`id,Close date,Priority\n${id},01.11.2026,high\n`);
      await page.getByLabel("File to import").setInputFiles({ ...file, buffer });
      await button(page, "Continue to options").click();
      await page.getByRole("radio", { name: "Only update" }).check();
      await button(page, "Continue to check").click();
      const changes = page.getByRole("table").getByText(/^Close date: 31 Oct 2026 → 1 Nov 2026$/);
      await changes.waitFor();
      await page
        .getByRole("table")
        .getByText(/^Priority: set to High$/)
        .waitFor();
      await page.getByRole("button", { name: /^Import \d/ }).click();
      await page.getByRole("status").filter({ hasText: "Done" }).waitFor();
    },
  },
];

/** Pages that show the close date of a deal, and how. */
const READERS: readonly (readonly [place: string, path: string, shown: RegExp])[] = [
  ["a table", "/deals?filter=id.in.ID&columns=closeDate", /1 Nov/],
  ["a grouped table", "/deals?filter=id.in.ID&columns=closeDate&group=stage", /1 Nov/],
  ["a board", "/deals/board?filter=id.in.ID&cards=closeDate", /1 Nov/],
  ["a record's page and its timeline", "/deals/ID", /31 Oct 2026\D*1 Nov 2026/],
  ["the history of the property", "/deals/ID?history=closeDate", /31 Oct 2026\D*1 Nov 2026/],
  ["the audit log", "/audit", /deal Deal ID from 31 Oct 2026 to 1 Nov 2026/],
  ["the forecast", "/reports/forecast", /Overdue/],
];

describe.each(ZONES)("a day in %s", (timezoneId) => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open(app.at("/deals"), { context: { timezoneId } });
  });
  afterAll(() => page.context().close());

  it.each(ENTRIES)("is the day that was entered in $place", async ({ enter }) => {
    const id = await make(app, "deal", { name: "Entered", closeDate: BEFORE });
    await enter(page, id);
    await expect
      .poll(async () => (await read(app, "deal", id)).closeDate)
      .toBe(`${DAY}T00:00:00.000Z`);
  });

  it("is read as that day on every page, and in a file", async () => {
    const id = await make(app, "deal", { name: "Read", closeDate: BEFORE });
    await ENTRIES[1]?.enter(page, id);
    for (const [place, path, shown] of READERS) {
      await go(page, path.replace("ID", String(id)));
      const text = () => page.locator("body").textContent();
      await expect
        .poll(text, { message: place })
        .toMatch(new RegExp(shown.source.replace("Deal ID", "Read")));
      expect((await text())?.replace(/T[\d:.]+Z/, "")).not.toMatch(/2026-1\d-\d\d/);
    }
    await go(page, `/deals?filter=id.in.${id}&columns=closeDate`);
    await button(page, "Export").click();
    const download = page.waitForEvent("download");
    await button(page.getByRole("dialog"), "Export").click();
    const lines: string[] = [];
    for await (const chunk of await (await download).createReadStream()) lines.push(String(chunk));
    expect(lines.join("")).toContain(DAY);
  });

  it("is the reader's day in the example of a time that an import reads in UTC", async () => {
    await go(page, "/imports/new?object=deals");
    const file = { name: "deals.csv", mimeType: "text/csv" };
    const buffer = Buffer.from("Name,Close date\nTimed,01.11.2026 14:30\n");
    await page.getByLabel("File to import").setInputFiles({ ...file, buffer });
    await button(page, "Continue to options").click();
    const at = timezoneId.startsWith("America") ? "1 Nov 2026, 09:30" : "2 Nov 2026, 03:30";
    await page.getByText(`“01.11.2026 14:30” becomes ${at}, because a time without`).waitFor();
  });

  it("is that day in the rates of currencies, and in their log", async () => {
    const currency = timezoneId.startsWith("America") ? "USD" : "NZD";
    await page.request.post(`${app.adminUrl}/trpc/admin.currencies.setReporting`, {
      data: { projectId: app.projectId, currency: "EUR" },
      headers: { "x-rapport-admin": "1" },
    });
    await go(page, "/currencies");
    await button(page, "Add rate").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Currency" }).fill(currency);
    await page.getByRole("option", { name: new RegExp(currency) }).click();
    await dialog.getByLabel(/^1 /).fill("0.9");
    await dialog.getByLabel("Holds from").fill(DAY);
    await button(dialog, "Add rate").click();
    await dialog.waitFor({ state: "hidden" });
    await page
      .getByRole("row", { name: new RegExp(currency) })
      .getByText("1 Nov 2026")
      .waitFor();
    await go(page, "/audit");
    await page.getByText(new RegExp(`added the rate ${currency}.* from 1 Nov 2026`)).waitFor();
  });

  it.each(["/audit", "/usage/requests", "/webhooks/deliveries"])(
    "is the first and the last day of the filter of %s, and stays it",
    async (path) => {
      await go(page, path);
      if (path === "/audit") {
        await page.getByRole("combobox", { name: "When" }).click();
        await page.getByRole("option", { name: "Custom range" }).click();
      }
      const days = page.locator("main input[type=date]");
      for (const i of [0, 1]) {
        await days.nth(i).fill(DAY);
        await page.keyboard.press("Enter");
      }
      await expect.poll(() => new URL(page.url()).searchParams.get("to")).not.toBeNull();
      const { searchParams } = new URL(page.url());
      const [from, to] = ["from", "to"].map((one) => Date.parse(searchParams.get(one) ?? ""));
      // On 1 November, the clocks of New York go back.
      const hours = timezoneId.startsWith("America") ? 25 : 24;
      expect(Number(to) + 1 - Number(from)).toBe(hours * 3_600_000);
      await page.reload();
      await days.nth(1).waitFor();
      for (const i of [0, 1]) expect(await days.nth(i).inputValue()).toBe(DAY);
    },
  );

  it("is the last day of a key, in its form and in its details", async () => {
    await go(page, "/access/keys?open=new");
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill(`Until ${timezoneId}`);
    await form.getByRole("checkbox").first().check();
    await form.locator("input[type=date]").fill("2027-11-01");
    await form.getByRole("button", { name: "Create key" }).click();
    await page.getByText("I have copied it").click();
    await page.getByRole("link", { name: `Until ${timezoneId}` }).click();
    const details = page.getByRole("dialog");
    await expect
      .poll(() =>
        details.locator("time").evaluateAll((all) => all.map((one) => one.getAttribute("title"))),
      )
      .toContain("1 Nov 2027, 23:59:59");
    await button(details, "Edit").click();
    expect(await page.locator("input[type=date]").last().inputValue()).toBe("2027-11-01");
  });
});
