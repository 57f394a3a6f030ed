import { createProject, createTenant } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make, read } from "./support/records.ts";

describe("the command palette", () => {
  let app: Installation;
  let ada: string;
  beforeAll(async () => {
    app = await startInstallation();
    const made = await app.workspace("POST", "/v1/contacts", {
      email: "ada@example.com",
      firstName: "Ada",
      lastName: "Lovelace",
    });
    ada = ((await made.json()) as { data: { id: string } }).data.id;
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const opened = async (path: string) => {
    const page = await app.open(path, { role: "read-only" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+K");
    await page.locator('[role="combobox"]:focus').waitFor();
    return page;
  };

  it("opens a page by a part of its name", async () => {
    const page = await opened(app.at(""));
    await page.keyboard.type("deliv");
    await page.getByRole("option", { name: "Deliveries", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${app.at("/webhooks/deliveries")}`);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("opens above the form of a page that was opened later, on a narrow screen", async () => {
    const viewport = { width: 390, height: 844 };
    const page = await app.open(app.at(""), { viewport });
    await page.getByRole("button", { name: "Open the menu" }).waitFor();
    await page.evaluate((path) => history.pushState({}, "", path), app.at("/contacts?form=new"));
    await page.getByRole("dialog", { name: "New contact" }).getByLabel("First name").waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("deliv");
    await page.getByRole("option", { name: "Deliveries" }).click();
    await page.waitForURL(`**${app.at("/webhooks/deliveries")}`);
  });

  it("accepts text that is typed right after the shortcut", async () => {
    const page = await app.open(app.at(""), { role: "read-only" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("deliv");
    const field = page.getByRole("combobox", { name: "Page, action or record" });
    await expect.poll(() => field.inputValue()).toBe("deliv");
    await page.getByRole("option", { name: "Deliveries", selected: true }).waitFor();
  });

  it("shows and accepts Mac keys on macOS", async () => {
    const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36";
    const page = await app.open(app.at(""), { role: "read-only", context: { userAgent } });
    await page.getByRole("button", { name: "Search ⌘ K" }).waitFor();
    await page.keyboard.press("Meta+K");
    await page.getByRole("combobox", { name: "Page, action or record" }).waitFor();
  });

  it("opens a record by the start of its name", async () => {
    const page = await opened(app.at("/webhooks"));
    await page.keyboard.type("lovel");
    await page.getByRole("option", { name: /^Ada Lovelace/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${app.at(`/contacts/${ada}`)}`);
  });

  it("finds a record by its words in any order, without accents, and by the end of its phone", async () => {
    const phone = "+44 20 7000 2999";
    await make(app, "contact", { firstname: "María", lastname: "Patel", phone });
    const page = await opened(app.at(""));
    for (const text of ["patel maria", "MARÍA", "70002999"]) {
      await page.getByRole("combobox", { name: "Page, action or record" }).fill(text);
      await page.getByRole("option", { name: /^María Patel/, selected: true }).waitFor();
    }
  });

  it("lists records above what it finds within a word", async () => {
    await createProject(app.deps, app.tenantId, "Miranda");
    await make(app, "contact", { firstname: "Anda", lastname: "Lux", email: "lux@example.com" });
    const page = await opened(app.at(""));
    await page.keyboard.type("anda");
    await page.getByRole("option", { name: /^Anda Lux/, selected: true }).waitFor();
    const names = await page.getByRole("option").allTextContents();
    expect(names.at(-1)).toMatch(/^Switch to Miranda/);
  });

  it("moves through the results with the arrow keys", async () => {
    const page = await opened(app.at(""));
    await page.keyboard.type("board");
    await page.getByRole("option", { name: "Deals board", selected: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Tickets board", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${app.at("/tickets/board")}`);
  });

  it("says that nothing matches, or that the search failed", async () => {
    const page = await opened(app.at(""));
    await page.keyboard.type("zzzz");
    await page.getByRole("status").getByText("No page, action or record has this text.").waitFor();
    await page.route("**/trpc/**", (route) => route.abort());
    await page.keyboard.type("z");
    await page.getByRole("status").getByText("The server cannot be reached").waitFor();
  });

  it("returns the focus when it is closed", async () => {
    const page = await app.open(app.at(""));
    const button = page.getByRole("button", { name: "Search" });
    await button.press("Enter");
    await page.locator('[role="combobox"]:focus').waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(button);
  });

  it("finds pages of the installation outside of projects", async () => {
    const page = await opened("/tenants");
    await page.getByRole("option", { name: "Tenants and projects" }).waitFor();
    await page.keyboard.type("ada");
    await page.getByRole("status").getByText("Open a project to find its records").waitFor();
  });

  it("creates a record, and writes a note about the one that is open", async () => {
    const page = await app.open(app.at(`/contacts/${ada}`));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("write a n");
    await page.getByRole("option", { name: "Write a note", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New note" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+K");
    await page.keyboard.type("create company");
    await page.getByRole("option", { name: "Create company", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New company" }).waitFor();
  });

  it("moves a deal to another stage, and offers to undo it", async () => {
    const id = await make(app, "deal", { name: "Engine" });
    const page = await app.open(app.at(`/deals/${id}`));
    await page.getByRole("heading", { level: 1, name: "Engine" }).waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("move to won");
    await page.getByRole("option", { name: "Move to Won", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    const notice = page.getByRole("alert").filter({ hasText: "Moved Engine to Won." });
    await expect.poll(() => read(app, "deal", id)).toMatchObject({ stage: "won" });
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => read(app, "deal", id)).toMatchObject({ stage: "new" });
    await page.locator("[aria-current=step]", { hasText: "New" }).waitFor();
  });

  it("opens a saved view", async () => {
    const page = await app.open(app.at("/contacts?filter=lastname.eq.Lovelace"));
    await page.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "New view of contacts" });
    await dialog.getByLabel("Name").fill("The Lovelaces");
    await dialog.getByLabel("Only me").check();
    await dialog.getByRole("button", { name: "Save view" }).click();
    await page.waitForURL(/\?view=v/);
    await page.goto(app.adminUrl + app.at(""));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+K");
    await page.keyboard.type("lovelaces");
    await page.getByRole("option", { name: /^Open the view The Lovelaces/ }).click();
    await page.waitForURL(/\/contacts\?view=v/);
  });

  it("switches to another project", async () => {
    const other = await createProject(app.deps, app.tenantId, "Second");
    const page = await opened(app.at(`/contacts/${ada}`));
    await page.keyboard.type("switch to sec");
    await page.getByRole("option", { name: /^Switch to Second/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    // The record is not in that project, so its list opens.
    await page.waitForURL(`**/p/${other}/contacts`);
  });

  it("finds actions by words in any order, also by the tenant of a project", async () => {
    const globex = await createTenant(app.deps, "Globex");
    await createProject(app.deps, globex, "Support");
    const page = await opened(app.at(`/contacts/${ada}`));
    for (const [text, name] of [
      ["copy id", `Copy the id ${ada}`],
      ["id copy", `Copy the id ${ada}`],
      ["globex", "Switch to Support"],
    ] as const) {
      await page.getByRole("combobox", { name: "Page, action or record" }).fill(text);
      await page.getByRole("option", { name: new RegExp(`^${name}`), selected: true }).waitFor();
    }
  });

  it("gives the focus to the page’s heading if nothing had it before", async () => {
    const page = await opened(app.at(`/contacts/${ada}`));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(page.getByRole("heading", { level: 1 }));
  });

  it("offers a read-only admin no changes", async () => {
    const page = await opened(app.at(`/contacts/${ada}`));
    await page.getByRole("option", { name: `Copy the id ${ada}` }).waitFor();
    expect(await page.getByRole("option", { name: /^(Create|Write|Add|Move)/ }).count()).toBe(0);
  });

  it("shows all keys with a question mark, but not while a text is typed", async () => {
    const page = await app.open(app.at(`/contacts/${ada}`), { role: "read-only" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("searchbox", { name: "Find a property" }).press("?");
    expect(await page.getByRole("dialog", { name: "Keys" }).count()).toBe(0);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keys" });
    await dialog.getByText("Write a note").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});
