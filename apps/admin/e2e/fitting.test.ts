import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { faultsOfLayout } from "./support/layout.ts";

/** Pages with dates and amounts. */
const PATHS = [
  ...[
    "",
    "/contacts",
    "/deals",
    "/deals/board",
    "/imports",
    "/exports",
    "/changes",
    "/schema/deals",
  ],
  ...[
    "/access/clients",
    "/currencies",
    "/webhooks",
    "/templates",
    "/reports/created",
    "/usage",
    "/audit",
  ],
];

describe("pages", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  // In en-US, the test of all scenes says it of every page, also on a phone.
  it("in de-DE fit: no scrollbar without anything to scroll to, and no part over another", async () => {
    const page = await app.open(null, { context: { locale: "de-DE" } });
    const faults: string[] = [];
    for (const path of PATHS) {
      await page.goto(`${app.adminUrl}${app.at(path)}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      const found = await page.evaluate(faultsOfLayout);
      faults.push(...found.map((one) => `${path} ${one}`));
    }
    expect(faults).toEqual([]);
  });
});
