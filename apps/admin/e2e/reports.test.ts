import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";

const REPORTS = {
  created: "Records created",
  funnel: "Pipeline funnel",
  durations: "Time in stage",
  outcomes: "Won and lost",
  forecast: "Forecast",
  webhooks: "Webhook deliveries",
  usage: "API usage",
} as const;
type Report = keyof typeof REPORTS;
const NAMES = Object.keys(REPORTS) as Report[];
/** The first bytes of each PNG. */
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe("reports", () => {
  let app: Installation;
  let empty: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
    empty = await startInstallation();
    await moveDeals();
    const endpoint = { url: "https://127.0.0.1:9/hook", events: ["*"] };
    await app.workspace("POST", "/v1/webhooks/endpoints", endpoint);
    await app.workspace("POST", "/v1/contacts", { email: "new@example.com" });
    await vi.waitFor(
      async () => expect(Math.min(await count("deliveries"), await count("api_usage"))).not.toBe(0),
      { timeout: 10_000, interval: 100 },
    );
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await empty[Symbol.asyncDispose]();
  });

  /** Moves deals out of stages in which they were for days. */
  async function moveDeals(): Promise<void> {
    const page = await app.open("/favicon.svg");
    const { kysely } = app.deps.db;
    const rows = await kysely
      .selectFrom("records")
      .selectAll()
      .where("type", "=", "deal")
      .execute();
    for (const { id } of rows.slice(0, 6)) {
      const item = { internal_name: "stage", value: "negotiation" };
      const data = { projectId: app.projectId, type: "deal", id, item };
      const headers = { "x-rapport-admin": "1" };
      await page.request.post(`${app.adminUrl}/trpc/admin.records.set`, { data, headers });
    }
  }

  async function count(table: "deliveries" | "api_usage"): Promise<number> {
    return (await app.deps.db.kysely.selectFrom(table).select("project_id").execute()).length;
  }

  const heading = (page: Page, report: Report) =>
    page.getByRole("heading", { level: 1, name: REPORTS[report] });
  const open = async (report: Report, search = "", of = app) => {
    const page = await of.open(of.at(`/reports/${report}${search}`), { role: "read-only" });
    page.setDefaultTimeout(10_000);
    await heading(page, report).waitFor();
    return page;
  };
  /** Follows the link to another report, which takes a third of the time that a new page takes. */
  const follow = async (page: Page, report: Report) => {
    const links = page.getByRole("navigation", { name: "Reports" });
    await links.getByRole("link", { name: REPORTS[report], exact: true }).click();
    await heading(page, report).waitFor();
  };
  const chart = (page: Page) => page.locator("[aria-roledescription=chart]");
  const table = (page: Page, report: Report) =>
    page.getByRole("region", { name: `${REPORTS[report]}, as a table` });

  describe("in a project with records", () => {
    let page: Page;
    beforeAll(async () => {
      page = await open("created");
    });

    it.each(NAMES)("%s shows a chart and a table", async (report) => {
      await follow(page, report);
      await chart(page).locator("> svg").waitFor();
      expect(await table(page, report).getByRole("row").count()).toBeGreaterThan(1);
      expect(await chart(page).locator("rect[data-fill]").count()).toBeGreaterThan(0);
    });

    it.each([
      ["created", "?type=contact", "contacts"],
      ["created", "?type=contact&period=last-quarter", "contacts"],
      ["funnel", "", "deals"],
      ["outcomes", "", "deals"],
      ["forecast", "?measure=count", "deals"],
      ["durations", "", "deals"],
    ] as const)("each number of %s leads to as many rows", async (report, search, plural) => {
      await visit(page, app, `/reports/${report}${search}`);
      const links = table(page, report).getByRole("link");
      await links.first().waitFor();
      const count = Math.min(await links.count(), 4);
      const rows = async (number: number) =>
        page.getByText(new RegExp(`^${number} of \\d+ ${plural}$`)).waitFor();
      for (let i = 0; i < count; i++) {
        const number = Number.parseInt((await links.nth(i).textContent()) ?? "", 10);
        await links.nth(i).click();
        await rows(number);
        if (report === "created" && i === 0) {
          await page.reload();
          await rows(number);
        }
        await page.goBack();
        await links.first().waitFor();
      }
    });
  });

  describe("in an empty project, on narrow screens", () => {
    let page: Page;
    beforeAll(async () => {
      page = await open("created", "", empty);
      await page.setViewportSize({ width: 390, height: 900 });
    });

    it.each(NAMES)("%s says what is missing", async (report) => {
      await follow(page, report);
      await page.getByText("Nothing to show").waitFor();
      const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      await expect.poll(isWide).toBe(false);
    });
  });

  it("draws the exact amount of each stage in a currency, which leads to its deals", async () => {
    const page = await open("funnel");
    const measure = page.getByLabel("What is drawn");
    await measure.selectOption("Amount in GBP");
    await page.waitForURL(/[?]measure=amount-GBP$/);
    const row = table(page, "funnel").getByRole("row", { name: /^Negotiation/ });
    await expect
      .poll(() => row.getByRole("cell").first().textContent())
      .toMatch(/^GBP\u00a0[\d,]+\.\d\d$/);
    await page.reload();
    await row.getByRole("link").first().click();
    await page.waitForURL(`**${app.at("/deals")}**`);
    expect(new URL(page.url()).searchParams.get("filter")).toBe(
      "pipeline.eq.default;stage.eq.negotiation;currency.eq.GBP;amount.known",
    );
  });

  it("leads to the deliveries and requests that it counts", async () => {
    const page = await open("webhooks");
    const pending = table(page, "webhooks").getByRole("link").first();
    const number = Number(await pending.textContent());
    await pending.click();
    await page.getByRole("heading", { level: 1, name: "Deliveries" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(number + 1);
    await page.goBack();
    await follow(page, "usage");
    const successful = table(page, "usage").getByRole("link").first();
    const requests = Number(await successful.textContent());
    await successful.click();
    await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(requests + 1);
  });

  it("adds up the columns of its table exactly", async () => {
    const page = await open("outcomes", "?measure=amount-EUR");
    const all = table(page, "outcomes").getByRole("row");
    await all.last().getByText("Total").waitFor();
    const shown = async (row: Locator) =>
      ((await row.getByRole("cell").first().textContent()) ?? "").replaceAll(/[^\d.]/g, "");
    const rows = await all.all();
    const cents = await Promise.all(
      rows.slice(1, -1).map(async (row) => Math.round(Number(await shown(row)) * 100)),
    );
    const sum = cents.reduce((total, one) => total + one, 0);
    expect(sum).toBeGreaterThan(0);
    expect(Number(await shown(all.last())) * 100).toBeCloseTo(sum);
  });

  it("keeps what it shows in the address", async () => {
    const page = await open("outcomes");
    await page.getByLabel("Group").selectOption("By owner");
    await page.waitForURL(/[?]by=owner$/);
    await page.getByRole("columnheader", { name: "Owner" }).waitFor();
    await page.getByLabel("What is drawn").selectOption("Amount in EUR");
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "Amount in EUR" }).waitFor();
    await expect.poll(() => page.getByLabel("Group").inputValue()).toBe("owner");
  });

  it("saves its table as CSV and its chart as a picture", async () => {
    const page = await open("outcomes");
    await chart(page).locator("> svg").waitFor();
    const [name, csv] = await saved(page, "Download CSV");
    expect(name).toMatch(/^outcomes-.*12m.*\.csv$/);
    const lines = csv.toString("utf8").trimEnd().split("\r\n");
    expect(lines[0]).toBe("Month,Won,Lost,Win rate");
    expect(lines).toHaveLength(13);
    expect(lines.slice(1).every((line) => /^\d{4}-\d\d-01,\d+,\d+,[\d.]*$/.test(line))).toBe(true);
    const rows = table(page, "outcomes").getByRole("row");
    const newest = await rows.nth(1).getByRole("cell").allTextContents();
    expect(lines.at(-1)?.split(",").slice(1, 3)).toEqual(newest.slice(0, 2));

    const [, picture] = await saved(page, "Download PNG");
    expect(picture.subarray(0, 8)).toEqual(PNG);
    const width = picture.readUInt32BE(16);
    const drawn = await chart(page).boundingBox();
    expect(width).toBe(Math.trunc(2 * ((drawn?.width ?? 0) + 48)));
  });

  it("can be explored and opened with the keyboard", async () => {
    const page = await open("funnel");
    await chart(page).focus();
    await page.keyboard.press("ArrowDown");
    const told = chart(page).locator("[aria-live]");
    await expect.poll(() => told.textContent()).toMatch(/^New: In this stage or a later one \d+, /);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => told.textContent()).toMatch(/^Qualified: In this stage \d+$/);
    const number = /\d+/.exec((await told.textContent()) ?? "")?.[0];
    await page.keyboard.press("Enter");
    await page.getByText(new RegExp(`^${number} of \\d+ deals$`)).waitFor();
    expect(new URL(page.url()).searchParams.get("filter")).toBe(
      "pipeline.eq.default;stage.eq.qualified",
    );
  });

  it("is pinned to Home as it is, and removed again", async () => {
    const page = await open("created", "?period=90d&type=lead");
    await page.getByRole("button", { name: "Pin to Home" }).click();
    await page.getByRole("button", { name: "Remove from Home" }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.goto(app.adminUrl + app.at(""));
    await page.getByText("Last 90 days · By day · Leads").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Remove from Home" }).click();
    await page.getByRole("button", { name: "Pin to Home" }).waitFor();
  });

  it("stays pinned if another tab pins a report at the same time", async () => {
    const first = await open("durations");
    const second = await first.context().newPage();
    await second.goto(app.adminUrl + app.at("/reports/webhooks"));
    for (const page of [first, second]) {
      await page.getByRole("button", { name: "Pin to Home" }).waitFor();
    }
    for (const page of [first, second]) {
      await page.getByRole("button", { name: "Pin to Home" }).click();
      await page.getByRole("button", { name: "Remove from Home" }).waitFor();
      await page.waitForLoadState("networkidle");
    }
    await first.goto(app.adminUrl + app.at(""));
    const reports = first.getByRole("region", { name: "Reports", exact: true });
    for (const report of ["durations", "webhooks"] as const) {
      await reports.getByRole("heading", { name: REPORTS[report] }).waitFor();
    }
  });

  it("counts the records created in a period of the calendar", async () => {
    const page = await open("created", "?type=contact");
    await page.getByRole("combobox", { name: "Period" }).selectOption("This year");
    await page.waitForURL(/period=this-year/);
    const [first] = await table(page, "created").getByRole("rowheader").allTextContents();
    const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric" });
    expect(first).toBe(month.format(new Date()));
    for (const period of ["this-month", "last-month", "this-quarter", "last-quarter"]) {
      await page.getByRole("combobox", { name: "Period" }).selectOption(period);
      await page.waitForURL(new RegExp(`period=${period}(&|$)`));
      await expect
        .poll(() => page.getByRole("combobox", { name: "Period" }).inputValue())
        .toBe(period);
    }
    await page.reload();
    await expect
      .poll(() => page.getByRole("combobox", { name: "Period" }).inputValue())
      .toBe("last-quarter");
    const link = table(page, "created").getByRole("link").first();
    const decoration = () => link.evaluate((one) => getComputedStyle(one).textDecorationLine);
    expect(await decoration()).toBe("none");
    await page.keyboard.press("Tab");
    await link.focus();
    expect(await decoration()).toBe("underline");
  });

  it("follows changes while it is open", async () => {
    const page = await open("created", "?type=contact");
    const today = table(page, "created").getByRole("row").nth(1).getByRole("cell").first();
    const before = Number(await today.textContent());
    await app.workspace("POST", "/v1/contacts", { email: "live@example.com" });
    await expect.poll(() => today.textContent(), { timeout: 10_000 }).toBe(String(before + 1));
  });

  it("returns to the first report from an address without one, and finds no other", async () => {
    const page = await app.open(app.at("/reports"));
    await page.waitForURL(`**${app.at("/reports/created")}`);
    await visit(page, app, "/reports/nothing");
    await page.getByText("not found", { exact: false }).first().waitFor();
  });
});

async function saved(page: Page, button: string): Promise<[name: string, content: Buffer]> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const download = await waiting;
  return [download.suggestedFilename(), await readFile(await download.path())];
}
