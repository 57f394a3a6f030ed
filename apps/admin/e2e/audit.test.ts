import { addAssociation, updateRecord } from "@rapport/core";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { principalOf } from "./support/records.ts";

describe("the audit log", () => {
  let app: Installation;
  let deal: string;
  let gone: string;
  beforeAll(async () => {
    app = await startInstallation();
    deal = await make("/v1/deals", { name: "Engine", amount: 100, currency: "EUR" });
    await app.workspace("PATCH", `/v1/deals/${deal}`, { stage: "won" });
    await app.workspace("PATCH", `/v1/deals/${deal}`, { name: "Engine No. 2", amount: 250 });
    gone = await make("/v1/contacts", { email: "gone@example.com" });
    await app.workspace("DELETE", `/v1/contacts/${gone}`);
    const owner = await app.open("/favicon.svg");
    await callAsAdmin(owner, "admin.access.clients.create", {
      projectId: app.projectId,
      name: "Nightly sync",
      scopes: ["crm.contacts.read"],
    });
    await callAsAdmin(owner, "admin.tenants.rename", { tenantId: app.tenantId, name: "Acme Ltd" });
    await keep("quantum.entangle", "cat:1", new Date());
    await keep("clients.create", "client", new Date(Date.now() - 40 * DAY));
    await owner.context().close();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(path: string, json: object): Promise<string> {
    const response = await app.workspace("POST", path, json);
    return ((await response.json()) as { data: { id: string } }).data.id;
  }

  /** Inserts an entry that no current procedure writes. */
  async function keep(action: string, subject: string, at: Date): Promise<void> {
    const row = { project_id: app.projectId, actor: "user:1", surface: "admin", action, subject };
    await app.deps.db.kysely
      .insertInto("audit_log")
      .values({ ...row, details: '{"name":"Old client"}', at: at.toISOString() })
      .execute();
  }

  const open = (search = "", options: Parameters<Installation["open"]>[1] = {}) =>
    app.open(app.at(`/audit${search}`), { role: "read-only", ...options });
  const entries = (page: Page) => page.getByRole("main").getByRole("listitem");
  const texts = (page: Page) => entries(page).getByRole("paragraph").allTextContents();
  const entry = (page: Page, text: string) => entries(page).filter({ hasText: text });

  it("shows changes as sentences, newest first, to a read-only admin too", async () => {
    const page = await open();
    await entry(page, "quantum.entangle").waitFor();
    await expect
      .poll(() => texts(page))
      .toEqual([
        "owner1@example.com did quantum.entangle to 1",
        "owner1@example.com created the OAuth client Nightly sync",
        "Test deleted contact gone@example.com",
        "Test created contact gone@example.com",
        "Test changed 2 properties of deal Engine No. 2",
        "Test changed the stage of deal Engine No. 2 from New to Won, and 1 more property",
        "Test created deal Engine No. 2",
      ]);
    await page.getByRole("status").getByText("7 entries").waitFor();
    await entry(page, "changed the stage").getByText("Workspace API").waitFor();
  });

  it("opens an entry by keyboard, and keeps it in the URL", async () => {
    const page = await open();
    const changed = entry(page, "changed 2 properties");
    await changed.getByRole("button", { name: "Details" }).focus();
    await page.keyboard.press("Enter");
    const cells = changed.getByRole("row").filter({ hasText: "Engine" }).getByRole("cell");
    await cells.first().waitFor();
    await expect.poll(() => cells.allTextContents()).toEqual(["Engine", "Engine No. 2"]);
    await changed.getByRole("row").filter({ hasText: "100" }).getByText("250").waitFor();
    expect(page.url()).toContain("entry=");
    await page.reload();
    await changed.getByRole("table").waitFor();
    await changed.getByRole("button", { name: "Details" }).click();
    await changed.getByRole("table").waitFor({ state: "hidden" });
    await entry(page, "Nightly sync").getByRole("button", { name: "Details" }).click();
    await entry(page, "Nightly sync").getByText("crm.contacts.read").waitFor();
  });

  it("links to the pages of the actor and the object", async () => {
    const page = await open();
    const link = (text: string, name: string) =>
      entry(page, text).getByRole("link", { name, exact: true }).getAttribute("href");
    await entry(page, "quantum.entangle").waitFor();
    await expect.poll(() => link("changed the stage", "Test")).toBe(app.at("/access/keys"));
    await expect
      .poll(() => link("Nightly sync", "owner1@example.com"))
      .toBe(app.at("/access/admins"));
    await expect.poll(() => link("deleted contact", "gone@example.com")).toBe(app.at("/bin"));
    await expect
      .poll(() =>
        entry(page, "quantum.entangle").getByRole("link", { name: "1", exact: true }).count(),
      )
      .toBe(0);
    const record = entry(page, "changed the stage").getByRole("link", { name: "Engine No. 2" });
    await record.click();
    await page.waitForURL(`**${app.at(`/deals/${deal}`)}`);
  });

  it("filters by actor, surface, type and object, all in the URL", async () => {
    const page = await open();
    await choose(page, "Who", "Test");
    await entry(page, "Nightly sync").waitFor({ state: "detached" });
    await expect.poll(() => texts(page)).toHaveLength(5);
    await choose(page, "Record type", "Contacts");
    await entry(page, "Engine").first().waitFor({ state: "detached" });
    await page.reload();
    await entry(page, "deleted contact").waitFor();
    await expect.poll(() => texts(page)).toHaveLength(2);
    await page.goBack();
    await entry(page, "changed the stage").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await choose(page, "Through", "Admin app");
    await entry(page, "Nightly sync").waitFor();
    await entry(page, "Engine").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByLabel("Object").fill(deal);
    await page.keyboard.press("Enter");
    await entry(page, "gone@example.com").first().waitFor({ state: "detached" });
    await expect.poll(() => texts(page)).toHaveLength(3);
    await page.getByLabel("Object").fill("cat:1");
    await page.keyboard.press("Enter");
    await entry(page, "quantum.entangle").waitFor();
    await expect.poll(() => texts(page)).toHaveLength(1);
  });

  it("filters by the actor or the object of an entry", async () => {
    const page = await open();
    await entry(page, "deleted contact").getByRole("button", { name: "Details" }).click();
    await page.getByRole("link", { name: "Only this object" }).click();
    await entry(page, "Engine").first().waitFor({ state: "detached" });
    await expect.poll(() => texts(page)).toHaveLength(2);
    expect(new URL(page.url()).searchParams.get("record")).toBe(gone);
    await entry(page, "deleted contact").getByRole("button", { name: "Details" }).click();
    await page.getByRole("link", { name: "Only by this actor" }).click();
    await entry(page, "changed the stage").waitFor();
    await expect.poll(() => texts(page)).toHaveLength(5);
  });

  it("shows the last 30 days by default, and a longer or custom range on demand", async () => {
    const page = await open();
    await entry(page, "quantum.entangle").waitFor();
    await expect.poll(() => entry(page, "Old client").count()).toBe(0);
    await choose(page, "When", "Any time");
    await entry(page, "Old client").waitFor();
    const [start, end] = [-41, -39].map((days) => new Date(Date.now() + days * DAY).toISOString());
    await visit(page, app, `/audit?from=${start}&to=${end}`);
    await entry(page, "Old client").waitFor();
    await expect.poll(() => texts(page)).toHaveLength(1);
    const until = page.getByLabel("Until", { exact: true });
    await page.getByLabel("Time of “Until”").fill("");
    await until.fill("2020-01-01");
    await until.press("Enter");
    await page.getByText("No changes in this period").waitFor();
    // A day alone is the whole day.
    await page.waitForURL(/[?&]to=[^&]*59\.999Z/);
    await page.getByRole("button", { name: "Show any time" }).click();
    await entry(page, "Old client").waitFor();
  });

  it("switches to the log of the tenant and that of the installation", async () => {
    const page = await open("?type=contact");
    await entry(page, "deleted contact").waitFor();
    await page.getByText("Tenant", { exact: true }).click();
    await entry(page, "renamed the tenant").waitFor();
    expect(await entries(page).count()).toBe(1);
    expect(page.url()).toContain("scope=tenant");
    await page.getByText("Installation", { exact: true }).last().click();
    await entry(page, "renamed the tenant").waitFor();
    await expect.poll(() => entry(page, "gone@example.com").count()).toBe(0);
    await entry(page, "Nightly sync").getByText("Admin app · Sales").waitFor();
    expect(page.url()).toContain("scope=installation");
    expect(page.url()).not.toContain("type=");
  });

  it("loads more than one page", async () => {
    const { tenantId, projectId } = app;
    const scopes = new Set<string>();
    const me = { kind: "system", id: "import", tenantId, projectId, scopes } as const;
    for (let n = 0; n < 51; n++) {
      const item = { internal_name: "name", value: `Engine ${n}` };
      await updateRecord({ deps: app.deps, principal: me }, { type: "deal", id: Number(deal) }, [
        item,
      ]);
    }
    const page = await open(`?record=${deal}&surface=system`);
    await page.getByText("50 entries shown; older ones follow").waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("51 entries", { exact: true }).waitFor();
    await entry(page, "from Engine No. 2 to Engine 0").waitFor();
    expect((await texts(page)).at(0)).toBe(
      "Rapport (import) changed the name of deal Engine 50 from Engine 49 to Engine 50",
    );
  });

  it("shows many changes by a program as one, which opens", async () => {
    const page = await open("?type=deal");
    const run = entry(page, "Rapport (import) made 51 changes to deals").first();
    // The time of a run may be a range, as that of this one is now.
    await run.locator("time").evaluate((time) => {
      time.textContent = "12:58 – 12:59 PM";
    });
    const left = (of: Locator) => of.evaluate((one) => one.getBoundingClientRect().left);
    const others = entries(page).getByRole("paragraph");
    expect(await left(others.first())).toBe(await left(others.last()));
    await run.getByRole("button", { name: "Details" }).click();
    const inner = run.getByRole("listitem");
    await inner.filter({ hasText: "from Engine 49 to Engine 50" }).waitFor();
    await run.getByRole("button", { name: "Show more of these" }).click();
    await inner.filter({ hasText: "from Engine No. 2 to Engine 0" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("switch", { name: "Only people" }).click();
    await run.waitFor({ state: "detached" });
    expect(page.url()).toContain("surface=admin");
  });

  it("tells an association once", async () => {
    const contact = Number(await make("/v1/contacts", { email: "once@example.com" }));
    const call = { deps: app.deps, principal: principalOf(app) };
    const to = { type: "contact", id: contact };
    await addAssociation(call, { type: "deal", id: Number(deal) }, to);
    const page = await open();
    await entry(page, "associated").first().waitFor();
    expect(await entry(page, "associated").count()).toBe(1);
  });

  it("leaves room for what was done beside a long name of a project", async () => {
    const owner = await app.open("/favicon.svg");
    const name = `Donaudampfschifffahrtsgesellschaft ${"and subsidiaries ".repeat(8)}`.trim();
    await callAsAdmin(owner, "admin.projects.rename", { projectId: app.projectId, name });
    const page = await app.open(app.at("/audit?scope=installation"));
    for (const width of [1440, 1024, 800]) {
      await page.setViewportSize({ width, height: 900 });
      const sentence = entry(page, "created the OAuth client").getByRole("paragraph");
      const row = await entry(page, "created the OAuth client").boundingBox();
      expect((await sentence.boundingBox())?.width).toBeGreaterThan((row?.width ?? 0) * 0.3);
    }
  });

  it("fits wide and narrow screens", async () => {
    const page = await open("?surface=workspace");
    await entry(page, "changed the stage").getByRole("button", { name: "Details" }).click();
    await page.getByRole("table").waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(overflow).toBe(0);
    }
  });
});

const DAY = 24 * 60 * 60 * 1000;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Calls a procedure as the pages of the signed-in admin do. */
async function callAsAdmin(page: Page, procedure: string, input: object): Promise<void> {
  const headers = { "x-rapport-admin": "1" };
  const response = await page.request.post(new URL(`/trpc/${procedure}`, page.url()).href, {
    data: input,
    headers,
  });
  expect(response.status()).toBe(200);
}
