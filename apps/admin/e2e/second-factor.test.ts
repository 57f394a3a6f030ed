import { readFile } from "node:fs/promises";
import type { AdminRole } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf } from "../test/support/totp.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { acknowledge, button, confirmByName, discard, shown } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { drawn, visit } from "./support/navigation.ts";

describe("the second factor", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Creates an admin and opens Home. */
  async function newAdmin(role: AdminRole = "admin") {
    const as = await app.admin(role);
    const page = await app.open(app.at(""), { as });
    await page.getByRole("button", { name: as.email }).waitFor();
    return { ...as, page };
  }

  /** Creates an admin who has a session and a second factor. */
  async function withFactor(role: AdminRole = "admin") {
    const as = await app.admin(role);
    const page = await app.open("/favicon.svg", { as });
    const call = async (procedure: string, data: object) => {
      const url = `${app.adminUrl}/trpc/admin.access.secondFactor.${procedure}`;
      const headers = { "x-rapport-admin": "1" };
      const answer = await page.request.post(url, { data, headers });
      expect(answer.status()).toBe(200);
      return (await answer.json()).result.data;
    };
    const { secret } = await call("begin", { password: as.password });
    const { recoveryCodes } = await call("confirm", { code: codeOf(secret) });
    return { ...as, page, recoveryCodes };
  }

  async function signIn(page: Page, { email, password }: { email: string; password: string }) {
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await button(page, "Sign in").click();
  }

  async function isAccessible(page: Page): Promise<void> {
    expect(await seriousFindings(page)).toEqual([]);
  }

  /** Goes from the password to the recovery codes. */
  async function enterNewApp(
    page: Page,
    password: string,
    check: (page: Page) => Promise<void> = async () => undefined,
  ): Promise<string> {
    const dialog = page.getByRole("dialog").filter({ has: page.locator("form") });
    await dialog.getByRole("textbox", { name: "Password" }).fill(password);
    await button(dialog, "Continue").click();
    await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    await check(page);
    const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(/\s/g, "");
    await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
    await button(dialog, "Turn on").click();
    return secret;
  }

  async function openDialog(page: Page, email: string) {
    await page.getByRole("button", { name: email }).click();
    await page.getByRole("menuitem", { name: "Second factor" }).click();
    return page.getByRole("dialog");
  }

  it("is set up with a QR code, then asked for at the sign-in, and turned off", async () => {
    const { page, email, password } = await newAdmin();
    const set = await openDialog(page, email);
    // The tests open the app at an IP address.
    await set.getByText("Passkeys need a host name.").waitFor();
    await button(set, "Set up").click();
    await button(set, "Continue").click();
    await hasFocus(
      set.getByRole("textbox", { name: "Password", description: "Enter your password." }),
    );
    const secret = await enterNewApp(page, password, isAccessible);
    const codes = (await shown(page, "Recovery codes")).split("\n");
    expect(codes).toHaveLength(10);
    await isAccessible(page);
    const dialogOfCodes = page.getByRole("dialog", { name: "Recovery codes" });
    await dialogOfCodes.getByText("If you lose your authenticator app").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(dialogOfCodes, "Download codes").click(),
    ]);
    expect(download.suggestedFilename()).toBe("rapport-recovery-codes.txt");
    const file = await readFile(await download.path(), "utf8");
    expect(file).toContain(`Recovery codes of ${email} for Rapport`);
    expect(file).toContain(`\n${codes.join("\n")}\n`);
    await acknowledge(page);

    const theirs = await app.openSignedOut("/sign-in");
    await signIn(theirs, { email, password });
    const code = theirs.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await button(theirs, "Sign in").click();
    await theirs.getByRole("alert").getByText("The code is wrong").waitFor();
    expect(await theirs.getByText("first admin’s password").count()).toBe(0);
    // The wrong code is selected, so that the next one replaces it.
    await theirs.keyboard.type(codeOf(secret, 1));
    expect(await code.inputValue()).toMatch(/^\d{6}$/);
    await button(theirs, "Sign in").click();
    await theirs.getByRole("button", { name: email }).waitFor();

    const dialog = await openDialog(page, email);
    await dialog.getByText("Recovery codes left: 10.").waitFor();
    await button(dialog, "Turn off").click();
    await dialog.getByRole("textbox", { name: "Password" }).fill(password);
    await dialog.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
    await button(dialog, "Turn off").click();
    await page.getByText("The authenticator app is off.").waitFor();
  });

  it("is offered to owners without one before they require it", async () => {
    const page = await app.open(app.at("/access/admins"));
    await button(page, "Require a second factor").click();
    await button(page.getByRole("dialog"), "Set up second factor").click();
    const own = page.getByRole("dialog", { name: "Second factor", exact: true });
    await button(own, "Set up").waitFor();
    await page.keyboard.press("Escape");
    await own.waitFor({ state: "hidden" });
    await button(page, "Require a second factor").waitFor();
  });

  it("is required by owners: of open pages without losing input, and after a sign-in", async () => {
    const own = await withFactor("owner");
    const { email, password, page } = await newAdmin();
    await visit(page, app, "/contacts?form=new");
    const name = page.getByRole("textbox", { name: "First name" });
    await name.fill("Ada");

    await own.page.goto(app.adminUrl + app.at("/access/admins"));
    await button(own.page, "Require a second factor").click();
    const question = own.page.getByRole("dialog", { name: "Require a second factor?" });
    await question.getByText(/ha(s|ve) none\./).waitFor();
    await button(question, "Require").click();
    await own.page.getByText("A second factor is required since").waitFor();
    await isAccessible(own.page);

    await button(page.getByRole("dialog"), "Create contact").click();
    const needed = page.getByRole("dialog", { name: "Set up a second factor" });
    await button(needed, "Set up app").waitFor();
    await isAccessible(page);
    await button(needed, "Set up app").click();
    const secret = await enterNewApp(page, password);
    await shown(page, "Recovery codes");
    // As after a change to the window of a password manager and back, to save the codes.
    const refetched = page.waitForResponse(/admin\.me\b/);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await refetched;
    await page.evaluate(drawn);
    expect((await shown(page, "Recovery codes")).split("\n")).toHaveLength(10);
    await acknowledge(page);
    await needed.waitFor({ state: "hidden" });
    expect(await name.inputValue()).toBe("Ada");

    const asked = await app.admin("admin");
    const other = await app.openSignedOut("/sign-in");
    await signIn(other, asked);
    await other.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await other.goto(`${app.adminUrl}${app.at("/access/keys")}`);
    await button(other, "Set up app").click();
    await enterNewApp(other, asked.password);
    await acknowledge(other);
    await other.waitForURL(`**${app.at("/access/keys")}`);
    await other.getByRole("heading", { name: "API keys" }).waitFor();

    await discard(page);
    const dialog = await openDialog(page, email);
    await dialog.getByText("Owners require one").waitFor();
    await button(dialog, "Use another app").click();
    await dialog.getByRole("textbox", { name: "Password" }).fill(password);
    await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, 1));
    await button(dialog, "Continue").click();
    await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();

    await button(own.page, "Make it optional").click();
    await button(own.page.getByRole("dialog"), "Make it optional").click();
    await own.page.getByText("A second factor is optional.").waitFor();
  });

  it("is reset by an owner for an admin who has lost it", async () => {
    const { email, password } = await withFactor();
    const page = await app.open(app.at("/access/admins"));
    await page.getByRole("row", { name: email }).getByText("On", { exact: true }).waitFor();
    await button(page, `Actions for ${email}`).click();
    await page.getByRole("menuitem", { name: "Reset second factor" }).click();
    await confirmByName(page, {
      title: "Reset the second factor?",
      name: email,
      action: "Reset second factor",
    });
    await page.getByText(`${email} no longer has a second factor.`).waitFor();
    const theirs = await app.openSignedOut("/sign-in");
    await signIn(theirs, { email, password });
    await theirs.getByRole("button", { name: email }).waitFor();
  });

  it("fits a narrow screen", async () => {
    const { recoveryCodes, ...admin } = await withFactor();
    const page = await app.openSignedOut("/sign-in");
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, admin);
    await page.getByRole("textbox", { name: "Code" }).fill(recoveryCodes[1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await button(page, "Sign in").click();
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    await page.getByText("You have 9 recovery codes left.").waitFor();
  });
});
