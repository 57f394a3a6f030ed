import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { emailOf, make } from "./support/records.ts";

const PARTS = ["Properties", "Timeline", "Associations"] as const;

describe("the parts of a record's page", () => {
  let app: Installation;
  let shown: Page;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
    shown = await app.open(null);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const boxes = (page: Page) =>
    Promise.all(
      PARTS.map(async (name) => {
        const part = page.getByRole("region", { name, exact: true });
        await part.waitFor();
        const { x = 0, y = 0 } = (await part.boundingBox()) ?? {};
        return { name, x: Math.round(x), y: Math.round(y) };
      }),
    );

  // Contracts are a type of the demo's own.
  it.for(["/contacts/25", "/companies/1", "/deals/90", "/contracts"])(
    "%s has properties, timeline and associations side by side, and below each other on a phone",
    async (path) => {
      await shown.setViewportSize({ width: 1440, height: 900 });
      await visit(shown, app, path);
      if (path === "/contracts") await shown.locator("[role=grid] tbody th a").first().click();
      const [properties, timeline, associations] = await boxes(shown);
      expect(properties?.x).toBeLessThan(timeline?.x ?? 0);
      expect(timeline?.x).toBeLessThan(associations?.x ?? 0);
      expect(new Set([properties?.y, timeline?.y, associations?.y]).size).toBe(1);
      expect(await shown.getByRole("tab").count()).toBe(0);
      await shown.setViewportSize({ width: 390, height: 844 });
      const below = (await boxes(shown)).toSorted((a, b) => a.y - b.y).map(({ name }) => name);
      expect(below).toEqual(["Timeline", "Properties", "Associations"]);
      await expect.poll(() => shown.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    },
  );

  it("heads the page with the picture, the company and the owner", async () => {
    const page = await app.open(app.at("/contacts/25"));
    const header = page.locator("main header").first();
    await header.getByText("AO", { exact: true }).waitFor();
    await header.getByRole("link", { name: "Alder & Finch" }).waitFor();
    await visit(page, app, "/companies/1");
    await header.getByText("A", { exact: true }).waitFor();
    const owned = await make(app, "deal", { name: "Owned", owner_id: "ada@example.com" });
    await visit(page, app, `/deals/${owned}`);
    await header.getByText("ada@example.com").waitFor();
    await header.getByRole("button", { name: "New", exact: true }).waitFor();
  });

  it("explains the editing of values until the first one", async () => {
    const id = await make(app, "deal", { name: "Hinted", description: "Old" });
    const page = await app.open(app.at(`/deals/${id}`), { context: {} });
    const hint = page.getByText("Select a value to edit it.");
    await hint.waitFor();
    await page.getByRole("button", { name: "Edit Name: Hinted" }).click();
    await page.keyboard.type("Known");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Known" }).waitFor();
    await hint.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Edit Name: Known" }).waitFor();
    expect(await hint.count()).toBe(0);
  });

  it("shows the last values of a property under the pointer", async () => {
    const id = await make(app, "deal", { name: "First name of it" });
    for (const name of ["Second", "Third"])
      await app.workspace("PATCH", `/v1/deals/${id}`, { name });
    const page = await app.open(app.at(`/deals/${id}`));
    await page.getByRole("button", { name: "History of Name" }).hover();
    const card = page.locator("[data-history=name]");
    await card.getByRole("listitem").nth(2).waitFor();
    const values = (await card.getByRole("listitem").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " "),
    );
    expect(values[0]).toMatch(/^Second → Third API key Test/);
    expect(values[2]).toMatch(/^Set to First name of it/);
  });

  it("folds changes by one author within minutes, and tells an association once", async () => {
    const id = await make(app, "deal", { name: "Folded" });
    const [one, other] = [
      await make(app, "company", { name: "One Ltd" }),
      await make(app, "company", { name: "Other Ltd" }),
    ];
    for (const amount of [100, 200])
      await app.workspace("PATCH", `/v1/deals/${id}`, { amount, currency: "EUR" });
    await app.workspace("PATCH", `/v1/deals/${id}`, { name: "Folded twice" });
    const page = await app.open(app.at(`/deals/${id}`));
    const companies = page.getByRole("region", { name: "Companies" });
    for (const [name, company] of [
      ["One Ltd", one],
      ["Other Ltd", other],
    ] as const) {
      await page.getByRole("button", { name: "Associate a company" }).click();
      await page.keyboard.type(name);
      await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
      await companies.locator(`a[href$="/companies/${company}"]`).waitFor();
    }
    const entries = page.getByRole("region", { name: "Timeline" }).locator("ol > li");
    const texts = async () =>
      (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
    await expect.poll(async () => (await texts()).length).toBe(3);
    const [associated, changed, created] = await texts();
    expect(associated).toContain("associated it with company Other Ltd and company One Ltd");
    expect(changed).toContain("API key Test changed Name, Amount, Currency");
    expect(changed).toContain("Name: Folded → Folded twice");
    expect(changed).toMatch(/Amount: set to EUR 200\.00/);
    expect(created).toContain("created the record");
  });

  it("says in the timeline, in the history and in the audit log that a value was cleared", async () => {
    const id = await make(app, "contact", { email: "cleared@example.com", city: "Bristol" });
    const page = await app.open(app.at(`/contacts/${id}`));
    await page.getByRole("button", { name: /^Edit City/ }).click();
    await page.getByRole("textbox", { name: "City" }).fill("");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "History of City" }).click();
    const history = page.getByRole("dialog", { name: "History of City" });
    await history.getByText("Cleared").waitFor();
    await history.getByText("Set to").waitFor();
    const timeline = page.getByRole("listitem").filter({ hasText: /^City:/ });
    expect((await timeline.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      "City: cleared, was Bristol",
    ]);
    await visit(page, app, `/audit?type=contact&record=${id}`);
    await page.getByText(/cleared the city of contact .*, which was Bristol/).waitFor();
  });

  it("goes on while changes that are shown as one leave the timeline short", async () => {
    const id = await make(app, "deal", { name: "Restless" });
    for (let amount = 1; amount <= 25; amount++)
      await app.workspace("PATCH", `/v1/deals/${id}`, { amount });
    const page = await app.open(app.at(`/deals/${id}`));
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText("created the record").waitFor();
    const [changed = "", ...others] = await timeline.locator("ol > li").allInnerTexts();
    expect(changed.replaceAll(/\s+/g, " ")).toContain("Amount: set to 25");
    expect(others).toHaveLength(1);
  });

  it("names who started the import that created a record", async () => {
    const page = await app.open(app.at("/imports/new?object=companies"));
    const email = await emailOf(page);
    await page.getByLabel("File to import").setInputFiles({
      name: "companies.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Name\nImported Ltd\n"),
    });
    await page.getByRole("button", { name: "Continue to options" }).click();
    await page.getByRole("button", { name: "Continue to check" }).click();
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await page.getByRole("status").filter({ hasText: "Done" }).first().waitFor();
    await visit(page, app, "/companies?q=Imported");
    await page.getByRole("link", { name: "Imported Ltd" }).click();
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText(new RegExp(`Import \\d+, started by ${email}`)).waitFor();
  });

  it("leaves the page and its form usable with a value of 64 KiB without spaces", async () => {
    const description = "[a](".repeat(16_000);
    const id = await make(app, "deal", { name: "Roof", description });
    const page = await app.open(app.at(`/deals/${id}`));
    await page.getByRole("region", { name: "Timeline" }).getByText("created the record").waitFor();
    await page.getByRole("button", { name: "Edit Description" }).click();
    const field = page.locator("textarea:focus");
    expect(await field.inputValue()).toBe(description);
    await field.press("Escape");
    await visit(page, app, "/deals?q=Roof");
    await page.getByRole("link", { name: "Roof" }).waitFor();
  });
});
