import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";

const PATHS = [
  ...[
    "",
    "/contacts",
    "/deals",
    "/deals/board",
    "/deals/duplicates",
    "/imports",
    "/exports",
    "/changes",
  ],
  ...["/schema/deals", "/schema/deals?part=pipelines", "/schema/contacts", "/access/clients"],
  ...["/webhooks", "/templates", "/reports", "/reports/created", "/usage", "/audit"],
];
/** A difference that is no content that one would scroll to. */
const STRAY_PX = 6;

describe.each([
  ["en-US", 1440],
  ["de-DE", 1440],
  ["en-US", 390],
] as const)("pages in %s, %d pixels wide", (locale, width) => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("have no scrollbar without anything to scroll to, and no part over another in the log", async () => {
    const context = { locale, viewport: { width, height: 900 } };
    const page = await app.open(null, { context });
    const stray: string[] = [];
    for (const path of PATHS) {
      await page.goto(`${app.adminUrl}${app.at(path)}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      const found = await page.evaluate((most) => {
        const isStray = (style: string, over: number) =>
          (style === "auto" || style === "scroll") && over > 0 && over <= most;
        return Array.from(document.querySelectorAll("body *")).flatMap((element) => {
          const { overflowX, overflowY } = getComputedStyle(element);
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
          return isStray(overflowX, scrollWidth - clientWidth) ||
            isStray(overflowY, scrollHeight - clientHeight)
            ? [element.className]
            : [];
        });
      }, STRAY_PX);
      stray.push(...found.map((name) => `${path} ${name}`));
    }
    expect(stray).toEqual([]);
    const overlaps = await page.evaluate(() =>
      Array.from(document.querySelectorAll("time")).flatMap((time) => {
        const icon = time.closest("li")?.querySelector("svg");
        if (!icon) return [];
        const range = document.createRange();
        range.selectNodeContents(time);
        const [text, sign] = [range.getBoundingClientRect(), icon.getBoundingClientRect()];
        const isOver =
          text.right > sign.left &&
          text.left < sign.right &&
          text.bottom > sign.top &&
          text.top < sign.bottom;
        return isOver ? [time.textContent] : [];
      }),
    );
    expect(overlaps).toEqual([]);
  });
});
