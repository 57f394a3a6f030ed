import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";

describe("signing in", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("says where the first password is until somebody has signed in", async () => {
    const { email, password } = await app.admin("admin");
    const page = await app.openSignedOut("/sign-in");
    await page.getByText("The server printed the first admin’s password once").waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${app.at("")}`);
    const next = await app.openSignedOut("/sign-in");
    await next.getByLabel("Email").waitFor();
    expect(await next.getByText("first admin’s password").count()).toBe(0);
  });

  it("opens the requested page", async () => {
    const { email, password } = await app.admin("admin");
    const page = await app.openSignedOut(app.at("/companies"));
    await page.waitForURL(/\/sign-in/);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`**${app.at("/companies")}`);
    await page.getByRole("heading", { level: 1, name: "Companies" }).waitFor();
  });

  it("shows that the password is wrong, and limits the sixth attempt", async () => {
    const { email } = await app.admin("admin");
    const page = await app.openSignedOut("/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill("a wrong password");
    const alert = page.getByRole("alert");
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = page.waitForResponse("**/session");
      await page.getByRole("button", { name: "Sign in" }).click();
      expect((await answer).status()).toBe(401);
    }
    await page.getByRole("button", { name: "Sign in" }).click();
    await alert.getByText(/^Too many sign-in attempts\. Try again in \d+ minutes\.$/).waitFor();
    expect(page.url()).toContain("/sign-in");
  });

  it.each(["//example.com/", "/\t/example.com/", "/\n\\example.com/"])(
    "never redirects to another site: %j",
    async (to) => {
      const { email, password } = await app.admin("admin");
      const page = await app.openSignedOut(`/sign-in?to=${encodeURIComponent(to)}`);
      await page.getByLabel("Email").fill(email);
      await page.getByRole("textbox", { name: "Password" }).fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`**${app.at("")}`);
    },
  );

  it("ends every session of an admin from the menu", async () => {
    const page = await app.open("/tenants", { role: "read-only" });
    await page.getByRole("button", { name: /account and appearance/ }).click();
    await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
    await page.waitForURL(/\/sign-in/);
    await page.goto(`${app.adminUrl}/tenants`);
    await page.waitForURL(/\/sign-in/);
  });

  it("says that an admin is still signed in if the server does not answer", async () => {
    const page = await app.open("/tenants", { role: "read-only" });
    const signOut = async () => {
      await page.getByRole("button", { name: /account and appearance/ }).click();
      await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    };
    await page.route("**/session", (route) => route.abort());
    await signOut();
    await page.getByText("You are still signed in, because the server did not answer.").waitFor();
    await page.unroute("**/session");
    await signOut();
    await page.waitForURL(/\/sign-in/);
  });
});
