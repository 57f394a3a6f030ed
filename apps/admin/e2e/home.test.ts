import { importTemplates } from "@rapport/core";
import { OBJECT_TYPE_NAMES, OBJECT_TYPES } from "@rapport/model";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Bytes of compressed script. */
const BUDGET = 300_000;

describe("Home", () => {
  let app: Installation;
  let empty: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
    empty = await startInstallation();
    // The demo spreads its records over the last 90 days.
    const created_at = new Date().toISOString();
    await app.deps.db.kysely.updateTable("records").set({ created_at }).execute();
    await olderContacts(app, 10, 40);
    await olderContacts(app, 20, 3);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await empty[Symbol.asyncDispose]();
  });

  const home = async (role: "owner" | "read-only" = "read-only", search = "") => {
    const page = await app.open(app.at(search), { role });
    await page.getByRole("heading", { level: 2, name: "Deals by stage" }).waitFor();
    return page;
  };

  it("shows the number of records of each type with the trend, and links to each list", async () => {
    const page = await home();
    const records = page.getByRole("region", { name: "Records", exact: true });
    const trend = records.getByRole("link", { name: /^\+50 contacts in 30 days \+400%/ });
    await trend.click();
    await page.getByText(/^50 of \d+ contacts$/).waitFor();
    await page.getByText(/^Created is on or after/).waitFor();
    await page.goBack();
    await records.getByRole("link", { name: "Contacts 60" }).click();
    await page.waitForURL(`**${app.at("/contacts")}`);
  });

  it("shows the number and exact amounts of each stage, and keeps the measure in the URL", async () => {
    const page = await home();
    const deals = page.getByRole("region", { name: "Deals by stage" });
    const row = deals.getByRole("row", { name: /^Negotiation/ });
    await expect
      .poll(() => row.getByRole("cell").allTextContents())
      .toEqual(["7", "GBP\u00a0168,810.00"]);
    await deals.getByLabel("What the bars show").selectOption("Amount in GBP");
    await page.waitForURL(/[?]amount=GBP$/);
    await page.reload();
    await expect.poll(() => deals.getByLabel("What the bars show").inputValue()).toBe("GBP");
    await page.goBack();
    await page.waitForURL(`**${app.at("")}`);
    await row.getByRole("link").click();
    await page.waitForURL(`**${app.at("/deals")}**`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("filter")).toBe("pipeline.eq.default;stage.eq.negotiation");
  });

  it("offers the default pipeline if the URL names an unknown one", async () => {
    const page = await home("read-only", "?pipeline=nope");
    await page.getByRole("alert").getByText('There is no pipeline "nope"').waitFor();
    await page.getByRole("button", { name: "Show the default pipeline" }).click();
    await page.getByRole("table", { name: "Deals by stage of Sales pipeline" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("shows the chart of days as a table too", async () => {
    const page = await home();
    const days = page.getByRole("region", { name: "Records created per day" }).first();
    await days.getByText("Show as a table").press("Enter");
    const rows = days.getByRole("row");
    await expect.poll(() => rows.count()).toBe(31);
    const [header, today] = [rows.nth(0), rows.nth(1)];
    await expect
      .poll(() => header.getByRole("columnheader").allTextContents())
      .toEqual(["Day", ...OBJECT_TYPE_NAMES.map((type) => OBJECT_TYPES[type].pluralTitle)]);
    await expect
      .poll(() => today.getByRole("cell").allTextContents())
      .toEqual(["30", "24", "40", "30", "24", "22", "30", "24"]);
    const threeDaysAgo = rows.nth(4).getByRole("cell").first();
    await expect.poll(() => threeDaysAgo.textContent()).toBe("20");
    await threeDaysAgo.getByRole("link").click();
    await page.getByText(/^20 of \d+ contacts$/).waitFor();
    await page.goBack();
    await days.getByRole("link", { name: "Contacts 50" }).click();
    await page.getByText(/^50 of \d+ contacts$/).waitFor();
  });

  it("shows the last 90 days on demand, in the reader's time zone", async () => {
    const page = await home();
    const days = page.getByRole("region", { name: "Records created per day" }).first();
    await days.getByText("The last 30 days, in the time zone Europe/Berlin.").waitFor();
    await days.getByText("90 days", { exact: true }).click();
    await page.waitForURL(/[?]days=90$/);
    await days.getByText("Show as a table").press("Enter");
    await expect.poll(() => days.getByRole("row").count()).toBe(91);
    await days.getByRole("link", { name: "Contacts 60" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await days.getByText("The last 90 days,").waitFor();
  });

  it("lists the latest changes with their actor, and links to the record or the bin", async () => {
    const made = await app.workspace("POST", "/v1/deals", {
      name: "Broken lamp",
      amount: 5,
      currency: "EUR",
    });
    const { data } = (await made.json()) as { data: { id: string } };
    await app.workspace("POST", "/v1/contacts", { email: "new@example.com" });
    await app.workspace("DELETE", `/v1/deals/${data.id}`);
    const page = await home();
    const changes = page.getByRole("region", { name: "Latest changes" });
    const deleted = changes.getByRole("listitem").filter({ hasText: "Broken lamp deleted" });
    await expect.poll(() => deleted.getByText("Test ·").count()).toBe(1);
    await expect.poll(() => deleted.getByRole("link").getAttribute("href")).toBe(app.at("/bin"));
    await changes.getByRole("link", { name: "new@example.com" }).click();
    await page.waitForURL(/\/contacts\/\d+$/);
  });

  it("shows the states of webhooks and templates, and links to the failed ones", async () => {
    await app.workspace("POST", "/v1/webhooks/endpoints", {
      url: "https://127.0.0.1:9/",
      events: ["contact.*"],
    });
    await importTemplates(app.deps, app.tenantId, [TEMPLATE]);
    const page = await home();
    const webhooks = page.getByRole("region", { name: "Webhooks" });
    await webhooks.getByRole("link", { name: "1 active" }).waitFor();
    const failed = webhooks.getByRole("link", { name: /failed$/i });
    await expect
      .poll(() => failed.getAttribute("href"))
      .toBe(app.at("/webhooks/deliveries?status=failed"));
    const templates = page.getByRole("region", { name: "Templates" });
    const approved = templates.getByRole("link", { name: "1 approved" });
    await expect
      .poll(() => approved.getAttribute("href"))
      .toBe(app.at("/templates?status=APPROVED"));
    await templates.getByText("No messaging account is connected").waitFor();
  });

  it("explains in an empty project how to create the first record, by role", async () => {
    const owner = await empty.open(empty.at(""));
    await owner.getByText("No records yet").waitFor();
    await owner.getByText("Create an endpoint").waitFor();
    await expect
      .poll(() => owner.getByRole("link", { name: "Create API key" }).getAttribute("href"))
      .toBe(empty.at("/access/keys"));
    await owner.getByRole("link", { name: "Open Contacts" }).click();
    await owner.waitForURL(`**${empty.at("/contacts")}`);
    const reader = await empty.open(empty.at(""), { role: "read-only" });
    await reader.getByText("No records yet").waitFor();
    await expect.poll(() => reader.getByRole("link", { name: "Create API key" }).count()).toBe(0);
  });

  it("loads less than 300 KB of script on the first visit", async () => {
    const page = await app.open("/favicon.svg", { context: {} });
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "script") {
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      }
    });
    await page.goto(app.adminUrl + app.at(""));
    await page.getByRole("region", { name: "Latest changes" }).waitFor();
    await page.waitForLoadState("networkidle");
    const fetched = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(1);
    expect(fetched).toBeGreaterThan(0);
    expect(fetched).toBeLessThan(BUDGET);
  });

  it("has no serious accessibility finding and fits narrow screens", async () => {
    for (const one of [app, empty]) {
      const viewport = { width: 390, height: 900 };
      const page = await one.open(one.at(""), { context: { viewport } });
      await page.getByRole("region", { name: "Latest changes" }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await seriousFindings(page)).toEqual([]);
      await expect.poll(() => isWiderThanScreen(page)).toBe(false);
    }
  });
});

const TEMPLATE = {
  name: "welcome",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
};

/** Moves the creation of some contacts to an earlier day. */
async function olderContacts({ deps }: Installation, count: number, days: number): Promise<void> {
  const { kysely } = deps.db;
  const at = new Date(Date.now() - days * DAY).toISOString();
  const today = new Date(Date.now() - DAY).toISOString();
  const rows = await kysely
    .selectFrom("records")
    .select("id")
    .where("type", "=", "contact")
    .where("created_at", ">", today)
    .limit(count)
    .execute();
  const ids = rows.map(({ id }) => id);
  await kysely.updateTable("records").set({ created_at: at }).where("id", "in", ids).execute();
}

function isWiderThanScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
