import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { acknowledge, button, shown } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";

describe("passkeys", () => {
  let app: Installation;
  beforeAll(async () => {
    // Passkeys need a host name.
    app = await startInstallation({ settings: { ADMIN_PUBLIC_URL: "http://localhost:0" } });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Gives the browser of a page an authenticator that confirms everything. */
  async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, id: authenticatorId };
  }

  async function enterPassword(
    page: Page,
    { email, password }: { email: string; password: string },
  ) {
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await button(page, "Sign in").click();
  }

  async function openDialog(page: Page, email: string) {
    await page.getByRole("button", { name: new RegExp(`^${email}`) }).click();
    await page.getByRole("menuitem", { name: "Second factor" }).click();
    return page.getByRole("dialog");
  }

  async function add(page: Page, name: string, password: string) {
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await dialog.getByRole("textbox", { name: "Password" }).fill(password);
    await button(dialog, "Continue").click();
  }

  async function signOut(page: Page, email: string) {
    await page.getByRole("button", { name: email }).click();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    await button(page, "Sign in with a passkey").waitFor();
  }

  it("are added, sign in alone and after the password, are renamed and removed", async () => {
    const admin = await app.admin("owner");
    const { email, password } = admin;
    const page = await app.open(app.at(""), { as: admin, context: {} });
    const { cdp, id } = await withAuthenticator(page);
    const dialog = await openDialog(page, email);
    await button(dialog, "Add passkey").click();
    expect(await seriousFindings(page)).toEqual([]);
    await add(page, "Laptop", "not the password");
    await page.getByText("The current password is wrong.").waitFor();
    await add(page, "Laptop", password);
    expect((await shown(page, "Recovery codes")).split("\n")).toHaveLength(10);
    await acknowledge(page);

    await signOut(page, email);
    await button(page, "Sign in with a passkey").click();
    await page.getByRole("button", { name: email }).waitFor();

    await signOut(page, email);
    await enterPassword(page, admin);
    await button(page, "Use a passkey instead of a code").waitFor();
    expect(await button(page, "Sign in with a passkey").count()).toBe(0);
    await button(page, "Use a passkey instead of a code").click();
    await page.getByRole("button", { name: email }).waitFor();

    await signOut(page, email);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await button(page, "Sign in with a passkey").click();
    await page.getByRole("alert").getByText("The browser used no passkey.").waitFor();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
    await button(page, "Sign in with a passkey").click();

    const again = await openDialog(page, email);
    await button(again, "Add passkey").click();
    await add(page, "Laptop again", password);
    await page.getByText("This device already has a passkey of yours.").waitFor();
    await button(page.getByRole("dialog"), "Cancel").click();
    await button(again, "Rename Laptop").click();
    await again.getByRole("textbox", { name: "Name" }).fill("Blue laptop");
    await button(again, "Rename").click();
    await button(again, "Remove Blue laptop").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await button(again, "Remove Blue laptop").click();
    await again.getByRole("textbox", { name: "Password" }).fill(password);
    await button(again, "Remove passkey").click();
    await page.getByText("The passkey Blue laptop is removed.").waitFor();
    await page.keyboard.press("Escape");
    await signOut(page, email);
    await button(page, "Sign in with a passkey").click();
    await page.getByRole("alert").getByText("The passkey was not accepted.").waitFor();
  });

  /** Returns the path of an invitation. */
  async function invite(app: Installation, email: string) {
    const page = await app.open("/favicon.svg");
    const answer = await page.request.post(`${app.adminUrl}/trpc/admin.access.admins.invite`, {
      data: { email, role: "read-only" },
      headers: { "x-rapport-admin": "1" },
    });
    const { pathname, hash } = new URL((await answer.json()).result.data.link);
    return pathname + hash;
  }

  it("accept an invitation instead of a password, and sign in from then on", async () => {
    const email = "invited@example.com";
    const path = await invite(app, email);
    const page = await app.openSignedOut(path, { viewport: { width: 390, height: 844 } });
    const { cdp, id } = await withAuthenticator(page);
    await page.getByText("Choose a password or a passkey to join.").waitFor();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: false });
    await button(page, "Join with a passkey").click();
    await page.getByRole("alert").getByText("The browser did not create a passkey.").waitFor();
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId: id, isUserVerified: true });
    await button(page, "Join with a passkey").click();
    await page.waitForURL((url) => url.pathname.startsWith("/p/"));
    await page.setViewportSize({ width: 1280, height: 800 });
    const dialog = await openDialog(page, email);
    await dialog.getByRole("button", { name: /^Rename Chrome/ }).waitFor();
    await page.keyboard.press("Escape");
    await signOut(page, email);
    await button(page, "Sign in with a passkey").click();
    await page.getByRole("button", { name: email }).waitFor();

    const late = await app.openSignedOut(path);
    await late.getByRole("heading", { name: "This link does not work" }).waitFor();
    await late.getByText("Sign in with the password or the passkey that was set.").waitFor();
    expect(await button(late, "Join with a passkey").count()).toBe(0);
  });

  it("are not offered by an invitation where the site can have none", async () => {
    await using other = await startInstallation();
    const page = await other.openSignedOut(await invite(other, "ada@example.com"));
    await page.getByText("Choose a password to join.").waitFor();
    expect(await button(page, "Join with a passkey").count()).toBe(0);
  });

  // Last, because afterwards owners require a second factor.
  it("are a way to set up what owners require, and to sign in again over an open page", async () => {
    const owner = await app.admin("owner");
    const first = await app.open(app.at(""), { as: owner, context: {} });
    await withAuthenticator(first);
    const dialog = await openDialog(first, owner.email);
    await button(dialog, "Add passkey").click();
    await add(first, "Laptop", owner.password);
    await acknowledge(first);
    await visit(first, app, "/access/admins");
    await button(first, "Require a second factor").click();
    await button(first.getByRole("dialog"), "Require").click();
    await first.getByText("A second factor is required since").waitFor();
    const own = await openDialog(first, owner.email);
    await button(own, "Rename Laptop").waitFor();
    expect(await button(own, "Remove Laptop").count()).toBe(0);
    await first.keyboard.press("Escape");

    const admin = await app.admin("owner");
    const page = await app.openSignedOut("/sign-in", { viewport: { width: 390, height: 844 } });
    await withAuthenticator(page);
    await enterPassword(page, admin);
    await button(page, "Add passkey").click();
    await add(page, "Phone", admin.password);
    await acknowledge(page);
    await page.waitForURL((url) => url.pathname.startsWith("/p/"));
    await visit(page, app, "/access/keys");
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await first.getByText("A second factor is required since").waitFor();
    await first.context().clearCookies();
    await button(first, "Make it optional").click();
    await button(first.getByRole("dialog"), "Make it optional").click();
    const ended = first.getByRole("dialog", { name: "Your session has ended" });
    await button(ended, "Sign in with a passkey").click();
    await ended.waitFor({ state: "hidden" });
  });
});
