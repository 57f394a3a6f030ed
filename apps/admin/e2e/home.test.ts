import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { importTemplates } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backdate } from "../test/support/backdate.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";

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
    await backdate(app.deps.db, new Date().toISOString());
    await olderContacts(app, 10, 40);
    await olderContacts(app, 20, 3);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await empty[Symbol.asyncDispose]();
  });

  const home = async (role: "owner" | "read-only" = "read-only") => {
    const page = await app.open(app.at(""), { role });
    await page.getByRole("heading", { level: 2, name: "Pipeline funnel" }).waitFor();
    return page;
  };

  it("shows the number of records of each type with the trend, and links to each list", async () => {
    const page = await home();
    const records = page.getByRole("region", { name: "Records", exact: true });
    const trend = records.getByRole("link", { name: /^\+50 contacts in 30 days \+400%/ });
    const companies = records.getByRole("link", { name: /companies in 30 days/ });
    expect(await companies.textContent()).toMatch(/in 30 daysnew$/);
    await trend.click();
    await page.getByText(/^50 of \d+ contacts$/).waitFor();
    await page.getByText(/^Created is on or after/).waitFor();
    await page.goBack();
    await records.getByRole("link", { name: "Contacts 60" }).click();
    await page.waitForURL(`**${app.at("/contacts")}`);
  });

  it("shows first what matters, with nothing below the fold: tasks and changes, then reports, then counts", async () => {
    const page = await home();
    const at = async (name: string) => {
      const box = await page.getByRole("region", { name, exact: true }).boundingBox();
      return { x: box?.x ?? 0, y: box?.y ?? 0 };
    };
    const [tasks, changes, reports, records] = await Promise.all(
      ["My tasks due", "Latest changes", "Reports", "Records"].map(at),
    );
    expect(tasks?.y).toBe(changes?.y);
    expect(tasks?.x).toBeLessThan(changes?.x ?? 0);
    expect(changes?.y).toBeLessThan(reports?.y ?? 0);
    expect(reports?.y).toBeLessThan(records?.y ?? 0);
    // With the usual reports, nothing is below the fold of a window 900 pixels high.
    await page.waitForLoadState("networkidle");
    const parts = page.getByRole("main").getByRole("region");
    const ends = await parts.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().bottom),
    );
    // Tasks, changes, the reports as a whole, five of them, the number of records, webhooks and templates.
    expect(ends).toHaveLength(11);
    expect(Math.max(...ends)).toBeLessThanOrEqual(900);
  });

  it("shows pinned reports, which an admin adds, moves and removes", async () => {
    const page = await home();
    const reports = page.getByRole("region", { name: "Reports", exact: true });
    const titles = () => reports.getByRole("heading", { level: 2 }).allTextContents();
    const before = [
      "Reports",
      "Pipeline funnel",
      "Records created",
      "Won and lost",
      "Forecast",
      "API usage",
      "Records",
    ];
    await expect.poll(titles).toEqual(before);
    await page.getByRole("button", { name: "Add a report" }).click();
    await page.getByRole("menuitem", { name: "Time in stage" }).click();
    await expect.poll(titles).toEqual(before.toSpliced(-1, 0, "Time in stage"));
    const arrange = async (name: string, what: string) => {
      await page.getByRole("button", { name: `Arrange ${name}` }).click();
      await page.getByRole("menuitem", { name: what }).click();
    };
    await arrange("Time in stage", "Move up");
    await arrange("Forecast", "Remove from Home");
    const after = [
      "Reports",
      "Pipeline funnel",
      "Records created",
      "Won and lost",
      "Time in stage",
      "API usage",
      "Records",
    ];
    await expect.poll(titles).toEqual(after);
    await page.waitForLoadState("networkidle");
    await page.reload();
    await expect.poll(titles).toEqual(after);
    const created = reports.getByRole("region", { name: "Records created" });
    await created.getByRole("link", { name: "Open" }).click();
    await page.waitForURL(`**${app.at("/reports/created")}`);
  });

  it("shows a report in a whole row if an admin wants that, also after it was moved", async () => {
    const page = await home();
    const report = page.getByRole("region", { name: "Won and lost" });
    const widthOf = async (one: typeof report) => (await one.boundingBox())?.width ?? 0;
    const arrange = async (what: string) => {
      await page.getByRole("button", { name: "Arrange Won and lost" }).click();
      await page.getByRole("menuitem", { name: what }).click();
    };
    const usual = await widthOf(report);
    await arrange("Full width");
    const all = page.getByRole("region", { name: "Reports", exact: true });
    const isWhole = async () => (await widthOf(report)) === (await widthOf(all));
    await expect.poll(isWhole).toBe(true);
    await arrange("Move up");
    await page.waitForLoadState("networkidle");
    await page.reload();
    await report.waitFor();
    await expect.poll(isWhole).toBe(true);
    await arrange("Usual width");
    await expect.poll(() => widthOf(report)).toBe(usual);
  });

  it("says how to fill Home if an admin has removed every report", async () => {
    const page = await home();
    for (let left = 5; left > 0; left--) {
      await page
        .getByRole("button", { name: /^Arrange/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Remove from Home" }).click();
      await expect
        .poll(() => page.getByRole("button", { name: /^Arrange/ }).count())
        .toBe(left - 1);
    }
    await page.getByText("No reports here.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
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

  it("cuts a long name of the latest changes before what was done with it", async () => {
    const name = `Extension of the ${"very ".repeat(30)}long hall`;
    await app.workspace("POST", "/v1/deals", { name, amount: 5, currency: "EUR" });
    const page = await home();
    const change = page
      .getByRole("region", { name: "Latest changes" })
      .getByRole("listitem")
      .filter({ hasText: "Extension of" });
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const [item, done] = await Promise.all([
        change.boundingBox(),
        change.getByText("created", { exact: true }).boundingBox(),
      ]);
      expect(done?.width).toBeGreaterThan(0);
      expect((done?.x ?? 0) + (done?.width ?? 0)).toBeLessThanOrEqual(
        (item?.x ?? 0) + (item?.width ?? 0),
      );
    }
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

  it("offers three first acts in an empty project, by role", async () => {
    const reader = await empty.open(empty.at(""), { role: "read-only" });
    const nothing = reader.getByRole("region", { name: "No records yet" });
    await nothing.waitFor();
    expect(await nothing.getByRole("link").count()).toBe(0);
    const owner = await empty.open(empty.at(""));
    await owner.getByText("No records yet").waitFor();
    await owner.getByText("Create an endpoint").waitFor();
    await owner.getByRole("link", { name: "Import a file" }).click();
    await owner.waitForURL(`**${empty.at("/imports/new")}`);
    await owner.goBack();
    await owner.getByRole("link", { name: "Add a type" }).click();
    await owner.getByRole("dialog", { name: "New object type" }).waitFor();
  });

  it("shows commands after the first client is created that create a record as they stand", async () => {
    const page = await empty.open(empty.at(""));
    await page.getByRole("link", { name: "Create a client" }).click();
    const form = page.getByRole("dialog", { name: "Create an OAuth client" });
    await form.getByLabel("Name").fill("Website");
    await form.getByRole("button", { name: "Create client" }).click();
    const text = (await page.getByLabel("First request").textContent()) ?? "";
    expect(text).toContain(empty.deps.issuer);
    // The API of the test has a port of its own.
    const commands = text.replaceAll(empty.deps.issuer, empty.apiUrl);
    const { stdout } = await promisify(execFile)("sh", ["-c", commands]);
    expect(stdout).toContain('"success":true');
    await page.getByRole("button", { name: "I have copied it" }).click();
    await visit(page, empty, "/contacts");
    await page.getByRole("link", { name: "Ada" }).waitFor();
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
      const page = await one.open(one.at(""), { viewport });
      await page.getByRole("region", { name: "Latest changes" }).waitFor();
      await page.waitForLoadState("networkidle");
      if (one === app) expect(await seriousFindings(page)).toEqual([]);
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
  await backdate(deps.db, at, ids);
}

function isWiderThanScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}
