import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outlineContrast, seriousFindings } from "./support/accessibility.ts";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { EVENTUALLY } from "./support/public-api.ts";
import { make } from "./support/records.ts";

describe("on every page", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const PAGES = [
    "",
    "/contacts",
    "/deals/board",
    "/bin",
    "/currencies",
    "/webhooks",
    "/webhooks/deliveries",
    "/templates",
    "/schema/contacts",
    "/access/clients",
    "/audit",
  ];

  /** Calls of these pages other than those for the session, tenants and projects. */
  const ASKED = /\/trpc\/admin\.(?!me\b|tenants\b|projects\b)/;

  // Most of the time is the pages' own waiting between attempts.
  it.concurrent.for(PAGES)(
    "%j keeps its layout while loading, says if the server cannot be reached, and retries",
    async (path, { expect }) => {
      const page = await app.open(null, { context: {} });
      const { promise: waited, resolve: goOn } = Promise.withResolvers<void>();
      await page.route(ASKED, async (route) => {
        await waited;
        await route.abort();
      });
      await page.goto(app.adminUrl + app.at(path));
      const main = page.getByRole("main");
      await main.getByLabel("Loading").first().waitFor();
      await main.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("navigation").getByRole("link", { name: "Audit log" }).waitFor();
      goOn();
      await main.getByText("The server cannot be reached.").first().waitFor();
      await expect.poll(() => main.getByLabel("Loading").count()).toBe(0);
      await page.unroute(ASKED);
      await expect
        .poll(async () => {
          await button(page, "Try again")
            .first()
            .click({ timeout: 1_000 })
            .catch(() => undefined);
          return main.getByRole("alert").count();
        }, EVENTUALLY)
        .toBe(0);
      await page.context().close();
    },
  );

  it.concurrent("refetches by itself once the server can be reached", async ({ expect }) => {
    const page = await app.open(null, { context: {} });
    await page.route(ASKED, (route) => route.abort());
    await page.goto(app.adminUrl + app.at("/audit"));
    const main = page.getByRole("main");
    await main.getByText("The server cannot be reached.").first().waitFor();
    await page.unroute(ASKED);
    await expect.poll(() => main.getByRole("alert").count()).toBe(0);
    await page.context().close();
  });

  it("says that a page's code did not load, and reloads it once the server is back", async () => {
    const page = await app.open(null);
    // After an update, an open page requests file names of the old version.
    const CODE = /\/assets\/audit-/;
    await page.route(CODE, (route) => route.fulfill({ status: 404 }));
    await page.goto(app.adminUrl + app.at(""));
    await page.getByRole("navigation").getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("alert").getByText("This page could not be loaded.").waitFor();
    await page.unroute(CODE);
    const loaded = page.waitForEvent("load");
    await button(page, "Try again").click();
    await loaded;
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
    await page.context().close();
  });

  it("loads the app's files once, and the page that names them each time", async () => {
    const page = await app.open("/tenants");
    await page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
    const again = await page.goto(`${app.adminUrl}/tenants`);
    expect(again?.headers()["cache-control"]).toBe("no-store");
    await page.getByRole("heading", { level: 1, name: "Tenants" }).waitFor();
    const [loaded, transferred] = await page.evaluate(() => {
      const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const files = entries.filter(({ name }) => name.includes("/assets/"));
      return [files, files.filter(({ transferSize }) => transferSize > 0)].map((list) =>
        list.map(({ name }) => name),
      );
    });
    expect(loaded).not.toEqual([]);
    expect(transferred).toEqual([]);
  });

  it("shows changes from another window when the window gets the focus", async () => {
    const id = await make(app, "deal", { name: "Before" });
    const page = await app.open(app.at(`/deals/${id}`));
    await page.getByRole("heading", { level: 1, name: "Before" }).waitFor();
    await page.waitForLoadState("networkidle");
    const changed = { name: "After" };
    expect((await app.workspace("PATCH", `/v1/deals/${id}`, changed)).status).toBe(200);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await page.getByRole("heading", { level: 1, name: "After" }).waitFor();
    await page.context().close();
  });

  it("keeps states visible in high contrast mode", async () => {
    const page = await app.open(app.at("/access/keys"), { context: { forcedColors: "active" } });
    const pages = page.getByRole("navigation");
    const background = (one: Locator) =>
      one.evaluate((element) => getComputedStyle(element).backgroundColor);
    const here = pages.getByRole("link", { name: "Access" });
    const elsewhere = pages.getByRole("link", { name: "Webhooks" });
    await expect
      .poll(async () => (await background(here)) === (await background(elsewhere)))
      .toBe(false);
    await button(page, "Create key").first().click();
    const boxes = page.getByRole("dialog").getByRole("checkbox", { name: /^(Read|Create) / });
    await boxes.first().check();
    await expect
      .poll(async () => (await background(boxes.first())) === (await background(boxes.nth(1))))
      .toBe(false);
    await page.context().close();
  });

  it.for(["light", "dark"] as const)(
    "outlines what has the focus with a contrast of 3:1 in the %s scheme",
    async (colorScheme) => {
      const page = await app.open(app.at("/webhooks"), { context: { colorScheme } });
      const create = button(page, "Create endpoint").first();
      await create.waitFor();
      for (const target of [
        page.getByRole("navigation").getByRole("link", { name: "Webhooks" }),
        page.getByRole("main").getByRole("link", { name: "Deliveries" }),
        create,
      ]) {
        await target.focus();
        expect(await outlineContrast(target)).toBeGreaterThan(3);
      }
      await create.press("Enter");
      const url = page.getByRole("dialog").getByLabel("URL");
      await url.focus();
      expect(await outlineContrast(url)).toBeGreaterThan(3);
      await page.context().close();
    },
  );

  it("keeps the focus clear of the buttons of a side form", async () => {
    const page = await app.open(app.at("/webhooks?open=new"));
    await page.setViewportSize({ width: 1280, height: 600 });
    const dialog = page.getByRole("dialog");
    const boxes = dialog.getByRole("checkbox");
    await boxes.first().focus();
    const buttons = await button(dialog, "Create endpoint").boundingBox();
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press("Tab");
      const box = await dialog.locator(":focus").boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
    }
  });

  it("prints the page without navigation", async () => {
    const id = await make(app, "company", { name: "Hub" });
    const page = await app.open(app.at(`/companies/${id}`));
    await page.getByRole("heading", { level: 1, name: "Hub" }).waitFor();
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => page.getByRole("navigation").count()).toBe(0);
    await expect.poll(() => page.getByRole("searchbox").count()).toBe(0);
    const left = () => page.getByRole("heading", { level: 1 }).boundingBox();
    await expect.poll(async () => (await left())?.x ?? 1_000).toBeLessThan(100);
    await page.context().close();
  });

  it("remembers the dark or light appearance from the menu", async () => {
    const page = await app.open(app.at("/contacts"), { context: { colorScheme: "light" } });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    const choose = async (appearance: string) => {
      await page.getByRole("button", { name: /owner\d+@example\.com/ }).click();
      await page.getByText(appearance, { exact: true }).click();
      await page.keyboard.press("Escape");
    };
    await choose("Dark");
    await expect.poll(background).not.toBe(light);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(background).not.toBe(light);
    await choose("System");
    await expect.poll(background).toBe(light);
  });

  it("shows times in the reader's time zone", async () => {
    const id = await make(app, "appointment", {
      name: "Review",
      appointment_start_ts: "2030-06-01T22:30:00Z",
    });
    for (const [timezoneId, told] of [
      ["America/Los_Angeles", "1 Jun 2030, 15:30"],
      ["Asia/Tokyo", "2 Jun 2030, 07:30"],
    ] as const) {
      const page = await app.open(app.at(`/appointments/${id}`), { context: { timezoneId } });
      await page.getByRole("button", { name: `Edit Start: ${told}` }).waitFor();
      await page.goto(app.adminUrl + app.at("/appointments"));
      await page
        .getByRole("row", { name: /Review/ })
        .getByText(told)
        .waitFor();
      await page.context().close();
    }
  });

  it("shows every link of the sidebar in a window of 1440 × 900", async () => {
    const page = await app.open(app.at("/contacts"));
    await page.setViewportSize({ width: 1440, height: 900 });
    const sidebar = page.getByRole("navigation", { name: "Pages" });
    const foot = await sidebar.getByRole("button", { name: /@example\.com/ }).boundingBox();
    const bottoms = async () => {
      const links = await sidebar.getByRole("link").all();
      const boxes = await Promise.all(links.map((link) => link.boundingBox()));
      return boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0));
    };
    await expect.poll(async () => Math.max(...(await bottoms()))).toBeLessThan(foot?.y ?? 0);
    expect((await bottoms()).length).toBeGreaterThan(20);
  });

  it("hides a group of the sidebar except for the current page, and remembers it", async () => {
    const page = await app.open(app.at("/contacts"));
    const sidebar = page.getByRole("navigation", { name: "Pages" });
    const records = sidebar.getByRole("button", { name: "Records", expanded: true });
    await records.focus();
    await page.keyboard.press("Enter");
    await sidebar.getByRole("link", { name: "Deals" }).waitFor({ state: "hidden" });
    await sidebar.getByRole("link", { name: "Contacts" }).waitFor();
    await sidebar.getByRole("link", { name: "Webhooks" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await sidebar.getByRole("link", { name: "Webhooks" }).click();
    await sidebar.getByRole("link", { name: "Contacts" }).waitFor({ state: "hidden" });
    await sidebar.getByRole("button", { name: "Records", expanded: false }).click();
    await sidebar.getByRole("link", { name: "Deals" }).waitFor();
  });

  it("has rows for fingers in the menu of a phone", async () => {
    const page = await app.open(app.at("/contacts"));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open the menu" }).click();
    const deals = page.getByRole("navigation").getByRole("link", { name: "Deals" });
    expect((await deals.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  });
});
