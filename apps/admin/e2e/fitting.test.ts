import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { faultsOfLayout } from "./support/layout.ts";
import { visit } from "./support/navigation.ts";

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
