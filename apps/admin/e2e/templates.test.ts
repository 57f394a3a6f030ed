import { createProject, createTenant, importTemplates, listTemplates } from "@rapport/core";
import { type GraphPlatform, startGraphPlatform } from "@rapport/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { navigate } from "./support/navigation.ts";

const WABA_ID = "102290129340398";
const ACCESS_TOKEN = "EAAGmRapportNeverShowsThis0123456789";
const ORDER = { name: "order_shipped", language: "en_US", status: "PENDING", category: "UTILITY" };

describe("templates", () => {
  let platform: GraphPlatform;
  let app: Installation;
  beforeAll(async () => {
    platform = await startGraphPlatform({
      wabaId: WABA_ID,
      accessToken: ACCESS_TOKEN,
      templates: [
        { ...ORDER, status: "APPROVED" },
        { ...ORDER, name: "welcome", language: "de", status: "APPROVED", category: "MARKETING" },
        { ...ORDER, name: "not_kept_here" },
      ],
    });
    app = await startInstallation({ settings: { META_GRAPH_URL: platform.url } });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  /** Opens the list of a new tenant. */
  async function openNew(query = "", options: Parameters<Installation["open"]>[1] = {}) {
    const tenantId = await createTenant(app.deps, "Acme");
    const projectId = await createProject(app.deps, tenantId, "Sales");
    const page = await app.open(`/p/${projectId}/templates${query}`, options);
    return { page, tenantId, projectId };
  }

  async function namesOf(tenantId: number): Promise<readonly string[]> {
    const { templates } = await listTemplates(app.deps, tenantId, {}, { after: 0, limit: 100 });
    return templates.map(({ name }) => name);
  }

  const account = (page: Page) => page.getByRole("region", { name: "Messaging account" });
  const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

  async function setAccount(page: Page, accessToken: string): Promise<void> {
    const form = page.getByRole("dialog", { name: "Messaging account" });
    await form.getByLabel("WhatsApp Business account id").fill(WABA_ID);
    const token = form.getByRole("textbox", { name: "Access token" });
    await expect.poll(() => token.getAttribute("type")).toBe("password");
    await expect.poll(() => token.inputValue()).toBe("");
    await token.fill(accessToken);
    await token.press("Enter");
    await form.waitFor({ state: "detached" });
  }

  it("sets an account after a sync without one, and shows the changes of a sync", async () => {
    const { page, tenantId } = await openNew();
    await importTemplates(app.deps, tenantId, [
      ORDER,
      { ...ORDER, name: "welcome", language: "de", category: "UTILITY" },
    ]);
    await page.getByRole("button", { name: "Sync now" }).click();
    await page.getByText(/in the admin app, at Templates, or with rapport messaging set/).waitFor();
    await account(page).getByRole("button", { name: "Set the account" }).first().click();
    await setAccount(page, ACCESS_TOKEN);
    await account(page).getByText(WABA_ID).waitFor();
    await expect.poll(() => account(page).getByRole("alert").count()).toBe(0);
    expect(await page.content()).not.toContain(ACCESS_TOKEN);

    await page.getByRole("button", { name: "Sync now" }).click();
    const result = page.getByRole("region", { name: "Sync result" }).first();
    await result.getByText("2 templates have changed.").waitFor();
    const changes = result.getByRole("list", { name: "Changes" });
    expect(await result.getByText("total_fetched_from_meta").isVisible()).toBe(false);
    await changes.getByText("Status Pending → Approved · Category Utility → Marketing").waitFor();
    await result.getByRole("button", { name: "The result as JSON" }).click();
    const json = result.getByRole("region", { name: "Sync result as JSON" });
    expect(JSON.parse((await json.textContent()) ?? "")).toMatchObject({
      total_fetched_from_meta: 3,
      matched: 2,
      updated: 2,
      unchanged: 0,
      not_found: 1,
      updated_templates: [{ template_name: "order_shipped", old_status: "PENDING" }, {}],
    });
    await rowOf(page, "welcome").getByText("APPROVED").waitFor();

    await page.getByRole("link", { name: "welcome" }).click();
    const history = page.getByRole("region", { name: "Changes by sync" });
    const told = /Pending\s*→\s*Approved\s*Utility\s*→\s*Marketing\s*owner\S+ · Admin app · /;
    await history.getByRole("listitem").filter({ hasText: told }).waitFor();
  });

  it("shows a refused token and where to replace it, and removes the account by id", async () => {
    const { page } = await openNew("?open=account");
    await setAccount(page, `${ACCESS_TOKEN}wrong`);
    await page.getByRole("button", { name: "Sync now" }).click();
    await page.getByText(/no longer accepts the access token/).waitFor();
    await page.getByRole("button", { name: "Replace the token" }).click();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByText(/has refused the access token since/).waitFor();
    await account(page).getByRole("button", { name: "Replace account or token" }).click();
    await setAccount(page, ACCESS_TOKEN);
    await page.getByText(/has refused the access token since/).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Sync now" }).click();
    await page.getByText("Everything was up to date.").waitFor();

    await account(page).getByRole("button", { name: "Remove" }).click();
    const question = page.getByRole("dialog", { name: "Remove the messaging account?" });
    await question.getByLabel(/to confirm/).fill(WABA_ID);
    await question.getByRole("button", { name: "Remove account" }).click();
    await page.getByText("No account is set").waitFor();
  });

  it("shows that the platform limits requests", async () => {
    const { page } = await openNew("?open=account");
    await setAccount(page, ACCESS_TOKEN);
    platform.fail(1, { error: { code: 4 } }, 5);
    await page.getByRole("button", { name: "Sync now" }).click();
    await page.getByText(/accepts no more requests right now. Nothing was changed/).waitFor();
    await page.getByText("Wait a few minutes, then sync again.").waitFor();
  });

  it("adds a template, and refuses invalid JSON and duplicates", async () => {
    const { page } = await openNew("?open=new");
    const form = page.getByRole("dialog", { name: "Add a template" });
    await form.getByLabel("Name").fill("invoice");
    await form.getByLabel("Language").fill("en_US");
    await form.getByRole("combobox", { name: "Status" }).fill("APPROVED");
    await form.getByRole("combobox", { name: "Category" }).fill("UTILITY");
    await form.getByLabel("Components").fill('[{ "type": "BODY" ');
    await form.getByRole("button", { name: "Add template" }).click();
    await form.getByText(/^This is not valid JSON/).waitFor();
    await form.getByLabel("Components").fill('[{ "type": "BODY", "text": "Your invoice" }]');
    await form.getByRole("button", { name: "Add template" }).click();
    await form.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "invoice" }).click();
    const details = page.getByRole("dialog", { name: "invoice" });
    const components = details.getByRole("region", { name: "Components" });
    await components.waitFor();
    expect(JSON.parse((await components.textContent()) ?? "")).toEqual([
      { type: "BODY", text: "Your invoice" },
    ]);
    await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Add template" }).click();
    await form.getByLabel("Name").fill("invoice");
    await form.getByLabel("Language").fill("en-us");
    await form.getByRole("combobox", { name: "Status" }).fill("PENDING");
    await form.getByRole("combobox", { name: "Category" }).fill("UTILITY");
    await form.getByLabel("Name").press("Enter");
    await form.getByText(/A template invoice in en-us already exists/).waitFor();
  });

  it("previews and imports a file, and shows each entry that the server refuses", async () => {
    const { page, tenantId } = await openNew("?open=import");
    const form = page.getByRole("dialog", { name: "Import templates" });
    const text = form.getByLabel("Templates as JSON");
    await text.fill("{}");
    await form.getByText(/not a JSON array/).waitFor();
    const { status: _, ...incomplete } = { ...ORDER, name: "second" };
    await text.fill(JSON.stringify([ORDER, incomplete]));
    await form.getByText("2 templates in the file").waitFor();
    await form.getByRole("button", { name: "Import 2" }).click();
    await form.getByText("1 of 2 entries is invalid").waitFor();
    await form.getByText("status: This is missing.").waitFor();
    await expect.poll(() => namesOf(tenantId)).toEqual([]);

    const buffer = Buffer.from(JSON.stringify([ORDER, { ...ORDER, name: "second" }]));
    const file = { name: "templates.json", mimeType: "application/json", buffer };
    await form.getByLabel("JSON file").setInputFiles(file);
    await form.getByRole("row").filter({ hasText: "second" }).waitFor();
    await form.getByRole("button", { name: "Import 2" }).click();
    await page.getByText("2 templates imported.").waitFor();
    await expect.poll(() => namesOf(tenantId)).toEqual(["order_shipped", "second"]);
  });

  it("imports a dropped file, and explains what is wrong with an invalid one", async () => {
    const { page, tenantId } = await openNew("?open=import");
    const form = page.getByRole("dialog", { name: "Import templates" });
    const text = form.getByRole("textbox", { name: "Templates as JSON" });
    const importing = form.getByRole("button", { name: /^Import/ });
    const drop = async (name: string, content: string) => {
      const dataTransfer = await page.evaluateHandle(
        ([name, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], name, { type: "application/json" }));
          return transfer;
        },
        [name, content] as const,
      );
      await text.dispatchEvent("dragover", { dataTransfer });
      await text.dispatchEvent("drop", { dataTransfer });
    };
    await drop("broken.json", '[{ "name": ');
    await form.getByText(/^This is not valid JSON/).waitFor();
    await expect.poll(() => importing.isDisabled()).toBe(true);
    await drop("faulty.json", JSON.stringify([ORDER, { name: "second" }]));
    await importing.click();
    await form.getByText("1 of 2 entries is invalid").waitFor();
    await form.getByText("status: This is missing.").waitFor();
    await expect.poll(() => namesOf(tenantId)).toEqual([]);
    await drop("templates.json", JSON.stringify([ORDER, { ...ORDER, name: "second" }]));
    await form.getByText("2 templates in the file").waitFor();
    await importing.click();
    await page.getByText("2 templates imported.").waitFor();
    await expect.poll(() => namesOf(tenantId)).toEqual(["order_shipped", "second"]);
  });

  it("keeps the filters in the URL", async () => {
    const { page, tenantId, projectId } = await openNew();
    await importTemplates(app.deps, tenantId, [
      ORDER,
      { ...ORDER, name: "other", status: "REJECTED" },
      { ...ORDER, name: "reorder", status: "REJECTED" },
    ]);
    await page.evaluate(navigate, `/p/${projectId}/templates?status=REJECTED`);
    await page.getByText("2 templates.").waitFor();
    await page.getByLabel("Name").fill("ORDER");
    await page.getByText("1 template.", { exact: true }).waitFor();
    await rowOf(page, "reorder").waitFor();
    expect(page.url()).toContain("name=ORDER");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("3 templates.").waitFor();
  });

  it("shows a read-only admin everything without editing", async () => {
    const { page, tenantId } = await openNew("?open=account", { role: "read-only" });
    await page.getByText("An admin can set one.").waitFor();
    await importTemplates(app.deps, tenantId, [ORDER]);
    await page.reload();
    await rowOf(page, ORDER.name).waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("button").count()).toBe(0);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("fits a narrow screen", async () => {
    const viewport = { width: 390, height: 900 };
    const { page, tenantId, projectId } = await openNew("", { viewport });
    const check = async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    };
    await page.getByText("No templates yet").waitFor();
    await check();
    await importTemplates(app.deps, tenantId, [ORDER, { ...ORDER, name: "second", status: "ODD" }]);
    await page.reload();
    for (const open of ["account", "new", "import"]) {
      await page.evaluate(navigate, `/p/${projectId}/templates?open=${open}`);
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
      await check();
    }
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.evaluate(navigate, `/p/${projectId}/templates?open=account`);
    await setAccount(page, ACCESS_TOKEN);
    await page.getByRole("button", { name: "Sync now" }).click();
    await page.getByText("1 template has changed.").waitFor();
    await check();
  });
});
