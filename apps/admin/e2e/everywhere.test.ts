import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    "/webhooks",
    "/webhooks/deliveries",
    "/templates",
    "/schema/contacts",
    "/access/clients",
    "/audit",
  ];

  /** What these pages ask for beside who is signed in and where. */
  const ASKED = /\/trpc\/admin\.(?!me\b|tenants\b|projects\b)/;

  it.each(PAGES)(
    "%j keeps its frame while it waits, says when the server cannot be reached, and asks again",
    async (path) => {
      const page = await app.open("/tenants");
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

  it("dark and light are chosen from the menu, and stay", async () => {
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

  it("times are told in the zone of who reads them", async () => {
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
});
