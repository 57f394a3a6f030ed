import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The serious findings of axe on a page as it stands, each as a line that names rule and element. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // A panel that is half faded in has less contrast than it will have.
  await animationsEnd(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target}`));
}

/** Waits until nothing on the page moves or fades any more. */
export async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  );
}
