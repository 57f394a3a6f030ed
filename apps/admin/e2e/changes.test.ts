import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freeJobs } from "../../api/test/support/jobs.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { button } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { publicApi } from "./support/public-api.ts";
import { make, read, remove } from "./support/records.ts";

describe("bulk changes in a browser", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  let made = 0;
  /** Creates contacts of one city, and returns their ids. Their names are the city and a number. */
  async function contacts(city: string, count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let i = 1; i <= count; i++) {
      const email = `c${++made}@example.com`;
      ids.push(await make(app, "contact", { firstname: city, lastname: `N${i}`, email, city }));
    }
    return ids;
  }
  const openCity = (city: string, options?: Parameters<Installation["open"]>[1]) =>
    app.open(app.at(`/contacts?filter=city.eq.${city}`), options);
  const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
  const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
  const line = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
  const cities = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await read(app, "contact", id)).city));

  async function choose(within: Locator, label: string, option: string): Promise<void> {
    await within.getByRole("combobox", { name: label, exact: true }).click();
    await within.page().getByRole("option", { name: option, exact: true }).click();
  }

  /** Opens the dialog that edits the selection, and chooses to set the city. */
  async function editCity(page: Page, value: string): Promise<Locator> {
    await button(bar(page), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit contacts" });
    await dialog.getByRole("combobox", { name: "Property", exact: true }).fill("Cit");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("City").and(page.locator(":focus")).fill(value);
    return dialog;
  }

  it("selects rows by boxes, ranges and keys, and Esc clears the selection", async () => {
    await contacts("Ahlen", 6);
    const page = await openCity("Ahlen");
    await box(page, "Ahlen N6").click();
    await bar(page).getByText("1 contact selected").waitFor();
    await box(page, "Ahlen N3").click({ modifiers: ["Shift"] });
    await bar(page).getByText("4 contacts selected").waitFor();
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Ahlen N5" }).focus();
    await page.keyboard.press("x");
    await bar(page).getByText("1 contact selected").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+X");
    await bar(page).getByText("3 contacts selected").waitFor();
    expect(await box(page, "Ahlen N4").isChecked()).toBe(true);
    await page.keyboard.press("x");
    await bar(page).getByText("2 contacts selected").waitFor();

    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check();
    await bar(page).getByText("6 contacts selected").waitFor();
    await button(bar(page), "Clear selection").click();
    await bar(page).waitFor({ state: "detached" });
  });

  it("previews and makes an edit of all matching rows but one, and undoes it", async () => {
    const ids = await contacts("Basel", 8);
    const page = await openCity("Basel");
    await box(page, "Basel N8").check();
    await button(bar(page), "Select all 8 matching").click();
    await bar(page).getByText("8 contacts selected").waitFor();
    await bar(page).getByText("Select 2 to 10 contacts to merge.").waitFor();
    await box(page, "Basel N1").uncheck();
    await bar(page).getByText("7 contacts selected").waitFor();
    const dialog = await editCity(page, "Zug");
    await button(dialog, "Edit another property").click();
    const second = dialog.getByRole("combobox", { name: "Property", exact: true }).nth(1);
    await second.click();
    await page.getByRole("option", { name: "Tags", exact: true }).click();
    await dialog.getByLabel("Tags").fill("moved");
    await page.keyboard.press("Enter");
    await button(dialog, "Preview").click();
    await dialog.getByText("7 contacts: 7 would change.").waitFor();
    const rows = dialog.getByRole("table", { name: "Before and after" });
    expect(await rows.getByRole("rowheader").count()).toBe(5);
    await rows.getByRole("row", { name: /Basel N8.*City.*Basel.*Zug/ }).waitFor();
    await dialog.getByText("and 2 more").waitFor();
    await button(dialog, "Back").click();
    expect(await dialog.getByLabel("City").inputValue()).toBe("Zug");
    await button(dialog, "Preview").click();
    await button(dialog, "Change 7 contacts").click();
    await dialog.waitFor({ state: "detached" });
    await bar(page).waitFor({ state: "detached" });
    await line(page, "Edit contacts").getByText("7 changed").waitFor();
    expect(await cities(ids)).toEqual(["Basel", ...Array.from({ length: 7 }, () => "Zug")]);
    expect(await read(app, "contact", ids[3] as number)).toMatchObject({ tags: ["moved"] });

    await page.reload();
    await button(line(page, "Edit contacts"), "Undo").click();
    await line(page, "Edit contacts").getByText("Undone: 7 as before").waitFor();
    expect(await cities(ids)).toEqual(Array.from({ length: 8 }, () => "Basel"));
    await page.getByRole("link", { name: "Basel N8" }).waitFor();
    // The next visit does not show it again.
    await page.reload();
    await page.getByRole("link", { name: "Basel N8" }).waitFor();
    expect(await line(page, "Edit contacts").count()).toBe(0);
  });

  it("keeps what was typed when Esc is pressed, and shows a fault at its field", async () => {
    await contacts("Celle", 2);
    const page = await openCity("Celle");
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check();
    await button(bar(page), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit contacts" });
    await choose(dialog, "Property", "Email");
    await dialog.getByLabel("Email").fill("nonsense");
    await button(dialog, "Preview").click();
    await dialog.getByText(/^Email must be an email address/).waitFor();
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Discard what you typed?" });
    await button(question, "Keep editing").click();
    expect(await dialog.getByLabel("Email").inputValue()).toBe("nonsense");
  });

  it("takes the property that starts with what is typed, before others that contain it", async () => {
    await contacts("Coburg", 1);
    const page = await openCity("Coburg");
    await box(page, "Coburg N1").check();
    await button(bar(page), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit contacts" });
    // "Lifecycle stage" contains it.
    await dialog.getByRole("combobox", { name: "Property", exact: true }).fill("tag");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Tags").and(page.locator(":focus")).fill("fair");
    await page.keyboard.press("Enter");
    await choose(dialog, "Action", "Replace with");
    await button(dialog, "Preview").click();
    await dialog.getByRole("row", { name: /Coburg N1.*Tags.*fair/ }).waitFor();
  });

  it("takes another property by keyboard after it was added", async () => {
    await contacts("Demmin", 1);
    const page = await openCity("Demmin");
    await box(page, "Demmin N1").check();
    const dialog = await editCity(page, "Anklam");
    await button(dialog, "Edit another property").press("Enter");
    const properties = dialog.getByRole("combobox", { name: "Property", exact: true });
    await hasFocus(properties.nth(1));
    await properties.nth(1).fill("Language");
    await page.keyboard.press("Enter");
    await hasFocus(dialog.getByLabel("Language"));
    await button(dialog, "Remove this property").last().press("Enter");
    await hasFocus(dialog.getByLabel("City"));
  });

  it("goes on in the day of a datetime once it is chosen, not in its time", async () => {
    await make(app, "task", { name: "Call Ebern" });
    const page = await app.open(app.at("/tasks"));
    await box(page, "Call Ebern").check();
    await button(bar(page), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit tasks" });
    await choose(dialog, "Property", "Due");
    await hasFocus(dialog.getByLabel(/^Due/));
  });

  it("says how many were refused and why, and links to the list", async () => {
    const [first = 0] = await contacts("Dessau", 3);
    await make(app, "contact", {
      ...{ firstname: "Dessau", lastname: "Phone", phone: "+49 340 1", city: "Dessau" },
      email: "d@example.com",
    });
    const page = await openCity("Dessau");
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check();
    await button(bar(page), "Edit").click();
    const dialog = page.getByRole("dialog", { name: "Edit contacts" });
    await choose(dialog, "Property", "Email");
    await choose(dialog, "Action", "Clear");
    await button(dialog, "Preview").click();
    await dialog.getByText("4 contacts: 1 would change, 3 would be refused.").waitFor();
    await dialog.getByText(/^3: A contact needs an email or a phone/).waitFor();
    await button(dialog, "Change 1 of 4 contacts").click();
    const result = line(page, "Edit contacts").filter({ hasText: "1 changed, 3 refused" });
    const href = await result
      .getByRole("link", { name: "Download 3 refused" })
      .getAttribute("href");
    const csv = await (await page.request.get(`${app.adminUrl}${href}`)).text();
    expect(csv).toContain(`${first},Dessau N1,A contact needs an email or a phone.`);

    await result.getByRole("link", { name: "Edit contacts" }).click();
    await page.getByRole("heading", { level: 1, name: "Edit contacts" }).waitFor();
    await page.getByText("4 selected: 1 changed, 3 refused.").waitFor();
    await page.getByText("3: A contact needs an email or a phone.").waitFor();
    await page.getByRole("link", { name: "Audit log" }).click();
    const entry = page
      .getByRole("listitem")
      .filter({ hasText: /started the bulk change \d+ of contacts: 1 change/ });
    await entry.getByRole("button", { name: "Details" }).click();
    await entry.getByText(/Bulk change \d+ cleared the email of contact Dessau Phone/).waitFor();
    expect(await page.getByText("cleared the email of contact Dessau Phone").count()).toBe(1);
  });

  it("shows its progress after a reload and to other admins, one of whom cancels it", async () => {
    const ids = await contacts("Erfurt", 4);
    const { projectId, deps } = app;
    const held = "insert into job_queue (project_id, lease, until) values";
    const until = "'test', '2999-01-01T00:00:00.000Z'";
    const conflict =
      "on conflict (project_id) do update set lease = excluded.lease, until = excluded.until";
    const sql = `${held} (${projectId}, ${until}) ${conflict}`;
    await deps.db.transaction((tx) =>
      tx.execute({ name: "test_hold", sql }, []).then(() => undefined),
    );
    onTestFinished(() => freeJobs(deps.db));
    const page = await openCity("Erfurt");
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check();
    const dialog = await editCity(page, "Gotha");
    await button(dialog, "Preview").click();
    await button(dialog, "Change 4 contacts").click();
    const running = (on: Page) => line(on, "Edit contacts").filter({ hasText: "0 of 4" });
    await running(page).waitFor();
    await page.reload();
    await running(page).getByRole("progressbar").waitFor({ state: "attached" });
    expect(await seriousFindings(page)).toEqual([]);

    const theirs = await openCity("Erfurt", { role: "read-only" });
    await running(theirs).waitFor();
    expect(await button(theirs, "Cancel").count()).toBe(0);
    const admins = await openCity("Erfurt", { role: "admin" });
    await button(running(admins), "Cancel").click();
    await line(page, "Edit contacts")
      .filter({ hasText: "Cancelled after 0 of 4: 0 changed" })
      .waitFor();
    await freeJobs(deps.db);
    expect(await cities(ids)).toEqual(Array.from({ length: 4 }, () => "Erfurt"));
  });

  it("moves deals to a stage, and associates them with a company", async () => {
    const ids = [
      await make(app, "deal", { name: "One" }),
      await make(app, "deal", { name: "Two" }),
    ];
    const company = await make(app, "company", { name: "Umbrella" });
    const page = await app.open(app.at("/deals"));
    await page.getByRole("checkbox", { name: "Select all loaded deals" }).check();
    await button(bar(page), "Move stage").click();
    const moving = page.getByRole("dialog", { name: "Move deals" });
    await choose(moving, "Stage", "Proposal");
    await button(moving, "Preview").click();
    await moving.getByRole("row", { name: /Two.*Stage.*New.*Proposal/ }).waitFor();
    await button(moving, "Move 2 deals").click();
    await line(page, "Move deals").getByText("2 moved").waitFor();
    for (const id of ids) expect(await read(app, "deal", id)).toMatchObject({ stage: "proposal" });

    await page.getByRole("checkbox", { name: "Select all loaded deals" }).check();
    await button(bar(page), "Associate").click();
    const associating = page.getByRole("dialog", { name: "Associate deals" });
    await associating.getByRole("textbox", { name: "Find a company" }).fill("umbr");
    await page.getByRole("option", { name: /Umbrella/ }).click();
    await button(associating, "Preview").click();
    await page.getByRole("heading", { name: "Associate deals with Umbrella" }).waitFor();
    await button(associating, "Associate 2 deals").click();
    await line(page, "Associate deals").getByText("2 associated").waitFor();
    await visit(page, app, `/companies/${company}`);
    await page.getByRole("link", { name: "Two" }).first().waitFor();
  });

  it("deletes the selected rows, and restores them from the bin together", async () => {
    const ids = await contacts("Fulda", 3);
    const page = await openCity("Fulda");
    await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check();
    await button(bar(page), "Delete").click();
    const dialog = page.getByRole("dialog", { name: "Delete contacts?" });
    await button(dialog, "Delete 3 contacts").click();
    await line(page, "Delete contacts").getByText("3 deleted").waitFor();
    await page.getByText("No contacts match").waitFor();
    await button(line(page, "Delete contacts"), "Undo").click();
    await page.getByRole("link", { name: "Fulda N2" }).waitFor();

    for (const id of ids) await remove(app, "contact", id);
    await visit(page, app, "/bin");
    for (const i of [1, 3]) await box(page, `Fulda N${i}`).check();
    await button(bar(page), "Restore 2").click();
    await line(page, "Restore contacts").getByText("2 restored").waitFor();
    await box(page, "Fulda N1").waitFor({ state: "detached" });
    expect(await cities([ids[0] as number, ids[2] as number])).toEqual(["Fulda", "Fulda"]);
  });

  it("shows all rows at the end of an undo, without a question", async () => {
    const api = await publicApi(app);
    const people = Array.from({ length: 600 }, () => ({
      ...{ firstname: "Zittau", city: "Zittau" },
      email: `c${++made}@example.com`,
    }));
    await api.makeMany("contacts", people);
    const page = await app.open(app.at("/contacts?filter=city.eq.Zittau&sort=lastname"));
    await page.getByRole("checkbox", { name: /^Select all loaded/ }).check();
    await button(page, "Select all 600 matching").click();
    await button(bar(page), "Delete").click();
    await button(page.getByRole("dialog"), "Delete 600 contacts").click();
    await button(line(page, "Delete contacts"), "Undo").click();
    await line(page, "Delete contacts").filter({ hasText: "Undone: 600 as before" }).waitFor();
    await line(page, "More changes").waitFor({ state: "hidden" });
    await page.getByText(/^600 of/).waitFor();
  });

  it("says that an export of selected rows leaves the filters aside", async () => {
    await contacts("Gera", 2);
    const page = await openCity("Gera");
    await box(page, "Gera N2").check();
    await page.getByRole("button", { name: "Remove filter: City is Gera" }).click();
    await page.getByRole("searchbox").fill("N1");
    await box(page, "Gera N1").check();
    await button(bar(page), "Export").click();
    const dialog = page.getByRole("dialog", { name: "Export contacts" });
    await dialog.getByText("2 contacts, in the order of the table.", { exact: true }).waitFor();
    await button(dialog, "Export").click();
  });

  it("shows notifications above the buttons of the selection", async () => {
    await contacts("Halle", 8);
    const page = await openCity("Halle", { viewport: { width: 1440, height: 480 } });
    await box(page, "Halle N8").check();
    await button(bar(page), "Export").click();
    await button(page.getByRole("dialog", { name: "Export contacts" }), "Export").click();
    const bottomOf = async (one: Locator) => {
      const { y, height } = (await one.boundingBox()) ?? { y: 0, height: 0 };
      return y + height;
    };
    const top = (await bar(page).boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThan(400);
    await page.getByRole("alert").waitFor();
    await expect.poll(() => bottomOf(page.getByRole("alert"))).toBeLessThan(top);
  });

  it("shows a read-only admin no boxes and no actions", async () => {
    const page = await openCity("Ahlen", { role: "read-only" });
    await page.getByRole("link", { name: "Ahlen N1" }).focus();
    await page.keyboard.press("x");
    expect(await page.getByRole("checkbox").count()).toBe(0);
    expect(await bar(page).count()).toBe(0);
    await page.getByRole("link", { name: "Bulk changes" }).click();
    await page.getByRole("region", { name: "Bulk changes" }).getByText("Done").first().waitFor();
  });

  it("fits a narrow screen with rows selected", async () => {
    const viewport = { width: 390, height: 844 };
    const page = await openCity("Ahlen", { viewport });
    await box(page, "Ahlen N1").check();
    await button(bar(page), "Delete").waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const dialog = await editCity(page, "Ulm");
    await button(dialog, "Preview").click();
    await button(dialog, "Change 1 contact").waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
