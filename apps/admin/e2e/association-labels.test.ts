import { readRecord } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, principalOf } from "./support/records.ts";

describe("the labels of associations", () => {
  let app: Installation;

  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** As the API gives them. */
  async function entries(id: number): Promise<readonly string[]> {
    const principal = principalOf(app);
    const object = await app.deps.schemas.object(principal.projectId, "contact");
    const select = { associations: ["company"] };
    const { associations } = await readRecord({ deps: app.deps, principal, object }, id, select);
    return associations?.company?.map(({ type }) => type) ?? [];
  }

  it("are added in the schema, chosen for an association, changed and removed", async () => {
    const contact = await make(app, "contact", { lastname: "Lovelace", phone: "+44 20 7946 0998" });
    await make(app, "company", { name: "Engines" });
    const page = await app.open(app.at("/schema/contacts"));
    await page.getByRole("link", { name: "Association labels" }).click();
    await page.getByText(/No labels yet/).waitFor();
    await button(page, "Add label").click();
    const form = page.getByRole("dialog", { name: "New label" });
    await form.getByLabel("Label").fill("Decision maker");
    await form.getByLabel("From the other side").fill("Decided by");
    await form.getByLabel("Most per company").fill("1");
    await button(form, "Add label").click();
    await form.waitFor({ state: "hidden" });
    const table = page.getByRole("region", { name: "Association labels" });
    await table.getByText("decision_maker").waitFor();
    await table.getByText("1 per company").waitFor();

    await visit(page, app, `/contacts/${contact}`);
    const companies = page.getByRole("region", { name: "Companies" });
    await button(page, "Associate a company").click();
    await companies.getByLabel("Labels", { exact: true }).first().click();
    await page.getByRole("option", { name: "Decision maker" }).click();
    await companies.getByLabel("Find a company to add").fill("Engi");
    await page.getByRole("option", { name: /^Engines/ }).click();
    await companies.getByRole("link", { name: "Engines" }).waitFor();
    await companies.getByText("Decision maker").waitFor();
    await expect.poll(() => entries(contact)).toEqual(["contact_to_company", "decision_maker"]);

    await button(companies, "Labels of Engines").click();
    await page.getByRole("menuitem", { name: "Remove Decision maker" }).click();
    await expect.poll(() => entries(contact)).toEqual(["contact_to_company"]);
    await page.getByRole("menuitem", { name: "Add Decision maker" }).waitFor();
    await page.keyboard.press("Escape");

    await visit(page, app, "/schema/companies?part=labels");
    await table.getByText("Decided by").first().waitFor();
    await button(table, "Remove Decided by").click();
    const question = page.getByRole("dialog", { name: "Remove Decided by?" });
    await button(question, "Remove label").click();
    await page.getByText(/No labels yet/).waitFor();
    await visit(page, app, "/audit");
    await page.getByText(/removed the label/).waitFor();
  });
});
