import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Returns a button by its exact name. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** Returns the credential that a dialog shows once. */
export async function shown(page: Page, label: string): Promise<string> {
  return (await page.getByRole("dialog").getByLabel(label, { exact: true }).textContent()) ?? "";
}

/** Closes the dialog that shows a credential. */
export async function acknowledge(page: Page): Promise<void> {
  await button(page, "I have copied it").click();
}

/** Confirms a dangerous action by typing the name of its object. */
export async function confirmByName(
  page: Page,
  { title, name, action }: { title: string; name: string; action: string },
): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  const confirm = button(dialog, action);
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox").fill(name);
  await confirm.click();
  await dialog.waitFor({ state: "hidden" });
}

/** Leaves a form and discards its input. */
export async function discard(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await button(question, "Discard").click();
}
