import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acknowledge, button, discard } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";

describe("unsaved input", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const question = (page: Page) => page.getByRole("dialog", { name: "Discard what you typed?" });
  const firstName = (page: Page) =>
    page.getByRole("dialog", { name: "New contact" }).getByLabel("First name");

  async function typing(): Promise<Page> {
    const page = await app.open(app.at("/contacts"));
    await page.getByRole("main").getByRole("button", { name: "Create contact" }).first().click();
    await firstName(page).fill("Ada");
    return page;
  }

  it("asks on Esc, and keeps or discards the input", async () => {
    const page = await typing();
    await page.keyboard.press("Escape");
    await question(page).waitFor();
    const keep = button(question(page), "Keep editing");
    await hasFocus(keep);
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await expect.poll(() => firstName(page).inputValue()).toBe("Ada");
    await hasFocus(firstName(page));
    await page.keyboard.press("Escape");
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.waitForURL(`**${app.at("/contacts")}`);
  });

  it("asks on the Back button and the command palette", async () => {
    const page = await typing();
    await page.goBack();
    await question(page).getByRole("button", { name: "Keep editing" }).click();
    await question(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+K");
    await page.keyboard.type("deliv");
    await page.getByRole("option", { name: "Deliveries", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await question(page).getByRole("button", { name: "Keep editing" }).click();
    await question(page).waitFor({ state: "detached" });
    await expect.poll(() => firstName(page).inputValue()).toBe("Ada");
    await expect.poll(() => page.url()).toContain("form=new");
  });

  it("lets the browser ask before a reload", async () => {
    const page = await typing();
    const asked = page.waitForEvent("dialog");
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
    await expect.poll(() => firstName(page).inputValue()).toBe("");
  });

  it("does not ask if nothing was changed, or the changes were reverted", async () => {
    const page = await typing();
    await firstName(page).fill("");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.waitForURL(`**${app.at("/contacts")}`);
  });

  it("is kept if the admin clicks outside of a dialog", async () => {
    const page = await app.open(app.at("/access/keys"));
    await button(page, "Create key").filter({ visible: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create an API key" });
    await dialog.getByLabel("Name").fill("Nightly import");
    await page.mouse.click(4, 4);
    await dialog
      .getByRole("checkbox", { name: /^(Read|Create) / })
      .first()
      .check();
    await button(dialog, "Create key").click();
    await acknowledge(page);
    await page.getByRole("row", { name: /Nightly import/ }).waitFor();
  });

  it("asks on Esc in a dialog, and keeps or discards the input", async () => {
    const page = await app.open("/tenants");
    await button(page, "Create tenant").first().click();
    const dialog = page.getByRole("dialog", { name: "Create a tenant" });
    const name = dialog.getByLabel("Name");
    await name.fill("Acme");
    await page.keyboard.press("Escape");
    await button(page, "Keep editing").click();
    await question(page).waitFor({ state: "detached" });
    await expect.poll(() => name.inputValue()).toBe("Acme");
    await discard(page);
    await dialog.waitFor({ state: "hidden" });
  });

  it("is kept in the forms of the schema and of webhooks", async () => {
    const page = await app.open(app.at("/schema/contacts?add=property"));
    await page.getByRole("textbox", { name: "Label" }).fill("Shoe size");
    await page.keyboard.press("Escape");
    await question(page).getByRole("button", { name: "Keep editing" }).click();
    await question(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add property" }).last().click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await visit(page, app, "/webhooks?open=new");
    await page.getByRole("textbox", { name: "URL" }).fill("https://example.com/hook");
    await page.keyboard.press("Escape");
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});
