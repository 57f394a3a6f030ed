import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { EVENTUALLY } from "./support/public-api.ts";
import { make } from "./support/records.ts";

describe("a session that ends while a page is open", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const OWN_PAGE = { "x-rapport-admin": "1" };
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });
  const password = (page: Page) => dialog(page).getByRole("textbox", { name: "Password" });
  const begin = (page: Page, data: object) =>
    page.request.post(`${app.adminUrl}/session`, { data, headers: OWN_PAGE });
  /** Signs out as another tab does. */
  const end = (page: Page) => page.request.delete(`${app.adminUrl}/session`, { headers: OWN_PAGE });

  /**
   * Saves a form. Anything else that the page fetches may notice the end first; then the dialog covers the button, and
   * a click of the mouse would wait forever.
   */
  const save = (form: Locator, name: string) => button(form, name).dispatchEvent("click");

  /** Tells the tab that it is visible again, and waits until the dialog is gone. */
  const lookAgain = (page: Page) =>
    expect
      .poll(async () => {
        // A reload in between destroys the page's context.
        await page
          .evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
          .catch(() => undefined);
        return dialog(page).count();
      }, EVENTUALLY)
      .toBe(0);

  async function opened(path: string) {
    const credentials = await app.admin("admin");
    return { page: await app.open(app.at(path), { as: credentials }), credentials };
  }

  it("keeps a form until the admin has signed in again and saves it", async () => {
    const { page, credentials } = await opened("/companies?form=new");
    const form = page.getByRole("dialog", { name: "New company" });
    await form.getByLabel("Name").fill("Analytical Engines");
    await end(page);
    await save(form, "Create company");
    await dialog(page).waitFor();
    await hasFocus(password(page));
    await page.keyboard.press("Escape");
    // A question would be there in the next frame.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await page.getByText("Discard what you typed?").count()).toBe(0);
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await dialog(page).getByRole("alert").waitFor();
    await password(page).fill(credentials.password);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    await expect.poll(() => form.getByLabel("Name").inputValue()).toBe("Analytical Engines");
    await button(form, "Create company").click();
    await page.getByRole("row", { name: /Analytical Engines/ }).waitFor();
  });

  it("keeps a value that is edited in place", async () => {
    const id = await make(app, "company", { name: "Hub" });
    const { page, credentials } = await opened(`/companies/${id}`);
    await page.getByRole("button", { name: /^Edit Name:/ }).click();
    await page.keyboard.type("Hub and Spoke");
    await end(page);
    await page.keyboard.press("Enter");
    await password(page).fill(credentials.password);
    await page.keyboard.press("Enter");
    await dialog(page).waitFor({ state: "detached" });
    const name = page.getByRole("textbox", { name: "Name" });
    await expect.poll(() => name.inputValue()).toBe("Hub and Spoke");
    await name.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Hub and Spoke" }).waitFor();
  });

  it("continues after a sign-in in another tab", async () => {
    const { page, credentials } = await opened("/tickets?form=new");
    const form = page.getByRole("dialog", { name: "New ticket" });
    await form.getByLabel("Name").fill("Broken");
    await end(page);
    await save(form, "Create ticket");
    await dialog(page).waitFor();
    await begin(page, credentials);
    await password(page).waitFor();
    await lookAgain(page);
    await expect.poll(() => form.getByLabel("Name").inputValue()).toBe("Broken");
  });

  it("hides unsaved input from another admin", async () => {
    const { page } = await opened("/companies?form=new");
    const form = page.getByRole("dialog", { name: "New company" });
    await form.getByLabel("Name").fill("Secret");
    await end(page);
    await save(form, "Create company");
    await dialog(page).waitFor();
    await begin(page, await app.admin("admin"));
    await password(page).waitFor();
    page.on("dialog", (asked) => void asked.accept());
    await lookAgain(page);
    await expect.poll(() => form.getByLabel("Name").inputValue()).toBe("");
  });
});
