import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contrastFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";

/** Pages that have every kind of button, link, row, tab and card. */
const COLOURED = [
  "/",
  "/contacts",
  "/contacts/1",
  "/deals/board",
  "/schema/deals",
  "/access/clients",
  "/audit",
];

describe("the pages with the pointer or the focus somewhere", () => {
  let app: Installation;
  let page: Page;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
    page = await app.open("/tenants", { context: {} });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function go(path: string): Promise<void> {
    await page.goto(app.adminUrl + app.at(path === "/" ? "" : path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
  }

  it("can be read there, and while it is pressed", async () => {
    const findings: string[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    for (const path of COLOURED) {
      await go(path);
      const { root } = await session.send("DOM.getDocument");
      const selector = "a, button, label, tr, li, [role=tab], [role=switch], [data-card]";
      const { nodeIds } = await session.send("DOM.querySelectorAll", {
        nodeId: root.nodeId,
        selector,
      });
      for (const forcedPseudoClasses of [
        ["hover", "focus", "focus-visible"],
        ["hover", "active"],
      ]) {
        for (const nodeId of nodeIds) {
          await session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses });
        }
        const found = await contrastFindings(page);
        findings.push(...found.map((one) => `${path} ${forcedPseudoClasses}: ${one}`));
      }
    }
    expect(findings).toEqual([]);
  });
});
