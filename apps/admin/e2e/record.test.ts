import {
  createRecord,
  type Principal,
  readRecord,
  saveProperty,
  updateRecord,
} from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { addPipeline } from "./support/records.ts";

describe("the record page", () => {
  let app: Installation;
  let principal: Principal;

  beforeAll(async () => {
    app = await startInstallation();
    const { deps, tenantId, projectId } = app;
    principal = { kind: "system", id: "test", tenantId, projectId, scopes: new Set() };
    for (const settings of [
      { name: "vip", label: "VIP", type: "boolean" },
      { name: "signed_on", label: "Signed on", type: "date" },
      { name: "site", label: "Site", type: "url" },
      { name: "region", label: "Region", type: "enumeration", closed: true, options: REGIONS },
      { name: "areas", label: "Areas", type: "enumeration", multi: true, options: REGIONS },
    ] as const) {
      await saveProperty(deps, projectId, "deal", settings);
    }
    deps.schemas.clear();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function make(type: string, values: Record<string, string>): Promise<number> {
    const properties = Object.entries(values).map(([internal_name, value]) => ({
      internal_name,
      value,
    }));
    return (await createRecord({ deps: app.deps, principal }, type, { properties })).id;
  }

  const stored = async (type: string, id: number) => {
    const object = await app.deps.schemas.object(principal.projectId, type);
    return (await readRecord({ deps: app.deps, principal, object }, id, {})).properties;
  };

  it("edits a property of each type in place, by keyboard", async () => {
    const id = await make("deal", { name: "Engine" });
    const page = await app.open(app.at(`/deals/${id}?all=true`));
    await type(page, "Name", "Engine No. 2");
    await type(page, "Amount", " 12345678901234567890.55");
    await type(page, "Currency", "EUR");
    await type(page, "Deal type", "Barter");
    await type(page, "Close date", "2030-06-01");
    await type(page, "Signed on", "2030-05-31");
    await type(page, "Site", "example.com/engine");
    await choose(page, "VIP", "Yes");
    await choose(page, "Region", "North");
    await choose(page, "Stage", "Proposal");
    await edit(page, "Description").click();
    await page.getByRole("textbox", { name: "Description" }).fill("Two\nlines");
    await page.keyboard.press("Control+Enter");
    await edit(page, "Description", "Two lines").waitFor();
    await edit(page, "Tags").click();
    await page.locator("input:focus").waitFor();
    for (const tag of ["one", "two"]) {
      await page.keyboard.type(tag);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Enter");
    await edit(page, "Tags", "one two").click();
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("three");
    await page.getByRole("button", { name: "Save" }).click();
    await edit(page, "Tags", "one two three").waitFor();
    await page.getByRole("heading", { level: 1, name: "Engine No. 2" }).waitFor();
    await edit(page, "Amount", "EUR 12,345,678,901,234,567,890.55").waitFor();
    await expect
      .poll(() => stored("deal", id))
      .toMatchObject({
        amount: "12345678901234567890.55",
        currency: "EUR",
        dealType: "Barter",
        closeDate: "2030-06-01T00:00:00.000Z",
        signed_on: "2030-05-31",
        site: "example.com/engine",
        vip: true,
        region: "n",
        stage: "proposal",
        description: "Two\nlines",
        tags: ["one", "two", "three"],
        probability: "0.5",
      });
  });

  it("shows the server's error at the field and keeps the input until Esc", async () => {
    const id = await make("contact", { email: "ada@example.com" });
    const page = await app.open(app.at(`/contacts/${id}`));
    await edit(page, "Email").click();
    const input = page.getByRole("textbox", { name: "Email" });
    await input.fill("nonsense");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/^Email must be an email address/)
      .waitFor();
    await expect.poll(() => input.inputValue()).toBe("nonsense");
    await page.keyboard.press("Escape");
    await edit(page, "Email", "ada@example.com").waitFor();
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await edit(page, "Email").click();
    await input.fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("needs an email or a phone").waitFor();
    await input.fill("grace@example.com");
    await page.getByRole("heading", { level: 1 }).click();
    await edit(page, "Email", "grace@example.com").waitFor();
    await expect.poll(() => stored("contact", id)).toEqual({ email: "grace@example.com" });
  });

  it("shows other admins' changes after a save, and keeps them", async () => {
    const id = await make("company", { name: "Acme", phone: "+1 555 0100" });
    const page = await app.open(app.at(`/companies/${id}`));
    await edit(page, "Phone").waitFor();
    await updateRecord({ deps: app.deps, principal }, { type: "company", id }, [
      {
        internal_name: "phone",
        value: "+1 555 0199",
      },
    ]);
    await type(page, "Name", "Acme Inc.");
    await edit(page, "Phone", "+1 555 0199").waitFor();
    await expect
      .poll(() => stored("company", id))
      .toEqual({ name: "Acme Inc.", phone: "+1 555 0199" });
  });

  it("shows properties with a value first, all on demand, and searches them", async () => {
    const id = await make("company", { name: "Acme", domain: "acme.example" });
    const page = await app.open(app.at(`/companies/${id}`));
    await edit(page, "Domain").waitFor();
    await expect.poll(() => edit(page, "Industry").count()).toBe(0);
    await page.getByRole("button", { name: /^Show all properties/ }).click();
    await edit(page, "Industry", "No value").waitFor();
    await page.reload();
    await edit(page, "Industry").waitFor();
    await page.getByRole("searchbox", { name: "Find a property" }).fill("revenue");
    await edit(page, "Annual revenue").waitFor();
    await expect.poll(() => edit(page, "Domain").count()).toBe(0);
    expect(page.url()).toContain("find=revenue");
  });

  it("goes to a property by / and the start of its name, and edits it by Enter", async () => {
    const id = await make("company", { name: "Acme", domain: "acme.example" });
    const page = await app.open(app.at(`/companies/${id}`));
    await edit(page, "Domain").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("indus");
    await edit(page, "Domain").waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.getByRole("form", { name: "Edit Industry" }).waitFor();
    await page.keyboard.type("Looms");
    await page.keyboard.press("Enter");
    await edit(page, "Industry", "Looms").waitFor();
    await expect.poll(() => stored("company", id)).toMatchObject({ industry: "Looms" });
  });

  it("changes the stage with one click and by keyboard", async () => {
    const id = await make("deal", { name: "Engine" });
    const page = await app.open(app.at(`/deals/${id}`));
    const stages = page.getByRole("list", { name: "Stages of Sales pipeline" });
    await stages.getByRole("button", { name: "Qualified" }).click();
    await expect.poll(() => stageOf(id)).toBe("qualified");
    // The pointer is still over the stage.
    await expect.poll(() => seriousFindings(page)).toEqual([]);
    await stages.getByRole("button", { name: "Negotiation" }).focus();
    await page.keyboard.press("Enter");
    await stages.locator("[aria-current=step]", { hasText: "Negotiation" }).waitFor();
    await expect.poll(() => stageOf(id)).toBe("negotiation");
    await page.route("**/trpc/admin.records.set**", (route) => route.abort());
    await stages.getByRole("button", { name: "Won" }).click();
    await page.getByRole("alert").filter({ hasText: "Engine was not moved" }).waitFor();
    await stages.locator("[aria-current=step]", { hasText: "Negotiation" }).waitFor();
  });

  it("offers to undo a changed property and a move, to another pipeline too", async () => {
    const id = await make("deal", { name: "Engine", amount: "100.50", stage: "proposal" });
    const before = await stored("deal", id);
    const page = await app.open(null);
    await addPipeline(app, page, "Partners", ["Met", "Signed"]);
    await page.goto(`${app.adminUrl}${app.at(`/deals/${id}`)}`);
    const undo = (text: string) =>
      page
        .getByRole("alert")
        .filter({ hasText: text })
        .getByRole("button", { name: "Undo" })
        .click();
    await type(page, "Amount", "300");
    await undo("Changed Amount of Engine.");
    await edit(page, "Amount", "100.5").waitFor();
    await page.getByRole("button", { name: "Won" }).click();
    await undo("Moved Engine to Won.");
    await page.locator("[aria-current=step]", { hasText: "Proposal" }).waitFor();
    await page.getByRole("combobox", { name: "Pipeline" }).selectOption("Partners");
    await page.locator("[aria-current=step]", { hasText: "Met" }).waitFor();
    await undo("Moved Engine to Partners.");
    await page.locator("[aria-current=step]", { hasText: "Proposal" }).waitFor();
    await edit(page, "Stage").click();
    await page.getByRole("option", { name: "Negotiation" }).click();
    await undo("Changed Stage of Engine.");
    await page.locator("[aria-current=step]", { hasText: "Proposal" }).waitFor();
    await page.getByText("Changed Stage of Engine.").waitFor({ state: "hidden" });
    expect(await stored("deal", id)).toEqual(before);
  });

  async function stageOf(id: number): Promise<string> {
    const answer = await app.workspace("GET", `/v1/deals/${id}`);
    return ((await answer.json()) as { data: { stage: string } }).data.stage;
  }

  it("shows the history of each property with actor, surface and values", async () => {
    const made = await app.workspace("POST", "/v1/deals", {
      name: "Engine",
      amount: 100,
      currency: "GBP",
    });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    await app.workspace("PATCH", `/v1/deals/${id}`, { amount: 200 });
    const page = await app.open(app.at(`/deals/${id}`));
    await type(page, "Amount", "300.5");
    await edit(page, "Amount", "GBP 300.50").waitFor();
    await page.getByRole("button", { name: "History of Amount" }).click();
    const drawer = page.getByRole("dialog", { name: "History of Amount" });
    await drawer.getByRole("listitem").nth(2).waitFor();
    const lines = (await drawer.getByRole("listitem").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " "),
    );
    expect(lines[0]).toMatch(/GBP 200\.00 → GBP 300\.50 O ?owner\S+@example\.com Admin app/);
    expect(lines[1]).toMatch(/GBP 100\.00 → GBP 200\.00 API key Test Workspace API/);
    expect(lines[2]).toMatch(/^Set to GBP 100\.00 API key Test Workspace API/);
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText(/owner\S+@example\.com changed Amount/).waitFor();
    await timeline.getByText("API key Test created the record").waitFor();
  });

  it("deletes a record at once, and the notification in the table undoes it", async () => {
    const id = await make("ticket", { name: "Broken lever" });
    const page = await app.open(app.at(`/tickets/${id}`));
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.waitForURL(`**${app.at("/tickets")}`);
    await expect(stored("ticket", id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { level: 1, name: "Broken lever" }).waitFor();
    await expect.poll(() => stored("ticket", id)).toMatchObject({ name: "Broken lever" });
  });

  it("links from an unknown or deleted record to the bin", async () => {
    const page = await app.open(app.at("/leads/999999"));
    await page.getByRole("heading", { level: 1, name: "Lead not found" }).waitFor();
    await page.getByRole("link", { name: "Open the bin" }).click();
    await page.waitForURL(`**${app.at("/bin")}`);
    await visit(page, app, "/leads/not-a-number");
    await page.getByRole("heading", { level: 1, name: "Lead not found" }).waitFor();
  });

  it("shows a read-only admin everything without editing", async () => {
    const id = await make("deal", { name: "Engine", amount: "10" });
    const page = await app.open(app.at(`/deals/${id}`), { role: "read-only" });
    await page.getByText("Your role is read-only, so values cannot be edited.").waitFor();
    await page.getByRole("button", { name: "History of Amount" }).waitFor();
    await expect
      .poll(() =>
        page.getByRole("button", { name: /^(Edit|Associate|Remove|More actions)/ }).count(),
      )
      .toBe(0);
    await expect.poll(() => page.getByRole("button", { name: "Won" }).isDisabled()).toBe(true);
  });

  it("fits a narrow screen, and has no serious accessibility finding while a value is edited", async () => {
    const id = await make("deal", { name: `An engine with a long name ${"x".repeat(80)}` });
    const page = await app.open(app.at(`/deals/${id}?all=true`), { context: NARROW });
    await edit(page, "Amount").click();
    await page.getByRole("textbox", { name: "Amount" }).fill("many");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

const NARROW = { viewport: { width: 390, height: 900 }, hasTouch: true };

const REGIONS = [
  { value: "n", label: "North" },
  { value: "s", label: "South" },
];

/** Returns the button that edits a property, once it shows the text if one is given. */
function edit(page: Page, label: string, text = "") {
  const name = new RegExp(`^Edit ${label}: ${text.replaceAll(/[+.]/g, "\\$&")}`);
  return page.getByRole("button", { name });
}

/** Edits a property by keyboard and waits until it is saved. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await edit(page, label).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(label, { exact: true }).and(page.locator("input")).fill(text);
  const saved = page.waitForResponse(
    (answer) => answer.url().includes("records.set") && answer.status() === 200,
  );
  await page.keyboard.press("Enter");
  await saved;
  await edit(page, label).waitFor();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await edit(page, label).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: option }).waitFor();
  const options = await page.getByRole("option").allInnerTexts();
  const current = await page.getByRole("option", { selected: true }).count();
  for (let at = current === 0 ? -1 : 0; at < options.indexOf(option); at++) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await edit(page, label, option).waitFor();
}
