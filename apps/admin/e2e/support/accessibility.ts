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
 * Looks of texts that axe need not measure again in this process: it found their contrast sufficient, or could not measure
 * it `MAX_ATTEMPTS` times. To measure contrast takes axe nine tenths of its time, and most texts of a page look like those
 * of the page before.
 */
const settled = new Set<string>();

/** How often axe tried in vain to measure a look, as that of a text beside the page. */
const attempts = new Map<string, number>();
const MAX_ATTEMPTS = 3;

type Scheme = "light" | "dark";

/**
 * Lists the serious findings of axe on a page as it is now: every rule in the scheme that the page has, contrast and
 * links in text in the other one too, which the page may keep. The schemes differ in nothing but colours, so a page whose
 * texts all look like those of pages before is not drawn in the other one. Axe runs within the page, and only its findings
 * leave it. Rows that `ignoreRepeated` marks are left out.
 *
 * @param rule lists more findings; runs in the page, in both schemes
 * @returns one line per element, which names the scheme, the rule and the element
 */
export async function seriousFindings(
  page: Page,
  rule?: () => readonly string[],
): Promise<readonly string[]> {
  const [shown, other] = await schemesOf(page);
  const { findings, hasNewLooks } = await findingsIn(page, shown);
  findings.push(...(await page.evaluate(fieldsWithoutList)));
  if (rule) findings.push(...(await page.evaluate(rule)));
  if (!hasNewLooks && !rule) return findings;
  const inOther = await findingsIn(page, other, ["color-contrast", "link-in-text-block"]);
  return [...findings, ...inOther.findings, ...(rule ? await page.evaluate(rule) : [])];
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
    findings.push(...(await findingsIn(page, scheme, ["color-contrast"])).findings);
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
): Promise<{ findings: string[]; hasNewLooks: boolean }> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // A panel has less contrast while it fades in.
  await animationsEnd(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_OF_SERIOUS_RULES);
  const findings: string[] = [];
  const looks = await page.evaluate(chooseTexts, { settled: [...settled], isEach: false });
  const onlyTexts = rules?.every((one) => one === "color-contrast") ?? false;
  if (looks.length > 0 || !onlyTexts)
    findings.push(...(await findingsOfChosen(page, looks, rules)));
  // The first text of a look may be covered or disabled, and another one not.
  if (looks.some((look, i) => !settled.has(look) && looks.indexOf(look) < i)) {
    const others = await page.evaluate(chooseTexts, { settled: [...settled], isEach: true });
    findings.push(...(await findingsOfChosen(page, others, ["color-contrast"])));
  }
  return {
    findings: [...new Set(findings)].map((finding) => `${colorScheme}: ${finding}`),
    hasNewLooks: looks.length > 0,
  };
}

/** Runs axe, and notes the looks that it finds readable, and those that it cannot measure. */
async function findingsOfChosen(
  page: Page,
  looks: readonly string[],
  rules?: string[],
): Promise<readonly string[]> {
  const { findings, measured, faint } = await page.evaluate(async (rules) => {
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
    const texts = (results: typeof passes) =>
      results.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes);
    const position = ({ element }: { element?: unknown }) => Number(unmeasured.get(element));
    const measured = texts(passes)
      .filter(({ any }) => typeof any[0]?.data?.contrastRatio === "number")
      .map(position);
    const faint = texts(violations).map(position);
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
    return { findings, measured, faint };
  }, rules);
  for (const i of measured) settled.add(looks[i] as string);
  const isFaint = new Set(faint.map((i) => looks[i]));
  for (const look of new Set(looks)) {
    if (settled.has(look) || isFaint.has(look)) continue;
    const tried = (attempts.get(look) ?? 0) + 1;
    attempts.set(look, tried);
    if (tried >= MAX_ATTEMPTS) settled.add(look);
  }
  return findings;
}

/**
 * Runs in a page. Chooses texts for axe to measure whose look is not settled: the first of each look, or each one. A look is all
 * that decides the contrast: colour, opacity and font of the text, and what is drawn over it and behind it, down to the
 * first opaque background. Leaves out texts that axe does not measure: those that are inert, covered or scrolled out of sight.
 *
 * @returns looks of all such texts; `window.unmeasured` has the positions of the chosen ones
 */
function chooseTexts(options: { settled: readonly string[]; isEach: boolean }): readonly string[] {
  const known = new Set(options.settled);
  interface Layer {
    readonly background: string;
    /** What changes the text that the element holds. */
    readonly effects: string;
    readonly isOpaque: boolean;
    readonly floats: boolean;
    readonly clip: DOMRect | null;
  }
  const layers = new Map<Element, Layer>();
  const backgroundOf = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration) => {
    const background = `${backgroundColor},${backgroundImage}`;
    return background === "rgba(0, 0, 0, 0),none" ? "" : background;
  };
  const layerOf = (element: Element) => {
    const found = layers.get(element);
    if (found) return found;
    const style = getComputedStyle(element);
    const { backgroundColor, opacity, filter, mixBlendMode } = style;
    const effects = [opacity, filter, mixBlendMode].join();
    const floats = /fixed|sticky/.test(style.position);
    const backgrounds = ["::before", "::after"]
      .map((pseudo) => getComputedStyle(element, pseudo))
      .filter(({ content }) => content !== "none" && content !== "normal")
      .map(backgroundOf);
    const background = [backgroundOf(style), ...backgrounds].join("");
    const made = {
      background,
      effects: effects === "1,none,normal" ? "" : effects,
      isOpaque: backgroundOf(style).endsWith(",none") && !/rgba|\//.test(backgroundColor),
      floats,
      clip:
        style.overflow !== "visible" && element.parentElement !== null
          ? element.getBoundingClientRect()
          : null,
    };
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
    const size = parseFloat(fontSize);
    // Large texts may have less contrast (WCAG 1.4.3), and one without a size is not seen.
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const sizeClass = isLarge ? "large" : size > 0 ? "" : "unseen";
    const effects = ancestors.map((one) => layerOf(one).effects);
    const drawn = [...new Set([...stack, ...ancestors])];
    const last = drawn.findIndex((one, i) => i >= over.length && layerOf(one).isOpaque);
    // What an ancestor makes transparent shows more than its first background.
    const isCut = last >= 0 && effects.every((one) => one === "");
    const look = [
      ...[color, sizeClass, textShadow, webkitTextStroke, ...effects],
      ...over.map((one) => `over:${layerOf(one).background}`),
      ...(isCut ? drawn.slice(over.length, last + 1) : drawn).map((one) => layerOf(one).background),
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
