import { setRoleByHand } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acknowledge, button, shown } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";

describe("members of a tenant", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function add(page: Page, email: string) {
    await button(page, "Add member").first().click();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await button(page.getByRole("dialog"), "Add member").click();
  }

  it("are added, get another role, and lose what is open when they are removed", async () => {
    const page = await app.open(app.at("/access/members"), { inTenant: "owner" });
    await page.getByRole("row", { name: "You" }).waitFor();
    const sections = page.getByRole("navigation", { name: "Sections of access" });
    expect(await sections.getByRole("link").allTextContents()).toEqual([
      ...["OAuth clients", "API keys", "Members", "Sessions"],
    ]);
    await button(page, "Add member").click();
    await page.keyboard.press("Escape");

    await add(page, "grace@example.com");
    const link = new URL(await shown(page, "Link"));
    await acknowledge(page);
    const row = page.getByRole("row", { name: "grace@example.com" });
    const act = async (item: string) => {
      await row.getByRole("button", { name: "Actions for" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };

    await row.getByText("Invited, expires").waitFor();
    const theirs = await app.openSignedOut(link.pathname + link.hash);
    await theirs.getByText("invited you to Acme as Read-only").waitFor();
    await theirs.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await theirs.getByLabel("Password again").fill("correct horse battery");
    await button(theirs, "Join").click();
    const menu = theirs.getByRole("button", { name: "grace@example.com" });
    await menu.getByText("Read-only").waitFor();
    await visit(theirs, app, "/contacts");
    await theirs.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    expect(await button(theirs, "Create contact").count()).toBe(0);

    await act("Change role");
    await page.getByRole("radio", { name: "Admin", exact: true }).check();
    await button(page, "Change role").click();
    await row.getByRole("cell", { name: "Admin", exact: true }).waitFor();
    await theirs.reload();
    await button(theirs, "Create contact").first().waitFor();

    await act("Remove");
    await button(page, "Remove member").click();
    await row.waitFor({ state: "hidden" });
    // Without a reload: the stream ends, and the page asks again.
    await theirs.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
    await button(theirs, "Go to the start page").or(theirs.getByText("Go to the start")).click();
    await theirs.getByText("You have no access to a tenant").waitFor();

    const { email } = { email: "grace@example.com" };
    await setRoleByHand(app.deps, { email, role: "admin", tenantId: app.tenantId });
    await button(theirs, "Look again").click();
    await theirs.getByRole("link", { name: "Sales" }).first().waitFor();
  });

  it("see no pages of the installation, and owners of the installation see all roles", async () => {
    const page = await app.open(app.at("/audit"), { inTenant: "read-only" });
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
    expect(await page.getByText("Installation", { exact: true }).count()).toBe(0);
    await visit(page, app, "/access/members");
    await page.getByText("Only owners can add members").waitFor();
    expect(await button(page, "Add member").count()).toBe(0);
    await visit(page, app, "/access/admins");
    await page.getByText("Only admins of the installation see this").waitFor();

    const admins = await app.open(app.at("/access/admins"));
    await admins.getByRole("cell", { name: "Acme: Read-only" }).first().waitFor();
  });
});
