import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";

/** The smaller build of axe, because it is sent to each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Axe without the rules that state a lesser impact, which is that of each of their findings. The list of rules is
 * internal to axe, so the script fails if a new version keeps it elsewhere.
 */
const AXE_OF_SERIOUS_RULES = `${AXE}
for (const rule of window.axe._audit.rules) {
  if (rule.impact === "minor" || rule.impact === "moderate") rule.enabled = false;
}`;

type Scheme = "light" | "dark";

/**
 * Lists the serious findings of axe on a page as it is now: every rule in the scheme that the page has, contrast and
 * links in text in the other one too, which it keeps. The schemes differ in nothing but colours. Axe runs within the page,
 * and only its findings leave it. Rows that `ignoreRepeated` marks are left out.
 *
 * @param rule lists more findings; runs in the page, in both schemes
 * @returns one line per element, which names the scheme, the rule and the element
 */
export async function seriousFindings(
  page: Page,
  rule: () => readonly string[] = () => [],
): Promise<readonly string[]> {
  const [shown, other] = await schemesOf(page);
  return [
    ...(await findingsIn(page, shown)),
    ...(await page.evaluate(rule)),
    ...(await findingsIn(page, other, ["color-contrast", "link-in-text-block"])),
    ...(await page.evaluate(rule)),
  ];
}

/** Lists the findings of axe on the contrast of texts, in both schemes. The page keeps the other one. */
export async function contrastFindings(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const scheme of await schemesOf(page)) {
    findings.push(...(await findingsIn(page, scheme, ["color-contrast"])));
  }
  return findings;
}

/** Returns the scheme of a page, then the other one: each change of the scheme draws the whole page again. */
async function schemesOf(page: Page): Promise<readonly [shown: Scheme, other: Scheme]> {
  const isDark = await page.locator('html[data-mantine-color-scheme="dark"]').count();
  return isDark ? ["dark", "light"] : ["light", "dark"];
}

async function findingsIn(
  page: Page,
  colorScheme: Scheme,
  rules?: string[],
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // A panel has less contrast while it fades in.
  await animationsEnd(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_OF_SERIOUS_RULES);
  const findings = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(
      { exclude: [["[data-repeated]"]] },
      { resultTypes: ["violations"], ...(rules && { runOnly: rules }) },
    );
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target}`));
  }, rules);
  return findings.map((finding) => `${colorScheme}: ${finding}`);
}

/**
 * Returns the contrast of an element's outline with the background that the outline is drawn on, from 1 to 21, or 1
 * without an outline (WCAG 1.4.11).
 */
export function outlineContrast(element: Locator): Promise<number> {
  return element.evaluate((one) => {
    const { outlineColor, outlineOffset, outlineStyle } = getComputedStyle(one);
    if (outlineStyle === "none") return 1;
    const channels = (colour: string) => colour.match(/[\d.]+/g)?.map(Number) ?? [];
    const isOpaque = (colour: string) => (channels(colour)[3] ?? 1) === 1;
    let behind = parseFloat(outlineOffset) < 0 ? one : one.parentElement;
    while (behind?.parentElement && !isOpaque(getComputedStyle(behind).backgroundColor)) {
      behind = behind.parentElement;
    }
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
        value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const background = getComputedStyle(behind ?? document.body).backgroundColor;
    const [dark = 0, light = 0] = [outlineColor, background].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });
}

/** Waits until nothing on the page moves or fades any more, except what never ends, such as a loader. */
export async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
}
