import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";

/** The smaller build of axe, because it is sent to each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Axe without the rules that state a lesser impact, which is that of each of their findings. The list of rules is
 * internal to axe, so the script fails if a new version keeps it elsewhere. Contrast is measured only of texts in `window.unmeasured`.
 */
const AXE_OF_SERIOUS_RULES = `${AXE}
for (const rule of window.axe._audit.rules) {
  if (rule.impact === "minor" || rule.impact === "moderate") rule.enabled = false;
  // It forbids nothing else, and axe first asks of each element with a style whether it can be seen.
  if (rule.id === "avoid-inline-spacing") rule.selector = "[style*='important']";
  if (rule.id !== "color-contrast") continue;
  const { matches } = rule;
  rule.matches = (node, ...others) => window.unmeasured.has(node) && matches(node, ...others);
}
window.axe.configure({ noHtml: true });`;

/**
 * Looks of texts whose contrast axe has measured in this process and found sufficient. To measure contrast takes axe nine
 * tenths of its time, and most texts of a page look like those of the page before.
 */
const readable = new Set<string>();

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
    ...(await page.evaluate(fieldsWithoutList)),
    ...(await page.evaluate(rule)),
    ...(await findingsIn(page, other, ["color-contrast", "link-in-text-block"])),
    ...(await page.evaluate(rule)),
  ];
}

/** Lists the fields with an open list that name no list: a screen reader cannot go from one to the other (ARIA 1.2). */
function fieldsWithoutList(): readonly string[] {
  return Array.from(document.querySelectorAll("[role=combobox][aria-expanded=true]"))
    .filter((field) => document.getElementById(field.getAttribute("aria-controls") ?? "") === null)
    .map((field) => `no list: ${field.outerHTML.slice(0, 200)}`);
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
  const findings: string[] = [];
  const looks = await page.evaluate(chooseTexts, { readable: [...readable], isEach: false });
  const onlyTexts = rules?.every((one) => one === "color-contrast") ?? false;
  if (looks.length > 0 || !onlyTexts)
    findings.push(...(await findingsOfChosen(page, looks, rules)));
  // The first text of a look may be covered or disabled, and another one not.
  if (looks.some((look, i) => !readable.has(look) && looks.indexOf(look) < i)) {
    const others = await page.evaluate(chooseTexts, { readable: [...readable], isEach: true });
    findings.push(...(await findingsOfChosen(page, others, ["color-contrast"])));
  }
  return [...new Set(findings)].map((finding) => `${colorScheme}: ${finding}`);
}

/** Runs axe, and notes the looks that it finds readable. */
async function findingsOfChosen(
  page: Page,
  looks: readonly string[],
  rules?: string[],
): Promise<readonly string[]> {
  const { findings, measured } = await page.evaluate(async (rules) => {
    const { axe, unmeasured } = window as unknown as {
      axe: typeof import("axe-core");
      unmeasured: Map<unknown, number>;
    };
    const context = { exclude: [["[data-repeated]"]] };
    const { violations, passes } = await axe.run(context, {
      resultTypes: ["violations", "passes"],
      elementRef: true,
      // Those of all that passes would take longer than the checks.
      selectors: false,
      ...(rules && { runOnly: rules }),
    });
    // A text that is scrolled out of sight passes too, but has no ratio.
    const measured = passes
      .filter(({ id }) => id === "color-contrast")
      .flatMap(({ nodes }) => nodes)
      .filter(({ any }) => typeof any[0]?.data?.contrastRatio === "number")
      .map(({ element }) => Number(unmeasured.get(element)));
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id }) => id);
    const named =
      serious.length === 0
        ? []
        : (await axe.run(context, { resultTypes: ["violations"], runOnly: serious })).violations;
    const findings = named.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help}: ${target}`),
    );
    return { findings, measured };
  }, rules);
  for (const i of measured) readable.add(looks[i] as string);
  return findings;
}

/**
 * Runs in a page. Chooses texts for axe to measure whose look is not known to be readable: the first of each look, or each one. A look is all
 * that decides the contrast: colour, opacity and font of the text, and what is drawn behind and over it. Leaves out texts
 * that axe does not measure: those that are inert, covered or scrolled out of sight.
 *
 * @returns looks of all such texts; `window.unmeasured` has the positions of the chosen ones
 */
function chooseTexts(options: { readable: readonly string[]; isEach: boolean }): readonly string[] {
  const known = new Set(options.readable);
  const layers = new Map<Element, { layer: string; floats: boolean; clip: DOMRect | null }>();
  const layerOf = (element: Element) => {
    const found = layers.get(element);
    if (found) return found;
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style;
    const drawn = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const floats = /fixed|sticky/.test(style.position);
    const layer = drawn === "rgba(0, 0, 0, 0),none,1,none,normal" ? "" : `${drawn},${floats}`;
    const isClipping = style.overflow !== "visible" && element.parentElement !== null;
    const made = { layer, floats, clip: isClipping ? element.getBoundingClientRect() : null };
    layers.set(element, made);
    return made;
  };
  const looks: string[] = [];
  const unmeasured = new Map<Element, number>();
  for (const element of document.body.querySelectorAll("*")) {
    const isField = element.matches("select, textarea, input:not([type=checkbox], [type=radio])");
    const text = [...element.childNodes].find(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );
    if (!(isField || text) || !element.checkVisibility()) continue;
    if (element.matches(":disabled") || element.closest("[inert]")) continue;
    const range = document.createRange();
    range.selectNode(text ?? element);
    const box = range.getClientRects()[0] ?? new DOMRect();
    const ancestors: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) ancestors.push(one);
    const isSeen = ({ left, top, right, bottom }: DOMRect) =>
      box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    if (ancestors.map(layerOf).some(({ clip }) => clip !== null && !isSeen(clip))) continue;
    const stack = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const over = stack.slice(0, Math.max(stack.indexOf(element), 0));
    // Axe looks through what stays in its place while the page scrolls.
    if (over.length > 0 && !over.some((one) => layerOf(one).floats)) continue;
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element);
    const look = [
      ...[color, fontSize, fontWeight, textShadow, webkitTextStroke],
      ...[element.className, element.parentElement?.className],
      ...[...new Set([...stack, ...ancestors])].map((one) => layerOf(one).layer),
    ];
    const name = look.filter((part) => part !== "").join("|");
    if (known.has(name)) continue;
    const isFirst = !looks.includes(name);
    looks.push(name);
    if (isFirst || options.isEach) unmeasured.set(element, looks.length - 1);
  }
  Object.assign(window, { unmeasured });
  return looks;
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
