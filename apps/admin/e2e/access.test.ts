import { createClient } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acknowledge, button, discard, shown } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { brokenParts } from "./support/layout.ts";
import { visit } from "./support/navigation.ts";

/** Segment and title. */
const SECTIONS = [
  ["clients", "OAuth clients"],
  ["keys", "API keys"],
  ["admins", "Admins"],
  ["sessions", "Sessions"],
  ["signing-keys", "Signing keys"],
] as const;

describe("access", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("invites an admin who joins, gets another role and is disabled", async () => {
    const page = await app.open(app.at("/access/admins"));
    const invite = async (email: string) => {
      await button(page, "Invite admin").click();
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await button(page.getByRole("dialog"), "Make invitation link").click();
    };
    await invite("grace@example.com");
    const first = new URL(await shown(page, "Link"));
    await acknowledge(page);
    await page.getByRole("row", { name: "grace@example.com" }).getByText("Invited, exp").waitFor();

    const password = "correct horse battery";
    const theirs = await app.openSignedOut(first.pathname + first.hash);
    await theirs.getByText("invited you to this installation as Read-only").waitFor();
    const choose = async (again: string) => {
      await theirs.getByLabel("Password", { exact: true }).fill(password);
      await theirs.getByLabel("Password again").fill(again);
      await button(theirs, "Join").click();
    };
    await choose("something else");
    await theirs.getByText("The passwords do not match.").waitFor();
    await choose(password);
    const signIn = async (password: string) => {
      await theirs.getByRole("textbox", { name: "Email" }).fill("grace@example.com");
      await theirs.getByRole("textbox", { name: "Password" }).fill(password);
      await button(theirs, "Sign in").click();
    };
    await theirs
      .getByRole("button", { name: "grace@example.com" })
      .getByText("read-only")
      .waitFor();
    await page.reload();
    await page.getByRole("row", { name: "grace@example.com" }).getByText("Active").waitFor();

    await invite("grace@example.com");
    const email = page.getByRole("textbox", {
      name: "Email",
      description: "An admin with the email grace@example.com already exists.",
    });
    await hasFocus(email);
    await discard(page);

    const row = page.getByRole("row", { name: "grace@example.com" });
    const act = async (item: string) => {
      await row.getByRole("button", { name: "Actions for" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await act("Change role");
    await page.getByRole("radio", { name: "Admin", exact: true }).check();
    await button(page, "Change role").click();
    await row.getByRole("cell", { name: "Admin", exact: true }).waitFor();
    await theirs.goto(app.adminUrl + app.at("/access/clients"));
    await theirs.waitForURL(/\/sign-in/);
    await signIn(password);
    await button(theirs, "Create client").filter({ visible: true }).first().waitFor();

    await act("Disable");
    await button(page.getByRole("dialog", { name: /^Disable .*\?$/ }), "Disable admin").click();
    await row.getByText("Disabled").waitFor();
    await theirs.reload();
    await theirs.waitForURL(/\/sign-in/);
    await signIn(password);
    await theirs.getByRole("alert").getByText("is wrong").waitFor();
    await act("Enable");
    await row.getByText("Active").waitFor();
    await signIn(password);
    await button(theirs, "Create client").filter({ visible: true }).first().waitFor();
  });

  it("shows every column of its tables on a tablet, beside the buttons of the rows", async () => {
    const page = await app.open(null, { viewport: { width: 1024, height: 800 } });
    for (const section of ["keys", "admins", "sessions", "signing-keys"]) {
      await visit(page, app, `/access/${section}`);
      const frame = page.locator("section", { has: page.getByRole("table") });
      await frame.waitFor();
      const covered = () => frame.evaluate((one) => one.scrollWidth - one.clientWidth);
      await expect.poll(covered, { message: section }).toBe(0);
    }
  });

  it.for([1440, 390])(
    "breaks long emails in the titles of dialogs between their parts, %d pixels wide",
    async (width) => {
      const email = `a.person.with.a.rather.long.name@subsidiary.northwind${width}.example`;
      const page = await app.open(app.at("/access/admins"), {
        viewport: { width, height: 900 },
      });
      await button(page, "Invite admin").click();
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await button(page.getByRole("dialog"), "Make invitation link").click();
      await acknowledge(page);
      for (const item of ["Change role", "New invitation link", "Revoke invitation"]) {
        await page.getByRole("button", { name: `Actions for ${email}` }).click();
        await page.getByRole("menuitem", { name: item }).click();
        const title = page.getByRole("dialog").getByRole("heading", { name: email });
        await title.waitFor();
        expect(await title.locator("wbr").count(), item).toBeGreaterThan(0);
        expect(await page.evaluate(brokenParts, "[role=dialog] h2"), item).toEqual([]);
        await button(page.getByRole("dialog"), "Cancel").click();
        await page.getByRole("dialog").waitFor({ state: "hidden" });
      }
    },
  );

  it("makes new links of an invitation and takes it back; older links say what to do", async () => {
    const page = await app.open(app.at("/access/admins"));
    await button(page, "Invite admin").click();
    await page.getByRole("textbox", { name: "Email" }).fill("hopper@example.com");
    await page.getByRole("dialog").getByRole("radio", { name: "Owner" }).check();
    await button(page.getByRole("dialog"), "Make invitation link").click();
    const first = new URL(await shown(page, "Link"));
    await acknowledge(page);
    const row = page.getByRole("row", { name: "hopper@example.com" });
    const act = async (item: string) => {
      await row.getByRole("button", { name: "Actions for" }).click();
      await page.getByRole("menuitem", { name: item }).click();
      await button(page.getByRole("dialog"), item.replace(/^New.*/, "Make new link")).click();
    };
    await act("New invitation link");
    const second = new URL(await shown(page, "Link"));
    await acknowledge(page);

    const theirs = await app.openSignedOut(first.pathname + first.hash);
    await theirs.getByRole("heading", { name: "This link does not work" }).waitFor();
    await theirs.getByRole("alert").getByText("a newer one replaced it. Ask the person").waitFor();
    await theirs.goto(app.adminUrl + second.pathname + second.hash);
    // Only the fragment differs, which loads nothing by itself.
    await theirs.getByRole("heading", { name: "Join Rapport" }).waitFor();
    await act("Revoke invitation");
    await row.waitFor({ state: "hidden" });
    await theirs.getByLabel("Password", { exact: true }).fill("correct horse battery");
    await theirs.getByLabel("Password again").fill("correct horse battery");
    await button(theirs, "Join").click();
    await theirs.getByRole("alert").getByText("This link was revoked").waitFor();
    await visit(page, app, "/audit?scope=installation");
    await page.getByText("took back the invitation of hopper@example.com").waitFor();
  });

  it("resets an admin's password after a question that names them", async () => {
    const own = await app.admin("admin");
    const { email } = own;
    const theirs = await app.open(app.at("/access/clients"), { as: own });
    await theirs.getByRole("button", { name: email }).waitFor();

    const page = await app.open(app.at("/access/admins"));
    const actions = page.getByRole("button", { name: `Actions for ${email}` });
    await actions.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Reset password" }).click();
    const question = page.getByRole("dialog", { name: `Reset the password of ${email}?` });
    await question.getByText("Their current password stops working").waitFor();
    expect(await question.getByRole("textbox").count()).toBe(0);
    await question.getByRole("button", { name: "Reset password" }).click();
    const link = new URL(await shown(page, "Link"));
    await acknowledge(page);
    await hasFocus(actions);
    await page.getByRole("row", { name: email }).getByText("Password link, expires").waitFor();

    await theirs.reload();
    await theirs.waitForURL(/\/sign-in/);
    await theirs.getByRole("textbox", { name: "Email" }).fill(email);
    await theirs.getByRole("textbox", { name: "Password" }).fill(own.password);
    await button(theirs, "Sign in").click();
    await theirs.getByRole("alert").getByText("is wrong").waitFor();
    await theirs.goto(app.adminUrl + link.pathname + link.hash);
    await theirs.getByRole("heading", { name: "Set a new password" }).waitFor();
    await theirs.getByLabel("New password", { exact: true }).fill("a better password");
    await theirs.getByLabel("Password again").fill("a better password");
    await button(theirs, "Set password").click();
    await theirs.getByRole("button", { name: email }).waitFor();
    await visit(page, app, "/audit?scope=installation");
    await page.getByText(`reset the password of the admin ${email}`).waitFor();
  });

  it("refuses to change the role of the last owner, and says why", async () => {
    const page = await app.open(app.at("/access/admins"));
    const session = await page.request.get(`${app.adminUrl}/session`);
    const { email } = (await session.json()) as { email: string };
    const { kysely } = app.deps.db;
    await kysely.updateTable("users").set({ role: "admin" }).where("email", "!=", email).execute();
    const row = page.getByRole("row", { name: email });
    await row.getByText("You", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Actions for" }).click();
    await expect.poll(() => page.getByRole("menuitem", { name: "Disable" }).count()).toBe(0);
    await page.getByRole("menuitem", { name: "Change role" }).click();
    await page.getByRole("radio", { name: "Read-only" }).check();
    await button(page, "Change role").click();
    await page.getByRole("alert").getByText("This is the last owner").waitFor();
    await page.reload();
    await row.getByText("Owner", { exact: true }).waitFor();
  });

  it("ends another admin's session, and marks and keeps the own one", async () => {
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const theirs = await app.open(app.at("/access/clients"), {
      role: "admin",
      context: { userAgent },
    });
    const page = await app.open(app.at("/access/sessions"));
    const own = page.getByRole("row", { name: "This session" });
    await own.getByText("127.0.0.1").waitFor();
    await expect.poll(() => own.getByRole("button").count()).toBe(0);
    await page.getByRole("button", { name: "with Firefox on Linux" }).click();
    await page.getByText(/^A session of .* ended\.$/).waitFor();
    await page.getByText("Firefox on Linux").waitFor({ state: "hidden" });
    await theirs.reload();
    await theirs.waitForURL(/\/sign-in/);
  });

  it("ends the own sessions elsewhere with one button, and keeps this one", async () => {
    const as = await app.admin("read-only");
    const theirs = await app.open(app.at("/access/clients"), { as });
    await theirs.getByRole("button", { name: as.email }).waitFor();
    const page = await app.open(app.at("/access/sessions"), { as });
    await button(page, "End my other sessions").click();
    await page.getByText("Your other sessions ended.").waitFor();
    await button(page, "End my other sessions").waitFor({ state: "hidden" });
    await page.getByRole("row", { name: "This session" }).waitFor();
    await theirs.getByRole("dialog", { name: "Your session has ended" }).waitFor();
  });

  it("ends all sessions of another admin from the list of admins", async () => {
    const as = await app.admin("admin");
    const { email } = as;
    const theirs = await app.open(app.at("/access/clients"), { as });
    const page = await app.open(app.at("/access/admins"));
    await button(page, `Actions for ${email}`).click();
    await page.getByRole("menuitem", { name: "End all sessions" }).click();
    await page.getByText(`All sessions of ${email} ended.`).waitFor();
    await theirs.reload();
    await theirs.waitForURL(/\/sign-in/);
  });

  it("publishes a rotated signing key immediately and signs with it later", async () => {
    const page = await app.open(app.at("/access/signing-keys"));
    await page.getByRole("cell", { name: "Signing", exact: true }).waitFor();
    await button(page, "Rotate key").click();
    await page.getByRole("dialog").getByText("starts signing in 15 minutes").waitFor();
    await button(page.getByRole("dialog"), "Rotate key").click();
    const next = page.getByRole("row", { name: "Published, starts signing in 15 minutes" });
    const kid = await next.getByRole("cell").first().textContent();
    const published = async () => {
      const answer = await fetch(`${app.apiUrl}/oauth2/jwks`);
      return ((await answer.json()) as { keys: { kid: string }[] }).keys.map((key) => key.kid);
    };
    await expect.poll(published).toContain(kid);
    await expect.poll(() => published()).toHaveLength(2);
  });

  it("changes the own password from the menu, with the current password", async () => {
    const as = await app.admin("read-only");
    const { email, password } = as;
    const page = await app.open(app.at("/access/clients"), { as });
    await page.getByRole("button", { name: /account and appearance/ }).click();
    await page.getByRole("menuitemradio", { name: "System", checked: true }).waitFor();
    await page.getByRole("menuitem", { name: "Change password" }).click();
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    await field("Current password").fill("not the password");
    await field("New password").fill("a password of my own");
    await field("New password again").fill("another password");
    await button(page, "Change password").click();
    await page.getByText("The passwords do not match.").waitFor();
    await field("New password again").fill("a password of my own");
    await button(page, "Change password").click();
    await page.getByText("The current password is wrong.").waitFor();
    expect(await field("Current password").getAttribute("aria-invalid")).toBe("true");
    await discard(page);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain(email);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Change password" }).press("Enter");
    await field("New password").fill("a password of my own");
    await field("New password again").fill("a password of my own");
    await field("Current password").fill(password);
    await button(page, "Change password").click();
    await page.getByText("Password changed.").waitFor();
    await page.getByRole("button", { name: /account and appearance/ }).click();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/sign-in/);
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill("a password of my own");
    await button(page, "Sign in").click();
    await page.getByRole("button", { name: /account and appearance/ }).waitFor();
  });

  it("shows a read-only admin everything but others’ sessions, without buttons that change anything", async () => {
    const { projectId } = app;
    const scopes = ["crm.contacts.read"];
    const client = await createClient(app.deps, { projectId, name: "Looked at", scopes });
    const page = await app.open(app.at(`/access/clients?open=${client.clientId}`), {
      role: "read-only",
    });
    const details = page.getByRole("dialog", { name: "Looked at" });
    await details.getByText("crm.contacts.read").waitFor();
    await expect
      .poll(() => details.getByRole("button", { name: /Add|End|Disable/ }).count())
      .toBe(0);
    for (const [section, heading] of SECTIONS) {
      await visit(page, app, `/access/${section}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      // They may end their own sessions.
      const names =
        section === "sessions" ? /^(Create|Rotate|Actions)/ : /^(Create|Rotate|Actions|End)/;
      const changes = page.getByRole("button", { name: names });
      await expect.poll(() => changes.count()).toBe(0);
    }
    await visit(page, app, "/access/sessions");
    await page.getByText("Only owners of the installation can see and end").waitFor();
    await page.getByRole("row", { name: "This session" }).waitFor();
    await visit(page, app, "/access/nothing");
    await page.getByText("This page does not exist").waitFor();
  });
});
