import { setQuota, setRoleByHand } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button, discard } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { navigate } from "./support/navigation.ts";

describe("tenants and projects", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function name(page: Page, opener: string, text: string) {
    await button(page, opener).click();
    await page.getByRole("textbox", { name: "Name" }).fill(text);
    await page.getByRole("textbox", { name: "Name" }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }

  it("creates a tenant and a project, and the project's URL opens it for another admin", async () => {
    const page = await app.open("/tenants");
    await name(page, "Create tenant", "Northwind");
    const tenant = page.getByRole("region", { name: "Northwind", exact: true });
    await tenant.getByText("No projects yet").waitFor();
    await name(page, "Create project in Northwind", "Wholesale");
    await page.waitForURL(/\/p\/\d+$/);
    await page.getByText("Wholesale created").waitFor();
    await page.getByRole("button", { name: /Wholesale.*switch project/ }).waitFor();

    const next = await app.open(new URL(page.url()).pathname, { role: "read-only" });
    await next.getByRole("button", { name: /Wholesale.*switch project/ }).click();
    await next.getByRole("menuitem", { name: "Sales" }).click();
    await next.waitForURL(`**${app.at("")}`);
    await next.getByRole("button", { name: /Sales.*switch project/ }).waitFor();
    await next.getByRole("link", { name: "Contacts" }).first().click();
    await next.waitForURL(`**${app.at("/contacts")}`);
    await next.getByRole("button", { name: /Sales.*switch project/ }).click();
    await next.getByRole("menuitem", { name: "Wholesale" }).click();
    await next.waitForURL(`**${new URL(page.url()).pathname}/contacts`);
    await next.goBack();
    await next.getByRole("button", { name: /Sales.*switch project/ }).waitFor();
    await next.goBack();
    await next.goBack();
    await next.getByRole("button", { name: /Wholesale.*switch project/ }).waitFor();
  });

  it("keeps the records of projects apart", async () => {
    const page = await app.open("/tenants");
    await name(page, "Create project in Acme", "Support");
    await page.waitForURL(/\/p\/\d+$/);
    const [projectId] = /\d+$/.exec(page.url()) ?? [];
    await page.evaluate(navigate, `/p/${projectId}/access/keys`);
    await page.getByText("No API keys yet").waitFor();
    await page.evaluate(navigate, app.at("/access/keys"));
    await page.getByRole("link", { name: "Test" }).waitFor();
  });

  it("shows admins what is used of the quotas of a tenant", async () => {
    await setQuota(app.deps, app.tenantId, { projects: 50, fileBytes: 5_000_000, endpoints: 0 });
    const page = await app.open("/tenants", { role: "admin" });
    const quota = page.getByRole("group", { name: "Quota of Acme" });
    await quota.getByText(/^\d+ of 50$/).waitFor();
    await quota.getByText("Files").waitFor();
    expect(await quota.getByText("Webhook endpoints").count()).toBe(0);
    const reader = await app.open("/tenants", { role: "read-only" });
    await reader.getByRole("region", { name: "Acme", exact: true }).waitFor();
    expect(await reader.getByRole("group", { name: "Quota of Acme" }).count()).toBe(0);
    await setQuota(app.deps, app.tenantId, { projects: 1, fileBytes: 0 });
    await page.reload();
    await quota.getByText(/^\d+ of 1 \(used up\)$/).waitFor();
    await setQuota(app.deps, app.tenantId, { projects: 0 });
  });

  it("draws a bar for each quota, as long as the part that is used, and warns before it is full", async () => {
    await setQuota(app.deps, app.tenantId, { records: 20, endpoints: 5 });
    const page = await app.open("/tenants");
    const quota = page.getByRole("group", { name: "Quota of Acme" });
    const bar = async (label: string) => {
      const fact = quota
        .locator("dd", { has: page.locator(".mantine-Progress-root") })
        .nth((await quota.locator("dt").allTextContents()).indexOf(label));
      const [whole, part] = await Promise.all(
        ["root", "section"].map((name) => fact.locator(`.mantine-Progress-${name}`).boundingBox()),
      );
      const text = (await fact.textContent()) ?? "";
      const used = fact.locator(".mantine-Progress-section");
      const color = await used.evaluate((one) => getComputedStyle(one).backgroundColor);
      return { text, color, part: (part?.width ?? 0) / (whole?.width ?? 1) };
    };
    let made = 0;
    const create = async () => {
      const contact = { email: `ada${made}@example.com` };
      return (await app.workspace("POST", "/v1/contacts", contact)).status;
    };
    const add = async (to: number) => {
      for (; made < to; made++) expect(await create()).toBe(201);
      await page.reload();
      await quota.getByText(new RegExp(`^${to} of 20`)).waitFor();
      return bar("Records");
    };
    const some = await add(10);
    expect(some).toMatchObject({ text: "10 of 20", part: expect.closeTo(0.5, 2) });
    expect(await bar("Webhook endpoints")).toMatchObject({ text: "0 of 5", part: 0 });
    const most = await add(16);
    expect(most).toMatchObject({ text: "16 of 20 (almost used up)", part: expect.closeTo(0.8, 2) });
    const all = await add(20);
    expect(all).toMatchObject({ text: "20 of 20 (used up)", part: expect.closeTo(1, 2) });
    expect(new Set([some.color, most.color, all.color]).size).toBe(3);
    expect(await create()).toBe(409);
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(needed).toBe(width);
    }
    await setQuota(app.deps, app.tenantId, { records: 0, endpoints: 0 });
  });

  it("renames both, and keeps their ids", async () => {
    const page = await app.open("/tenants");
    await name(page, "Create tenant", "Old tenant");
    await name(page, "Create project in Old tenant", "Old project");
    await page.waitForURL(/\/p\/\d+$/);
    await page.goBack();
    const ids = (name: string) =>
      page.getByRole("region", { name, exact: true }).getByRole("button", { name: /^Copy the/ });
    const labels = async (name: string) =>
      Promise.all((await ids(name).all()).map((one) => one.getAttribute("aria-label")));
    await ids("Old tenant").nth(1).waitFor();
    const before = await labels("Old tenant");
    expect(before).toEqual([
      expect.stringMatching(/^Copy the tenant id \d+$/),
      expect.stringMatching(/^Copy the project id \d+$/),
    ]);
    await name(page, "Rename Old project", "New project");
    await name(page, "Rename Old tenant", "New tenant");
    await page.getByRole("link", { name: "New project" }).waitFor();
    await expect.poll(() => labels("New tenant")).toEqual(before);
  });

  it("refuses a blank name at the field, and Esc cancels", async () => {
    const page = await app.open("/tenants");
    await button(page, "Rename Acme").click();
    await page.getByRole("textbox", { name: "Name" }).fill("   ");
    await button(page, "Rename").click();
    await page.getByText("Enter a name.").waitFor();
    await discard(page);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Rename Acme");
    await page.getByRole("heading", { name: "Acme" }).waitFor();
  });

  it("hides what the server refuses after the admin's role was lowered", async () => {
    const as = await app.admin(null);
    const { tenantId } = app;
    const { email } = as;
    await setRoleByHand(app.deps, { email, role: "owner", tenantId });
    const page = await app.open("/tenants", { as });
    await button(page, "Create project in Acme").click();
    await setRoleByHand(app.deps, { email, role: "read-only", tenantId });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Too late");
    await page.keyboard.press("Enter");
    await dialog.getByText(/role/).waitFor();
    await discard(page);
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Your role: Read-only").waitFor();
    expect(await button(page, "Create project in Acme").count()).toBe(0);
  });

  it("shows tenants and projects to other roles without editing", async () => {
    const page = await app.open("/tenants", { role: "admin" });
    await page.getByText("Only owners can create, rename, move and delete them.").waitFor();
    await page.getByRole("link", { name: "Sales" }).waitFor();
    const changes = page.getByRole("button", { name: /^(Create|Rename)/ });
    await expect.poll(() => changes.count()).toBe(0);
  });

  it("shows that a page does not exist, next to the navigation", async () => {
    const page = await app.open("/p/999999/contacts");
    for (const path of [null, "/p/1/widgets", "/p/1/schema/widgets", "/p/1/access/widgets"]) {
      if (path !== null) await page.evaluate(navigate, path);
      await page.getByRole("main").getByText("This page does not exist").waitFor();
      await page
        .getByRole("navigation")
        .getByRole("link", { name: "Tenants and projects" })
        .click();
      await page.getByRole("heading", { level: 1, name: "Tenants and projects" }).waitFor();
    }
  });

  it("shows that an unknown project does not exist", async () => {
    const page = await app.open("/nowhere/at/all");
    await page.getByRole("main").getByText("This page does not exist").waitFor();
    await page.getByRole("link", { name: "Go to the start page" }).click();
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  });
});
