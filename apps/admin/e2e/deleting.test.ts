import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make } from "./support/records.ts";

describe("deleting tenants and projects", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function choose(page: Page, name: string, item: string) {
    await button(page, `More actions for ${name}`).click();
    await page.getByRole("menuitem", { name: item }).click();
  }
  const deleted = (page: Page) => page.getByRole("region", { name: "To be removed" });
  async function factsIn(dialog: Locator) {
    const facts = dialog.locator("dl > div");
    await facts.first().waitFor();
    return facts.evaluateAll((all) =>
      all.map((one) => [...one.children].map(({ textContent }) => textContent).join(" ")),
    );
  }
  const status = async () => (await app.workspace("GET", "/v1/contacts")).status;

  it("shows what goes, takes its name, and an owner restores it with what it had", async () => {
    await make(app, "contact", { firstname: "Ada", lastname: "Lovelace", phone: "+44 1" });
    expect(await status()).toBe(200);
    const page = await app.open("/tenants", { inTenant: "owner" });
    await choose(page, "Sales", "Delete project");
    const dialog = page.getByRole("dialog", { name: "Delete the project Sales?" });
    expect(await factsIn(dialog)).toEqual(["Contacts 1", "Clients and keys 1"]);
    const confirm = dialog.getByRole("button", { name: "Delete project" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/to confirm/).fill("Sales");
    await page.keyboard.press("Enter");

    await deleted(page).getByText("Project of Acme").waitFor();
    expect(await page.getByRole("link", { name: "Sales" }).count()).toBe(0);
    await expect.poll(status).toBe(401);
    // Its pages are gone for everyone.
    const other = await app.open(app.at("/contacts"), { role: "admin" });
    await other.getByText("This page does not exist").waitFor();

    await button(page, "Restore Sales").click();
    await page.getByRole("link", { name: "Sales" }).waitFor();
    await deleted(page).waitFor({ state: "detached" });
    await expect.poll(status).toBe(200);
    await page.goto(app.adminUrl + app.at("/contacts"));
    await page.getByText("Ada Lovelace").first().waitFor();
  });

  it("moves a project to another tenant, and deletes the tenant that is left", async () => {
    const page = await app.open("/tenants");
    for (const name of ["From", "Target"]) {
      await button(page, "Create tenant").click();
      await page.getByRole("textbox", { name: "Name" }).fill(name);
      await page.keyboard.press("Enter");
      await page.getByRole("region", { name, exact: true }).waitFor();
    }
    await button(page, "Create project in From").click();
    await page.getByRole("textbox", { name: "Name" }).fill("Moving");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/p\/\d+$/);
    await page.goBack();
    await choose(page, "Moving", "Move to another tenant");
    const dialog = page.getByRole("dialog", { name: "Move Moving to another tenant" });
    await dialog.getByRole("combobox", { name: "Tenant" }).click();
    await page.getByRole("option", { name: "Target" }).click();
    await dialog.getByRole("button", { name: "Move project" }).click();
    const target = page.getByRole("region", { name: "Target", exact: true });
    await target.getByRole("link", { name: "Moving" }).waitFor();

    await choose(page, "From", "Delete tenant");
    const asked = page.getByRole("dialog", { name: "Delete the tenant From?" });
    expect(await factsIn(asked)).toEqual(["Records None"]);
    await asked.getByLabel(/to confirm/).fill("From");
    await page.keyboard.press("Enter");
    await deleted(page)
      .getByRole("row", { name: /From.*Tenant/ })
      .waitFor();
    await page.getByRole("region", { name: "From", exact: true }).waitFor({ state: "detached" });
  });

  it("counts no project that was deleted before with a tenant, and says that it goes too", async () => {
    const page = await app.open("/tenants");
    await button(page, "Create tenant").click();
    await page.getByRole("textbox", { name: "Name" }).fill("Counted");
    await page.keyboard.press("Enter");
    const tenant = page.getByRole("region", { name: "Counted", exact: true });
    for (const name of ["Kept", "Gone"]) {
      await button(page, "Create project in Counted").click();
      await page.getByRole("textbox", { name: "Name" }).fill(name);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/p\/\d+$/);
      await page.goto(`${app.adminUrl}/tenants`);
      await tenant.getByRole("link", { name }).waitFor();
    }
    const ask = async () => {
      await choose(page, "Counted", "Delete tenant");
      return page.getByRole("dialog", { name: "Delete the tenant Counted?" });
    };
    const before = await ask();
    expect(await factsIn(before)).toContain("Projects 2");
    expect(await before.getByText(/deleted before/).count()).toBe(0);
    await before.getByRole("button", { name: "Cancel" }).click();

    await choose(page, "Gone", "Delete project");
    await page.getByLabel(/to confirm/).fill("Gone");
    await page.keyboard.press("Enter");
    await deleted(page).getByText("Gone").waitFor();
    const after = await ask();
    expect(await factsIn(after)).toContain("Projects 1");
    await after
      .getByText("A project that was deleted before is not counted, and goes with it.")
      .waitFor();
  });

  it("offers nothing of this to other roles", async () => {
    const page = await app.open("/tenants", { role: "admin" });
    await page.getByRole("link", { name: "Sales" }).waitFor();
    expect(await page.getByRole("button", { name: /^(More actions for|Restore)/ }).count()).toBe(0);
    expect(await deleted(page).count()).toBe(0);
  });
});
