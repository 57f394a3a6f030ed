import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";

/** The pages of a project, with a record's. */
const PAGES = [
  "/",
  "/contacts",
  "/contacts/1",
  "/deals",
  "/deals/board",
  "/duplicates",
  "/imports",
  "/bin",
  "/webhooks/deliveries",
  "/templates",
  "/schema/deals",
  "/access/clients",
  "/access/admins",
  "/access/sessions",
  "/usage",
  "/audit",
];

describe("the pages by keyboard", () => {
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

  it("show the focus at each stop of the Tab key", async () => {
    const unseen: string[] = [];
    for (const path of PAGES) {
      await go(path);
      // The navigation beside the page is the same on each of them.
      if (path !== "/") await page.evaluate(focusMain);
      let stops = 0;
      while (stops < MAX_STOPS) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(stopHere);
        if (stop === null) break;
        stops++;
        if (!stop.isSeen) unseen.push(`${path}: ${stop.name}`);
      }
      expect(stops, path).toBeGreaterThan(0);
      expect(stops, path).toBeLessThan(MAX_STOPS);
    }
    expect(unseen).toEqual([]);
  });
});

/** More stops than any page of the demo has. */
const MAX_STOPS = 250;

function focusMain(): void {
  const main = document.querySelector("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

/** Returns the element with the focus, and whether it looks other than without; null after the last one. */
function stopHere(): { name: string; isSeen: boolean } | null {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body || "visited" in element.dataset) return null;
  element.dataset.visited = "";
  const parts = [
    element,
    element.nextElementSibling,
    element.parentElement?.querySelector("label"),
  ];
  for (
    let parent = element.parentElement, i = 0;
    parent && i < 3;
    parent = parent.parentElement, i++
  ) {
    parts.push(parent);
  }
  const seen = parts.filter(
    (part) => part != null && part.getBoundingClientRect().height > 0,
  ) as HTMLElement[];
  // The colour of a transition changes only later.
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important }");
  document.adoptedStyleSheets = [still];
  const look = () =>
    seen
      .flatMap((part) => [getComputedStyle(part), getComputedStyle(part, "::after")])
      .map(({ outline, borderColor, boxShadow, backgroundColor, opacity }) =>
        [outline, borderColor, boxShadow, backgroundColor, opacity].join(),
      )
      .join("\n");
  const focused = look();
  element.blur();
  const isSeen = look() !== focused;
  element.focus();
  return { name: element.outerHTML.slice(0, 200), isSeen };
}
