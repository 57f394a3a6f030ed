import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { faultsOfLayout } from "./support/layout.ts";
import { visit } from "./support/navigation.ts";
import { make, remove } from "./support/records.ts";

/** Pages with dates, amounts and durations. */
const PATHS = [
  ...["/deals?columns=closeDate,amount", "/deals/90?history=stage", "/deals/board", "/audit"],
  ...["/reports/created?unit=month&period=12m", "/reports/durations", "/reports/forecast"],
  ...["/tasks?columns=due_at", "/deals?group=stage", "", "/contacts", "/contacts/25", "/imports"],
  ...[
    "/exports",
    "/changes",
    "/schema/deals",
    "/access/clients",
    "/access/sessions",
    "/currencies",
  ],
  ...["/webhooks", "/webhooks/deliveries", "/templates", "/usage", "/usage/requests", "/bin"],
];

describe("pages", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  // In en-US, the test of all scenes says it of every page, also on a phone.
  it.each([
    ["de-DE", PATHS],
    ["fr-FR", PATHS.slice(0, 8)],
  ])("in %s fit, and have days, amounts and durations in English words", async (locale, paths) => {
    const page = await app.open(null, { context: { locale } });
    const foreign = foreignWords(locale);
    const faults: string[] = [];
    for (const path of paths) {
      await visit(page, app, path);
      const found = await page.evaluate(faultsOfLayout);
      const text = (await page.locator("body").textContent()) ?? "";
      const words = new Set(text.match(/\p{L}+\.?/gu)?.filter((word) => foreign.has(word)));
      faults.push(...[...found, ...words].map((one) => `${path} ${one}`));
    }
    expect(faults).toEqual([]);
  });

  it("fit a phone of 320 px and one line of the sidebar with long names", async () => {
    const page = await app.open(app.at(""), { role: "owner" });
    const settings = {
      ...{ name: "vessel", plural: "vessels", label: "Ship of the fleet with a long label" },
      ...{ pluralLabel: "Ships of the fleet with long labels", nameProperties: [["title"]] },
      ...{ hasPipeline: false, properties: [{ name: "title", label: "Title", indexed: true }] },
    };
    const made = await page.request.post(`${app.adminUrl}/trpc/admin.schema.createType`, {
      data: { projectId: app.projectId, settings },
      headers: { "x-rapport-admin": "1" },
    });
    expect(await made.json()).not.toHaveProperty("error");
    await page.reload();
    const link = page.getByRole("link", { name: settings.pluralLabel });
    const contacts = page.getByRole("link", { name: "Contacts", exact: true }).first();
    const height = (one: Locator) =>
      one.locator(".mantine-NavLink-body").evaluate(({ scrollHeight }) => scrollHeight);
    await link.waitFor();
    expect(await height(link)).toBe(await height(contacts));

    await page.setViewportSize({ width: 320, height: 640 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    const right = async (one: Locator) => {
      const { x = 0, width = 0 } = (await one.boundingBox()) ?? {};
      return x + width;
    };
    await visit(page, app, "/vessels");
    const create = page.getByRole("button", { name: `Create ${settings.label.toLowerCase()}` });
    expect(await right(create.first())).toBeLessThanOrEqual(304);
    const long = await make(app, "contact", { email: `${"long.".repeat(12)}name@example.com` });
    await remove(app, "contact", long);
    await visit(page, app, "/bin");
    const restore = page.getByRole("button", { name: /^Restore long/ });
    const row = page.getByRole("row").filter({ has: restore });
    const start = (await restore.boundingBox())?.x ?? 0;
    for (const text of await row.locator("td").first().locator("p").all()) {
      expect(await right(text)).toBeLessThanOrEqual(start);
    }
    await visit(page, app, "/access/admins");
    await page.getByRole("button", { name: "Invite admin" }).click();
    const dialog = page.getByRole("dialog");
    const email = `${"very.long.".repeat(5)}address@${"company-".repeat(5)}.example`;
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("button", { name: "Make invitation link" }).click();
    const ready = page.getByRole("dialog", { name: "Invitation ready" });
    const note = ready.getByText("Send this link to");
    await note.waitFor();
    expect(await note.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const code = ready.getByLabel("Link", { exact: true });
    expect((await code.boundingBox())?.width).toBeGreaterThan(230);
    expect(await width()).toBe(320);
  });
});

/** Returns the words that a browser of a locale has for months, units and large numbers, and English has not. */
function foreignWords(locale: string): ReadonlySet<string> {
  const wordsOf = (locale: string) => {
    const months = ["long", "short"].flatMap((month) =>
      Array.from({ length: 12 }, (_, at) =>
        new Date(2026, at, 1).toLocaleDateString(locale, { day: "numeric", month } as never),
      ),
    );
    const units = ["second", "minute", "hour", "day"].flatMap((unit) =>
      ["long", "short"].flatMap((unitDisplay) =>
        [1, 2].map((count) =>
          count.toLocaleString(locale, { style: "unit", unit, unitDisplay } as never),
        ),
      ),
    );
    const large = [1e6, 1e9].map((one) => one.toLocaleString(locale, { notation: "compact" }));
    return new Set([...months, ...units, ...large].join(" ").match(/\p{L}{2,}\.?/gu));
  };
  const english = new Set([...wordsOf("en-GB"), ...wordsOf("en-US")]);
  return new Set([...wordsOf(locale)].filter((word) => !english.has(word)));
}
