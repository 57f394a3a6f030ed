import { addAssociation, readRecord } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, principalOf } from "./support/records.ts";

describe("the associations of a record", () => {
  let app: Installation;

  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** As the API gives them. */
  async function associated(type: "company" | "deal", id: number): Promise<readonly number[]> {
    const select = { associations: ["contact"] };
    const principal = principalOf(app);
    const object = await app.deps.schemas.object(principal.projectId, type);
    const { associations } = await readRecord({ deps: app.deps, principal, object }, id, select);
    return associations?.contact?.map((entry) => Number(entry.id)) ?? [];
  }

  it("are added and removed by keyboard, and a removal can be undone", async () => {
    const id = await make(app, "deal", { name: "Engine" });
    const values = { lastname: "Lovelace", email: "ada@engine.example" };
    const contact = await make(app, "contact", values);
    const page = await app.open(app.at(`/deals/${id}`));
    const contacts = page.getByRole("region", { name: "Contacts" });
    // Types without any share a line.
    await contacts.waitFor({ state: "detached" });
    await button(page, "Associate a contact").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("lovel");
    await page.getByRole("option", { name: /Lovelace.*ada@engine\.example/s }).waitFor();
    await page.keyboard.press("Enter");
    await contacts.getByRole("link", { name: "Lovelace" }).waitFor();
    await expect.poll(() => associated("deal", id)).toEqual([contact]);
    await contacts.getByRole("button", { name: "Remove Lovelace" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Removed Lovelace.").waitFor();
    await contacts.waitFor({ state: "detached" });
    const add = button(page, "Associate a contact");
    await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await associated("deal", id)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await contacts.getByRole("link", { name: "Lovelace" }).click();
    await page.getByRole("heading", { level: 1, name: "Lovelace" }).waitFor();
    const deals = page.getByRole("region", { name: "Deals" });
    await deals.getByRole("link", { name: "Engine" }).waitFor();
    await page.getByText(/removed its association with deal Engine/).waitFor();
    await visit(page, app, "/audit");
    await page
      .getByText(
        /dissociated (deal Engine from contact Lovelace|contact Lovelace from deal Engine)/,
      )
      .waitFor();
  });

  it("are created where none is found, with what was typed", async () => {
    const contact = await make(app, "contact", { lastname: "Byron", email: "byron@example.com" });
    const page = await app.open(app.at(`/contacts/${contact}`));
    const deals = page.getByRole("region", { name: "Deals" });
    await button(page, "Associate a deal").click();
    await page.getByRole("option", { name: "New deal" }).waitFor();
    await page.keyboard.type("Letters");
    await page.getByText("No deal matches.").waitFor();
    await page.locator("[data-combobox-selected]", { hasText: "New deal “Letters”" }).waitFor();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "New deal" });
    await expect.poll(() => form.getByLabel("Name").inputValue()).toBe("Letters");
    await button(form, "Create deal").click();
    await form.waitFor({ state: "hidden" });
    const link = deals.getByRole("link", { name: "Letters" });
    const id = Number((await link.getAttribute("href"))?.split("/").at(-1));
    expect(await associated("deal", id)).toEqual([contact]);
    const add = button(deals, "Associate a deal");
    await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it("are listed page by page, and removed from any page", async () => {
    const company = await make(app, "company", { name: "Hub" });
    const oldest = await make(app, "contact", { lastname: "Oldest", phone: "+44 20 7946 0998" });
    const people: number[] = [];
    for (let i = 0; i < 45; i++) {
      const id = await make(app, "contact", { lastname: `Person ${i}`, phone: "+44 20 7946 0999" });
      people.push(id);
      await addAssociation(
        { deps: app.deps, principal: principalOf(app) },
        { type: "contact", id },
        { type: "company", id: company },
      );
    }
    const page = await app.open(app.at(`/companies/${company}`));
    const contacts = page.getByRole("region", { name: "Contacts" });
    const shown = () => contacts.getByRole("listitem").count();
    await expect.poll(shown).toBe(5);
    await contacts.getByText("45", { exact: true }).waitFor();
    const more = button(contacts, "Show more contacts");
    await more.click();
    await expect.poll(shown).toBe(20);
    await more.focus();
    await page.keyboard.press("Enter");
    await expect.poll(shown).toBe(40);
    await more.click();
    await expect.poll(shown).toBe(45);
    await more.waitFor({ state: "detached" });
    await button(contacts, "Remove Person 0").click();
    await expect.poll(shown).toBe(44);
    expect(await associated("company", company)).toEqual(people.slice(1));

    await page.reload();
    await expect.poll(shown).toBe(5);
    await contacts.getByRole("button", { name: "Associate a contact" }).click();
    await page.keyboard.type("Oldest");
    await page.getByRole("option", { name: /^Oldest/ }).click();
    await contacts.getByRole("link", { name: "Oldest" }).waitFor();
    await expect.poll(shown).toBe(5);
    expect(await associated("company", company)).toEqual([oldest, ...people.slice(1)]);
  });
});
