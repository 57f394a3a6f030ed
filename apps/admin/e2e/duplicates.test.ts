import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { make, read } from "./support/records.ts";

describe("duplicates", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  let made = 0;
  const contact = (values: Readonly<Record<string, string>>) => make(app, "contact", values);
  /** Creates two contacts with the same email. */
  async function pair(name: string, values: Readonly<Record<string, string>> = {}) {
    const email = `${name}${++made}@example.com`.toLowerCase();
    const one = await contact({ firstname: name, lastname: "One", email, city: "Bath" });
    const other = await contact({ firstname: name, lastname: "Other", email, ...values });
    return [one, other] as const;
  }
  const row = (page: Page, id: number) =>
    page.getByRole("listitem").filter({ hasText: new RegExp(`#${id}(?!\\d)`) });
  const current = (page: Page) => page.locator("li[aria-current=true]");
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Merge contacts" });
  const done = (page: Page, text: string) => page.getByText(text).waitFor();

  /** Opens the queue and waits until the worker has found the pairs. */
  async function queueWith(...ids: readonly number[]): Promise<Page> {
    const page = await app.open(app.at("/duplicates"), { role: "admin" });
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.getByRole("heading", { name: "Duplicates" }).waitFor();
          await page.waitForLoadState("networkidle");
          const found = await Promise.all(ids.map((id) => row(page, id).count()));
          return found.every((count) => count > 0);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    return page;
  }

  it("works through the queue with the keyboard", async () => {
    const [a1, a2] = await pair("Ada", { city: "York", phone: "+44 20 7946 0001" });
    const [b1, b2] = await pair("Bea");
    const [c1, c2] = await pair("Cy");
    const page = await queueWith(a2, b2, c2);
    await expect.poll(() => current(page).textContent()).toContain(`#${c2}`);
    await page.keyboard.press("j");
    await expect.poll(() => current(page).textContent()).toContain(`#${b2}`);
    await page.keyboard.press("k");
    await expect.poll(() => current(page).textContent()).toContain(`#${c2}`);

    await page.keyboard.press("d");
    await done(page, `Marked #${c1} and #${c2} as different.`);
    await expect.poll(() => current(page).textContent()).toContain(`#${b2}`);
    expect(await row(page, c2).count()).toBe(0);

    await page.keyboard.press("j");
    await page.keyboard.press("m");
    await dialog(page).getByRole("table", { name: "Comparison" }).waitFor();
    const names = await dialog(page).getByRole("rowheader").allTextContents();
    expect(names).toEqual(["Last name", "Phone", "City", "Associations", "Created"]);
    await dialog(page).getByRole("button", { name: "York" }).click();
    await button(dialog(page), "Merge 2 contacts").click();
    await done(page, "Merged 2 records.");
    expect(await read(app, "contact", a2)).toMatchObject({
      ...{ firstname: "Ada", lastname: "One", city: "York", phone: "+44 20 7946 0001" },
    });
    await expect.poll(() => current(page).textContent()).toContain(`#${b1}`);
    expect(await row(page, a1).count()).toBe(0);

    const undo = page.getByRole("alert").filter({ hasText: "Merged 2 records." });
    await undo.getByRole("button", { name: "Undo" }).click();
    await done(page, "Merge undone.");
    expect(await read(app, "contact", a1)).toMatchObject({ lastname: "One", city: "Bath" });
    expect(await read(app, "contact", a2)).toMatchObject({ lastname: "Other", city: "York" });
  });

  it("goes on with the next pair, and brings a pair back when the admin undoes its dismissal", async () => {
    const [next] = await pair("Dirk");
    const [one, other] = await pair("Dora");
    const page = await queueWith(next, one, other);
    await row(page, other)
      .getByRole("button", { name: /^Not a duplicate/ })
      .click();
    const notice = page.getByRole("alert").filter({ hasText: `Marked #${one} and #${other}` });
    await hasFocus(row(page, next).getByRole("button", { name: /^Compare/ }));
    await notice.getByRole("button", { name: "Undo" }).click();
    await row(page, other).waitFor();

    await row(page, other)
      .getByRole("button", { name: /^Compare/ })
      .click();
    await button(dialog(page), "Merge 2 contacts").click();
    await done(page, "Merged 2 records.");
    await hasFocus(row(page, next).getByRole("button", { name: /^Compare/ }));
  });

  it("fits a narrow screen, where the admin keeps the newer record", async () => {
    const [one, other] = await pair("Eva", { jobtitle: "Engineer" });
    await queueWith(other);
    const viewport = { width: 390, height: 844 };
    const page = await app.open(app.at("/duplicates"), { role: "admin", viewport });
    await row(page, other)
      .getByRole("button", { name: /^Compare/ })
      .click();
    await dialog(page)
      .getByRole("radio", { name: `Keep the contact Eva Other #${other}` })
      .check();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await button(dialog(page), "Merge 2 contacts").click();
    await done(page, "Merged 2 records.");
    expect(await read(app, "contact", one)).toMatchObject({ lastname: "Other", city: "Bath" });
  });

  it("merges from a record's page, and undoes the merge from its history", async () => {
    const one = await contact({ firstname: "Flora", email: "flora@example.com" });
    const other = await contact({ firstname: "Flo", lastname: "Post", phone: "+44 1" });
    const page = await app.open(app.at(`/contacts/${one}`), { role: "admin" });
    await button(page, "More actions").click();
    await page.getByRole("menuitem", { name: "Merge" }).click();
    await page.getByRole("textbox", { name: "Find the contact to merge" }).fill("Flo");
    await page.getByRole("option", { name: /Flo Post/ }).click();
    await button(dialog(page), "Merge 2 contacts").click();
    await page.getByRole("heading", { name: "Flora Post" }).waitFor();
    await hasFocus(button(page, "More actions"));
    await button(page, `Undo the merge of #${other}`).click();
    await done(page, "Merge undone.");
    await page.getByRole("heading", { name: "Flora", exact: true }).waitFor();
    await expect.poll(() => button(page, `Undo the merge of #${other}`).count()).toBe(0);
    expect(await read(app, "contact", other)).toMatchObject({ firstname: "Flo", phone: "+44 1" });
  });

  it("shows what someone else changed meanwhile, and merges the records as they are then", async () => {
    const one = await contact({ firstname: "Ines", email: "ines@example.com", city: "Bath" });
    const other = await contact({ firstname: "Ina", lastname: "Post", phone: "+44 3" });
    const page = await app.open(app.at(`/contacts/${one}`), { role: "admin" });
    await button(page, "More actions").click();
    await page.getByRole("menuitem", { name: "Merge" }).click();
    await page.getByRole("textbox", { name: "Find the contact to merge" }).fill("Ina");
    await page.getByRole("option", { name: /Ina Post/ }).click();
    await dialog(page).getByRole("table", { name: "Comparison" }).waitFor();
    const refetched = page.waitForResponse(/records\.timeline/);
    await app.workspace("PATCH", `/v1/contacts/${other}`, { lastName: "Porter" });
    // The page behind the comparison shows the change, the comparison does not.
    await refetched;
    await button(dialog(page), "Merge 2 contacts").click();
    const notice = dialog(page).getByRole("alert");
    await notice.getByText(`Ina Porter #${other}: Last name`).waitFor();
    await dialog(page).getByRole("button", { name: "Porter" }).waitFor();
    expect((await app.workspace("GET", `/v1/contacts/${other}`)).status).toBe(200);
    await button(dialog(page), "Merge 2 contacts").click();
    await page.getByRole("heading", { name: "Ines Porter" }).waitFor();
    expect(await read(app, "contact", one)).toMatchObject({ lastname: "Porter", city: "Bath" });
  });

  it("merges the selected rows of a table", async () => {
    const ids = [];
    for (const lastname of ["X", "Y", "Z"]) {
      ids.push(await contact({ firstname: "Greta", lastname, email: `${lastname}@greta.test` }));
    }
    const page = await app.open(app.at("/contacts?q=greta"), { role: "admin" });
    const bar = page.getByRole("region", { name: "Selection" });
    await page.getByRole("checkbox", { name: "Select Greta X" }).check();
    await bar.getByText("1 contact selected").waitFor();
    expect(await button(bar, "Merge").isDisabled()).toBe(true);
    for (const name of ["Y", "Z"]) {
      await page.getByRole("checkbox", { name: `Select Greta ${name}` }).check();
    }
    await button(bar, "Merge").click();
    await button(dialog(page), "Merge 3 contacts").click();
    await hasFocus(page.getByRole("heading", { name: "Greta X" }));
    const [first = 0, , third = 0] = ids;
    expect(new URL(page.url()).pathname).toBe(app.at(`/contacts/${first}`));
    expect(await read(app, "contact", third)).toMatchObject({ lastname: "X" });
  });

  it("shows a read-only admin the queue without its actions", async () => {
    const [one, other] = await pair("Hedy");
    await queueWith(other);
    const page = await app.open(app.at("/duplicates"), { role: "read-only" });
    await row(page, one).first().waitFor();
    expect(await page.getByRole("button", { name: /^(Compare|Not a duplicate)/ }).count()).toBe(0);
    await page.keyboard.press("m");
    expect(await dialog(page).count()).toBe(0);
  });
});
