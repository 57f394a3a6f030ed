import type { Page } from "playwright-core";

/** Presses the first button with a name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

/** Follows a link of the page. */
export const open = (name: string) => (page: Page) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).click();

/** Opens a menu by the name of its button, and chooses an item. */
export const choose = (menu: string | RegExp, item: string) => async (page: Page) => {
  await press(menu)(page);
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

/** Answers no procedure call any more. */
export const cutOff = (page: Page) => page.route("**/trpc/**", (route) => route.abort());

/** Name of the account button. */
export const MENU = /account and appearance/;

/** Shows the projects to switch to. */
export async function openSwitcher(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /switch project/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Tenants and projects" }).waitFor();
}

/** Opens the navigation, which is behind a button on a narrow screen. */
export async function openMenu(page: Page): Promise<void> {
  const burger = page.getByRole("button", { name: "Open the menu" });
  if (await burger.isVisible()) await burger.click();
}

/** Opens the command palette and types into it. */
export function palette(text: string) {
  return async (page: Page) => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Page or record" });
    await field.fill(text);
    await page.waitForLoadState("networkidle");
    if (text === "am") await page.getByRole("group", { name: "Records" }).waitFor();
  };
}

/** Opens the record with the long name. */
export async function openFirst(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /^Maximiliane/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Associations" }).waitFor();
}

/** Syncs and waits for the result. */
export async function syncTemplates(page: Page): Promise<void> {
  await press("Sync now")(page);
  await page
    .getByRole("region", { name: "Sync result" })
    .or(page.getByRole("alert"))
    .first()
    .waitFor();
}

/** Opens a page whose procedure calls are never answered. */
export function leaveUnanswered(path: string) {
  return async (page: Page) => {
    await cutOff(page);
    const to = new URL(page.url()).pathname.replace("/bin", path);
    await page.evaluate((address) => history.pushState({}, "", address), to);
    await page.getByRole("alert").first().waitFor();
  };
}

/** Types into the side form and then leaves it. */
export async function slip(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("textbox").first().fill("Ada");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Discard what you typed?" }).waitFor();
}

/** Ends the session and returns to the page. */
export async function endSession(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("dialog").getByRole("textbox", { name: "Password" }).waitFor();
  await page.context().addCookies(cookies);
}
