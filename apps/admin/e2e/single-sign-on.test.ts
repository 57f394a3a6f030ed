import { freePort, type OidcProvider, startOidcProvider } from "@rapport/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";

describe("single sign-on", () => {
  let app: Installation;
  let provider: OidcProvider;
  let button: string;
  beforeAll(async () => {
    provider = await startOidcProvider();
    const port = await freePort();
    button = `Sign in with ${new URL(provider.issuer).host}`;
    app = await startInstallation({
      settings: {
        ADMIN_PORT: String(port),
        // For a browser, localhost and the provider at 127.0.0.1 are different sites.
        ADMIN_PUBLIC_URL: `http://localhost:${port}`,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      },
    });
  });
  beforeEach(() => {
    provider.fault = null;
    provider.account = { sub: "nobody" };
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  it("opens the requested page through another site, with a Strict session", async () => {
    const { email } = await app.admin("admin");
    provider.account = { sub: "1", email, email_verified: true };
    const page = await app.openSignedOut(app.at("/companies"));
    await page.getByRole("link", { name: button }).click();
    await page.waitForURL(`**${app.at("/companies")}`);
    await page.getByRole("heading", { level: 1, name: "Companies" }).waitFor();
    await page.getByRole("button", { name: new RegExp(email) }).waitFor();
    const [session] = (await page.context().cookies()).filter(({ name }) => name === "rapport");
    expect(session).toMatchObject({ domain: "localhost", sameSite: "Strict", httpOnly: true });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Companies" }).waitFor();
  });

  it("shows the error, and opens the same page on the next attempt, by keyboard", async () => {
    const { email } = await app.admin("admin");
    provider.account = { sub: "2", email, email_verified: true };
    provider.fault = "the user cancels";
    const page = await app.openSignedOut(app.at("/deals"));
    await page.getByRole("link", { name: button }).click();
    await page.getByRole("alert").getByText("Single sign-on was cancelled").waitFor();
    expect(page.url()).toMatch(/^http:\/\/localhost:.*\/sign-in\?.*error=sso_cancelled/);
    provider.fault = null;
    await page.getByRole("button", { name: "Sign in", exact: true }).focus();
    // The passkey's button is between the two.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${app.at("/deals")}`);
  });

  it("refuses an account without an admin", async () => {
    provider.account = { sub: "3", email: "stranger@example.com", email_verified: true };
    const page = await app.openSignedOut("/sign-in");
    await page.getByRole("link", { name: button }).click();
    await page.getByRole("alert").getByText("No active admin matches your account").waitFor();
    await page.goto(`${app.adminUrl}/tenants`);
    await page.waitForURL(/\/sign-in/);
  });

  it("shows a message for each error code", async () => {
    const page = await app.openSignedOut("/sign-in");
    for (const [code, words] of FAULTS) {
      await page.goto(`${app.adminUrl}/sign-in?error=${code}`);
      await page.getByRole("alert").getByText(words).waitFor();
    }
  });

  it("shows only the newest error", async () => {
    const page = await app.openSignedOut("/sign-in?error=sso_cancelled");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill("wrong");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("The email or the password is wrong").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(1);
  });
});

const FAULTS = [
  ["sso_cancelled", "was cancelled"],
  ["sso_expired", "longer than ten minutes"],
  ["sso_failed", "answer could not be used"],
  ["sso_unavailable", "cannot be reached"],
  ["sso_not_allowed", "No active admin"],
  ["rate_limited", "Too many sign-in attempts"],
  ["toString", "Sign-in failed"],
] as const;
