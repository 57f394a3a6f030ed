import type { BrowserContext, Page, ViewportSize } from "playwright-core";
import { onTestFinished } from "vitest";

/** Emptied pages of earlier tests, also of other files of the same worker. */
const free: Page[] = [];

/**
 * Opens a page and empties it at the end of the test. The next test gets the same page, without cookies, stored
 * settings and listeners. Its process has the code of the app already, so opening a path takes two thirds of the
 * processor time of a new page with a used cache.
 *
 * A page that is opened outside of a test stays open. Concurrent tests must not use the function, because Vitest does
 * not know which of them calls it. Neither must tests that add an init script or install a clock, because a page keeps
 * those.
 *
 * @param create opens a context if no page is free
 */
export async function openUsedPage(create: () => Promise<BrowserContext>): Promise<Page> {
  const page = free.pop() ?? (await (await create()).newPage());
  const viewport = page.viewportSize();
  atEndOfTest(async () => {
    if (await isEmptied(page, viewport)) free.push(page);
    else await page.context().close();
  });
  return page;
}

/** Returns whether a later test gets a page of the context. */
export function isFree(context: BrowserContext): boolean {
  return free.some((page) => page.context() === context);
}

/** Empties a page of a test. Returns false if the test has closed the page or its context. */
async function isEmptied(page: Page, viewport: ViewportSize | null): Promise<boolean> {
  const context = page.context();
  try {
    for (const one of context.pages()) if (one !== page) await one.close();
    page.removeAllListeners();
    await page.unrouteAll();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto("about:blank");
    // Nothing of the next test may lie under the pointer.
    await page.mouse.move(-1, -1);
    if (viewport !== null) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme: "light" });
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}

function atEndOfTest(work: () => Promise<void>): void {
  try {
    onTestFinished(work);
  } catch {
    // Outside of a test, such as in beforeAll.
  }
}
