import type { BrowserContext, Page } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Returns a function that opens a page and closes it at the end of the test. The next test gets the same context,
 * without cookies and stored settings. Its cache has the files of the app, so a page opens in half the time.
 *
 * A page that is opened outside of a test stays open. Concurrent tests must not use the function, because Vitest does
 * not know which of them calls it.
 */
export function pagesInUsedContexts(create: () => Promise<BrowserContext>): () => Promise<Page> {
  const free: BrowserContext[] = [];
  return async () => {
    const context = free.pop() ?? (await create());
    const page = await context.newPage();
    atEndOfTest(async () => {
      if (await isCleared(page)) free.push(context);
      else await context.close();
    });
    return page;
  };
}

/** Returns false if the test has closed the page or its context. */
async function isCleared(page: Page): Promise<boolean> {
  try {
    const context = page.context();
    await page.evaluate(() => localStorage.clear());
    await context.clearCookies();
    for (const one of context.pages()) await one.close();
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
