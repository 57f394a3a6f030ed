import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { faultsOfLayout } from "./support/layout.ts";
import { visit } from "./support/navigation.ts";
import { make } from "./support/records.ts";

const PATIENT = { timeout: 60_000 };

describe("object types of the project's own", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Calls a procedure as another admin. */
  async function call(procedure: string, input: object) {
    const page = await app.open(null);
    const answer = await page.request.post(`${app.adminUrl}/trpc/admin.${procedure}`, {
      data: { projectId: app.projectId, ...input },
      headers: { "x-rapport-admin": "1" },
    });
    expect(answer.status()).toBe(200);
    return (await answer.json()).result.data;
  }

  const pages = (page: Page) => page.getByRole("navigation", { name: "Pages" });
  const column = (page: Page, label: string) =>
    page.getByRole("region", { name: label, exact: true });
  const card = (within: Locator, name: string) =>
    within.getByRole("listitem").filter({ hasText: name });

  it("lead from an empty project to a board of listings", { timeout: 180_000 }, async () => {
    const page = await app.open(app.at("/schema/contacts"), { role: "admin" });
    await page.getByRole("button", { name: "New object type" }).click();
    const form = page.getByRole("dialog", { name: "New object type" });
    await form.getByRole("textbox", { name: "Label", exact: true }).fill("Listing");
    expect(await form.getByLabel("Plural label").inputValue()).toBe("Listings");
    expect(await form.getByLabel("Internal name").inputValue()).toBe("listing");
    expect(await form.getByLabel("Internal plural").inputValue()).toBe("listings");
    await form.getByRole("radio", { name: "Home" }).check();
    await form.getByLabel("Label of property 1").fill("Street");
    await form.getByLabel("Label of property 2").fill("Price");
    await form.getByRole("combobox", { name: "Type of property 2" }).click();
    await page.getByRole("option", { name: "Number" }).click();
    await form.getByRole("switch", { name: "Has a pipeline" }).check();
    await form.getByLabel("Name of stage 2").fill("Sold");
    await form.getByRole("button", { name: "Create type" }).click();
    await page.waitForURL(`**${app.at("/schema/listings")}`);
    await page.getByRole("row", { name: /Street/ }).waitFor();

    await pages(page).getByRole("link", { name: "Listings" }).click();
    await page.waitForURL(`**${app.at("/listings")}`);
    await page.getByRole("button", { name: "Create listing" }).first().click();
    const drawer = page.getByRole("dialog", { name: "New listing" });
    await drawer.waitFor();
    expect(await page.evaluate(faultsOfLayout)).toEqual([]);
    await drawer.getByLabel("Street").fill("12 Mill Lane");
    await drawer.getByLabel("Price").fill("450000");
    await drawer.getByRole("button", { name: "Create listing" }).click();
    await page.getByRole("row", { name: /12 Mill Lane/ }).waitFor();

    await visit(page, app, "/imports/new?object=listings");
    await page.getByLabel("File to import").setInputFiles({
      name: "listings.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Street,Price\n3 Hill Road,99000\n8 Quay,120000\n"),
    });
    await page.getByRole("button", { name: "Continue to options" }).click();
    await page.getByRole("button", { name: "Continue to check" }).click();
    await page.getByRole("button", { name: "Import 2 rows" }).click(PATIENT);
    await page.getByRole("status").filter({ hasText: "Done" }).first().waitFor(PATIENT);

    await visit(page, app, "/listings?filter=price.gt.100000");
    await page.getByRole("row", { name: /8 Quay/ }).waitFor();
    expect(await page.getByRole("row", { name: /3 Hill Road/ }).count()).toBe(0);

    await visit(page, app, "/listings/board");
    await card(column(page, "New"), "12 Mill Lane").waitFor();
    await page.getByRole("button", { name: "Move 12 Mill Lane to another stage" }).click();
    await page.getByRole("menuitem", { name: "Sold" }).click();
    await card(column(page, "Sold"), "12 Mill Lane").waitFor();
    await card(column(page, "Sold"), "12 Mill Lane").getByRole("link").click();
    await page.getByRole("heading", { name: "12 Mill Lane" }).waitFor();
  });

  it("show the faults of a new type at its fields", async () => {
    const page = await app.open(app.at("/schema/contacts?add=type"), { role: "admin" });
    const form = page.getByRole("dialog", { name: "New object type" });
    await form.getByRole("textbox", { name: "Label", exact: true }).fill("Deal");
    await form.getByLabel("Label of property 2").fill("Name");
    await form.getByRole("button", { name: "Add property" }).press("Enter");
    await hasFocus(form.getByLabel("Label of property 3"));
    await form.getByRole("button", { name: "Remove property 3" }).press("Enter");
    await hasFocus(form.getByLabel("Label of property 2"));
    await form.getByRole("button", { name: "Create type" }).click();
    const fault = (name: string) => form.getByRole("textbox", { name, exact: true });
    await form.getByText(/"deal" is the name of another object type/).waitFor();
    await form.getByText(/"deals" is the plural of another object type/).waitFor();
    await form.getByText(/There are two properties "name"/).waitFor();
    for (const label of ["Internal name", "Internal plural", "Label of property 2"]) {
      expect(await fault(label).getAttribute("aria-invalid")).toBe("true");
    }
  });

  it("rename a built-in type everywhere, also on the open page of another admin", async () => {
    const other = await app.open(app.at("/deals"), { role: "read-only" });
    await other.getByRole("heading", { name: "Deals" }).waitFor();
    const page = await app.open(app.at("/schema/deals"), { role: "admin" });
    await page.getByRole("button", { name: "Edit type" }).click();
    const form = page.getByRole("dialog", { name: "Edit deal" });
    await form.getByRole("button", { name: "Add alternative" }).press("Enter");
    await hasFocus(form.getByRole("combobox", { name: "Names of records, row 2" }));
    await form.getByRole("button", { name: "Remove row 2 of names of records" }).press("Enter");
    await hasFocus(form.getByRole("combobox", { name: "Names of records, row 1" }));
    await form.getByRole("textbox", { name: "Label", exact: true }).fill("Opportunity");
    await form.getByLabel("Plural label").fill("Opportunities");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    await pages(page).getByRole("link", { name: "Opportunities" }).waitFor();
    await other.getByRole("heading", { name: "Opportunities" }).waitFor(PATIENT);
    await pages(other).getByRole("link", { name: "Opportunities" }).waitFor();
    await visit(page, app, "/deals?form=new");
    await page.getByRole("dialog", { name: "New opportunity" }).waitFor();
  });

  it("call the tasks of admins and of records by the label of their type", async () => {
    const page = await app.open(app.at(""), { role: "admin" });
    const rename = (label: string, pluralLabel: string) =>
      page.request.post(`${app.adminUrl}/trpc/admin.schema.updateType`, {
        data: { projectId: app.projectId, type: "task", settings: { label, pluralLabel } },
        headers: { "x-rapport-admin": "1" },
      });
    expect((await rename("Errand", "Errands")).ok()).toBe(true);
    const contact = await make(app, "contact", { email: "ada@example.com" });
    await page.reload();
    const mine = page.getByRole("region", { name: "My errands due" });
    await mine.getByRole("link", { name: "All my open errands" }).waitFor();
    await mine.getByText("Add an errand on a record’s page").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Add an errand").waitFor();
    await page.keyboard.press("Escape");
    await visit(page, app, `/contacts/${contact}`);
    await page.getByRole("button", { name: "Add an errand" }).waitFor();
    await page.getByRole("region", { name: "Open errands" }).waitFor();
    expect((await rename("Task", "Tasks")).ok()).toBe(true);
  });

  it("are removed once no record is left", async () => {
    const settings = {
      name: "course",
      plural: "courses",
      hasPipeline: false,
      properties: [{ name: "title", label: "Title" }],
    };
    await call("schema.createType", { settings });
    const { id } = await call("records.create", {
      type: "course",
      properties: [{ internal_name: "title", value: "Looms" }],
    });
    const page = await app.open(app.at("/schema/courses"), { role: "admin" });
    await page.getByRole("button", { name: "Remove type" }).click();
    const inUse = page.getByRole("dialog", { name: "Courses are in use" });
    await inUse.getByText("1 record").waitFor();
    await inUse.getByRole("button", { name: "Close" }).first().click();
    await call("records.delete", { type: "course", id });
    await page.getByRole("button", { name: "Remove type" }).click();
    const question = page.getByRole("dialog", { name: "Remove Courses?" });
    await question.getByRole("textbox").fill("course");
    await question.getByRole("button", { name: "Remove type" }).click();
    await page.waitForURL(`**${app.at("/schema/contacts")}`);
    await expect.poll(() => pages(page).getByRole("link", { name: "Courses" }).count()).toBe(0);
  });
});
