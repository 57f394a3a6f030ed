import { updateRecord } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { publicApi } from "./support/public-api.ts";
import { addPipeline, make, principalOf, read, remove } from "./support/records.ts";

describe("two admins who change one record", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const contact = () =>
    make(app, "contact", { firstname: "Ada", lastname: "Byron", email: "ada@example.com" });
  const dialog = (page: Page, noun = "contact") =>
    page.getByRole("dialog", { name: `Someone else changed this ${noun}` });
  const keep = (page: Page, label: string, value: string, noun?: string) =>
    dialog(page, noun).getByRole("radiogroup", { name: label }).getByRole("radio", { name: value });
  const stored = (id: number, type: string = "contact") => read(app, type, id);

  /** Opens the record as a new admin and starts to edit a property. */
  async function editing(id: number, label: string): Promise<Page> {
    const page = await app.open(app.at(`/contacts/${id}`), { role: "admin" });
    await page.getByRole("button", { name: new RegExp(`^Edit ${label}:`) }).click();
    await page.getByRole("textbox", { name: label }).waitFor();
    return page;
  }
  async function save(page: Page, label: string, value: string): Promise<void> {
    await page.getByRole("textbox", { name: label }).fill(value);
    await page.keyboard.press("Enter");
  }

  it.each([
    ["Theirs: King", "King"],
    ["Mine: Lovelace", "Lovelace"],
  ])("asks which value of a property to keep: %s", async (choice, kept) => {
    const id = await contact();
    const [mine, theirs] = [await editing(id, "Last name"), await editing(id, "Last name")];
    await save(theirs, "Last name", "King");
    await expect.poll(() => stored(id)).toMatchObject({ lastname: "King" });
    await save(mine, "Last name", "Lovelace");
    await dialog(mine).waitFor();
    expect(await stored(id)).toMatchObject({ lastname: "King" });
    await expect.poll(() => button(dialog(mine), "Save").isDisabled()).toBe(true);
    await keep(mine, "Last name", choice).click();
    await button(dialog(mine), "Save").click();
    await dialog(mine).waitFor({ state: "hidden" });
    await mine.getByRole("button", { name: `Edit Last name: ${kept}` }).waitFor();
    await expect.poll(() => stored(id)).toMatchObject({ lastname: kept });
  });

  it("keeps the input if the admin cancels, and asks again at the next save", async () => {
    const id = await contact();
    const [mine, theirs] = [await editing(id, "Last name"), await editing(id, "Last name")];
    await save(theirs, "Last name", "King");
    await expect.poll(() => stored(id)).toMatchObject({ lastname: "King" });
    await save(mine, "Last name", "Lovelace");
    await button(dialog(mine), "Cancel").click();
    await mine.getByRole("alert").getByText("Save again to compare.").waitFor();
    const input = mine.getByRole("textbox", { name: "Last name" });
    expect(await input.inputValue()).toBe("Lovelace");
    expect(await stored(id)).toMatchObject({ lastname: "King" });
    await input.press("Enter");
    await keep(mine, "Last name", "Mine: Lovelace").click();
    await button(dialog(mine), "Save").click();
    await expect.poll(() => stored(id)).toMatchObject({ lastname: "Lovelace" });
  });

  it("saves both without a question if they changed different properties", async () => {
    const id = await contact();
    const [mine, theirs] = [await editing(id, "Last name"), await editing(id, "First name")];
    await save(theirs, "First name", "Augusta");
    await expect.poll(() => stored(id)).toMatchObject({ firstname: "Augusta" });
    await save(mine, "Last name", "Lovelace");
    await expect
      .poll(() => stored(id))
      .toMatchObject({ firstname: "Augusta", lastname: "Lovelace" });
    expect(await dialog(mine).count()).toBe(0);
  });

  it("compares a form field by field, on a narrow screen too", async () => {
    const id = await contact();
    const viewport = { width: 390, height: 844 };
    const path = app.at(`/contacts?form=${id}`);
    // From another page, so that the form is added after the dialog of the question.
    const mine = await app.open(app.at(""), { role: "admin", viewport });
    await button(mine, "Open the menu").waitFor();
    await mine.evaluate((path) => history.pushState({}, "", path), path);
    const theirs = await app.open(path, { role: "admin" });
    const form = (page: Page) => page.getByRole("dialog", { name: "Edit contact" });
    const fill = async (page: Page, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) {
        await form(page).getByLabel(label, { exact: true }).fill(value);
      }
      await button(form(page), "Save").click();
    };
    await form(mine).getByLabel("First name").waitFor();
    await fill(theirs, { "First name": "Augusta", "Last name": "King" });
    await expect.poll(() => stored(id)).toMatchObject({ lastname: "King" });
    await fill(mine, {
      "First name": "A. A.",
      "Last name": "Lovelace",
      Email: "lovelace@example.com",
    });
    await dialog(mine).waitFor();
    await button(dialog(mine), "Keep all mine").click();
    await keep(mine, "First name", "Theirs: Augusta").click();
    await button(dialog(mine), "Save").click();
    await form(mine).waitFor({ state: "hidden" });
    expect(await stored(id)).toMatchObject({
      firstname: "Augusta",
      lastname: "Lovelace",
      email: "lovelace@example.com",
    });
  });

  it("keeps what an admin typed into a record that someone else deletes meanwhile", async () => {
    const id = await contact();
    const mine = await editing(id, "Last name");
    await remove(app, "contact", id);
    await save(mine, "Last name", "Lovelace");
    const notice = mine.getByRole("alert").filter({ hasText: "This contact was deleted" });
    await notice.getByRole("link", { name: "Open the bin" }).waitFor();
    const input = mine.getByRole("textbox", { name: "Last name" });
    expect(await input.inputValue()).toBe("Lovelace");
    await mine.reload();
    await mine.getByRole("heading", { name: "Contact not found" }).waitFor();
  });

  it("keeps what an admin typed into a record that someone else merges meanwhile", async () => {
    const [id, primary] = [await contact(), await contact()];
    const mine = await editing(id, "Last name");
    const { merge } = await publicApi(app);
    expect((await merge("contacts", primary, [id])).status).toBe(200);
    await save(mine, "Last name", "Lovelace");
    const notice = mine.getByRole("alert").filter({ hasText: "This contact was merged" });
    expect(await mine.getByRole("textbox", { name: "Last name" }).inputValue()).toBe("Lovelace");
    expect(await stored(primary)).toMatchObject({ lastname: "Byron" });
    await notice.getByRole("link", { name: "Open Ada Byron" }).click();
    await mine.waitForURL(`**${app.at(`/contacts/${primary}`)}*`);
  });

  it("deletes a record that has changed meanwhile only if the admin confirms it again", async () => {
    const id = await contact();
    const mine = await app.open(null, { role: "admin" });
    // Otherwise the page may show the change before the record is deleted.
    await mine.route("**/live/**", (route) => route.abort());
    await mine.goto(`${app.adminUrl}${app.at(`/contacts/${id}`)}`);
    await mine.getByRole("heading", { name: "Ada Byron" }).waitFor();
    const theirs = await editing(id, "Email");
    await button(mine, "More actions").click();
    await save(theirs, "Email", "king@example.com");
    await expect.poll(() => stored(id)).toMatchObject({ email: "king@example.com" });
    await mine.getByRole("menuitem", { name: "Delete" }).click();
    const question = mine.getByRole("dialog", { name: "Delete this contact?" });
    await question.getByText("Someone changed this contact after you opened it.").waitFor();
    expect(await stored(id)).toMatchObject({ email: "king@example.com" });
    await button(question, "Delete contact").click();
    await question.waitFor({ state: "hidden" });
    await expect(stored(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("asks before a card is moved from a stage that it has left", async () => {
    const id = await make(app, "deal", { name: "Engine" });
    const open = async () => {
      const page = await app.open(app.at("/deals/board"), { role: "admin" });
      await page.getByRole("button", { name: "Move Engine to another stage" }).waitFor();
      return page;
    };
    const openMenu = (page: Page) =>
      page.getByRole("button", { name: "Move Engine to another stage" }).click();
    const choose = (page: Page, stage: string) =>
      page.getByRole("menuitem", { name: stage }).click();
    const move = async (page: Page, stage: string) => {
      await openMenu(page);
      await choose(page, stage);
    };
    const stageOf = async () => (await stored(id, "deal")).stage;
    const [mine, theirs] = [await open(), await open()];
    await openMenu(mine);
    await move(theirs, "Won");
    await expect.poll(stageOf).toBe("won");
    await choose(mine, "Qualified");
    const question = dialog(mine, "deal");
    await question.getByRole("radio", { name: "Theirs: Won" }).waitFor();
    await button(question, "Cancel").click();
    await mine.getByText("Engine was not moved").waitFor();
    expect(await stageOf()).toBe("won");
    const inWon = mine.getByRole("region", { name: /^Won/ }).getByText("Engine");
    await inWon.waitFor();
    await move(mine, "Qualified");
    await expect.poll(stageOf).toBe("qualified");
    expect(await question.count()).toBe(0);
  });

  it("asks before an undo overwrites what someone else saved after the change", async () => {
    const id = await contact();
    const mine = await editing(id, "Last name");
    await save(mine, "Last name", "Lovelace");
    const undo = button(mine.getByRole("alert").filter({ hasText: "Changed Last name" }), "Undo");
    await undo.waitFor();
    const theirs = await editing(id, "Last name");
    await save(theirs, "Last name", "King");
    await expect.poll(() => stored(id)).toMatchObject({ lastname: "King" });
    await undo.click();
    await dialog(mine).getByText("saved after your change").waitFor();
    await button(dialog(mine), "Cancel").click();
    await mine.getByText("Undo again to compare.").waitFor();
    expect(await stored(id)).toMatchObject({ lastname: "King" });
    await undo.click();
    await keep(mine, "Last name", "Before my change: Byron").click();
    await button(dialog(mine), "Save").click();
    await dialog(mine).waitFor({ state: "hidden" });
    await expect.poll(() => stored(id)).toMatchObject({ lastname: "Byron" });
  });

  it("asks before an undo takes a deal from the pipeline that someone else chose", async () => {
    const id = await make(app, "deal", { name: "Turbine" });
    const page = await app.open(null, { role: "admin" });
    await addPipeline(app, page, "Partners", ["Qualified", "Signed"]);
    await page.goto(`${app.adminUrl}${app.at(`/deals/${id}`)}`);
    await button(page, "Qualified").click();
    const undo = button(page.getByRole("alert").filter({ hasText: "Moved Turbine" }), "Undo");
    await undo.waitFor();
    const moved = [{ internal_name: "pipeline", value: "partners" }];
    await updateRecord(
      { deps: app.deps, principal: principalOf(app) },
      { type: "deal", id },
      moved,
    );
    await undo.click();
    await keep(page, "Pipeline", "Theirs: Partners", "deal").click();
    await button(dialog(page, "deal"), "Save").click();
    await dialog(page, "deal").waitFor({ state: "hidden" });
    expect(await stored(id, "deal")).toMatchObject({ pipeline: "partners", stage: "qualified" });
  });
});
