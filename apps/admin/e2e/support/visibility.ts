import type { Page } from "playwright-core";

/** Does what a browser does when its window is covered, or shown again. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    const state = value ? "hidden" : "visible";
    Object.defineProperty(document, "hidden", { value, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, isHidden);
}
