import type { Page } from "playwright-core";
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
  ...[
    "/schema/deals",
    "/schema/deals?part=pipelines",
    "/schema/contacts",
    "/access/clients",
    "/currencies",
  ],
  ...["/webhooks", "/templates", "/reports", "/reports/created", "/usage", "/audit"],
];
/** A phone shows these too. */
const PATHS_OF_PHONES = [
  ...["/contacts/25", "/duplicates", "/bin", "/webhooks/deliveries", "/usage/requests"],
  ...["/access/admins", "/access/keys", "/access/members", "/access/sessions"],
  "/access/signing-keys",
];
const PHONE_PX = 390;
/** A difference that is no content that one would scroll to. */
const STRAY_PX = 6;

describe("pages", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.for([
    ["en-US", 1440],
    ["de-DE", 1440],
    ["en-US", PHONE_PX],
  ] as const)(
    "in %s, %d pixels wide, fit: no scrollbar without anything to scroll to, and no part over another in the log",
    async ([locale, width]) => {
      const context = { locale, viewport: { width, height: 900 } };
      const page = await app.open(null, { context });
      const [stray, sideways]: [string[], string[]] = [[], []];
      const isPhone = width === PHONE_PX;
      if (isPhone) await startImport(app, page);
      // The last page is the log.
      for (const path of isPhone ? [...PATHS_OF_PHONES, ...PATHS] : PATHS) {
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
        if (!isPhone) continue;
        const wide = await page.evaluate(scrolledSideways);
        sideways.push(...wide.map((name) => `${path} ${name}`));
      }
      expect(stray).toEqual([]);
      expect(sideways, "scroll only down, and tables of all but records show every column").toEqual(
        [],
      );
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
    },
  );
});

/** Begins an import whose file has a long name. */
async function startImport(app: Installation, page: Page): Promise<void> {
  await page.goto(app.adminUrl + app.at("/imports/new"));
  await page.getByLabel("File to import").setInputFiles({
    name: "people-of-the-northern-branch-of-the-company.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Email,Name\nada@example.com,Ada\n"),
  });
  await page.waitForURL(/\/imports\/draft\//);
}

/** Lists the page and its frames that are wider than they show. Records, boards and figures may be wider than a phone. */
function scrolledSideways(): readonly string[] {
  const mayBeWide = /\/(contacts|deals|board|reports\/\w+)$/.test(location.pathname);
  const frames = mayBeWide ? [] : document.querySelectorAll("main section[tabindex]");
  return [document.documentElement, ...frames]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((one) => one.getAttribute("aria-label") ?? one.tagName);
}
