import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Waits until an element has the focus. */
export async function hasFocus(element: Locator): Promise<void> {
  await element.waitFor();
  await expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
}
