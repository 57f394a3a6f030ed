import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Lists the serious findings of axe on a page as it is now: every rule in the light scheme, contrast in the dark one
 * too. The schemes differ in nothing but colours. Axe runs within the page, and only its findings leave it.
 *
 * @returns one line per element, which names the scheme, the rule and the element
 */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const light = await findingsIn(page, "light");
  const dark = await findingsIn(page, "dark", ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

/** Lists the findings of axe on the contrast of texts, in both schemes. */
export async function contrastFindings(page: Page): Promise<readonly string[]> {
  const dark = await findingsIn(page, "dark", ["color-contrast"]);
  return [...(await findingsIn(page, "light", ["color-contrast"])), ...dark];
}

async function findingsIn(
  page: Page,
  colorScheme: "light" | "dark",
  rules?: string[],
): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  // A panel has less contrast while it fades in.
  await animationsEnd(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const findings = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      ...(rules && { runOnly: rules }),
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target}`));
  }, rules);
  return findings.map((finding) => `${colorScheme}: ${finding}`);
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
