import { saveProperty } from "@rapport/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, read, remove } from "./support/records.ts";

describe("the bin", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open: Installation["open"] = (path, options) => app.open(path, options);

  it("lists a record that was deleted from its row without a question, and restores it", async () => {
    const id = await make(app, "contact", {
      firstname: "Alan",
      lastname: "Turing",
      phone: "+44 1",
    });
    const page = await open(app.at("/contacts"));
    await page.getByRole("button", { name: "Actions for Alan Turing" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("No contacts yet").waitFor();
    await hasFocus(page.getByRole("heading", { name: "Contacts", level: 1 }));
    expect((await app.workspace("GET", `/v1/contacts/${id}`)).status).toBe(404);

    await page.getByRole("link", { name: "Bin" }).click();
    const row = page.getByRole("row", { name: /Alan Turing/ });
    await row.getByText("Contact · +44 1").waitFor();
    const purged = new Date(Date.now() + 90 * 24 * 60 * 60 * 1000);
    await row.getByText(String(purged.getFullYear())).waitFor();
    await page.getByRole("button", { name: "Restore Alan Turing" }).click();
    await page.getByText("The record and its associations were restored").waitFor();
    await page
      .getByText("Moved Alan Turing to the bin.")
      .waitFor({ state: "detached", timeout: 10_000 });
    await page.getByText("The bin is empty").waitFor();
    expect((await app.workspace("GET", `/v1/contacts/${id}`)).status).toBe(200);
    await page.getByRole("link", { name: "Alan Turing" }).click();
    await page.waitForURL(`**${app.at(`/contacts/${id}`)}`);
  });

  it("focuses the next row after a delete, and with the page's heading after a record's page", async () => {
    for (const name of ["Ash", "Birch", "Cedar"]) await make(app, "deal", { name });
    const page = await open(app.at("/deals?sort=name"));
    await page.getByRole("link", { name: "Ash" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
    await page.getByRole("button", { name: "Actions for Ash" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await hasFocus(page.getByRole("link", { name: "Birch" }));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Cedar" }).waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await hasFocus(page.getByRole("heading", { name: "Deals", level: 1 }));
  });

  it("leaves the focus where it is when someone else deletes a row whose delete failed", async () => {
    const first = await make(app, "ticket", { name: "Fir" });
    await make(app, "ticket", { name: "Gum" });
    const page = await open(app.at("/tickets"));
    await page.route("**/trpc/admin.records.delete**", (route) => route.abort());
    await page.getByRole("button", { name: "Actions for Fir" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("Fir was not deleted").waitFor();
    await page.getByText("The server cannot be reached").waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await expect.poll(focused).toBe("BODY");
    await remove(app, "ticket", first);
    await page.getByRole("link", { name: "Fir" }).waitFor({ state: "detached" });
    expect(await focused()).toBe("BODY");
  });

  it("restores a record on the page where it was deleted", async () => {
    const name = "Grace  Hopper ";
    const id = await make(app, "lead", { name });
    const page = await open(app.at("/leads"));
    await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("No leads yet").waitFor();
    await expect.poll(() => read(app, "lead", id).catch(({ code }) => code)).toBe("NOT_FOUND");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Grace Hopper" }).waitFor();
    await page.getByText("to the bin.").waitFor({ state: "detached" });
    expect(await read(app, "lead", id)).toMatchObject({ name });
  });

  it("filters by the type in the URL", async () => {
    for (const type of ["deal", "ticket"] as const) {
      const id = await make(app, type, { name: `Old ${type}` });
      await remove(app, type, id);
    }
    const page = await open(app.at("/bin"));
    await page.getByRole("row", { name: /Old ticket/ }).waitFor();
    await page.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Deals" }).click();
    await page.getByRole("row", { name: /Old ticket/ }).waitFor({ state: "detached" });
    await page.getByRole("row", { name: /Old deal/ }).waitFor();
    expect(new URL(page.url()).search).toBe("?type=deals");
    await page.goBack();
    await page.getByRole("row", { name: /Old ticket/ }).waitFor();
  });

  it("links to the record that has taken a unique value", async () => {
    const settings = { name: "domain", unique: true };
    await saveProperty(app.deps, app.projectId, "company", settings);
    app.deps.schemas.clear();
    const gone = await make(app, "company", { name: "Acme", domain: "acme.example" });
    const page = await open(app.at("/companies"));
    await page.getByRole("button", { name: "Actions for Acme" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("No companies yet").waitFor();
    const holder = await make(app, "company", { name: "Acme again", domain: "acme.example" });

    await visit(page, app, "/bin?type=companies");
    await page.getByRole("button", { name: "Restore Acme" }).click();
    const alert = page.getByRole("alert");
    await alert.getByText(`Another company (id ${holder}) already has this domain`).waitFor();
    await alert.getByRole("link", { name: `Open company ${holder}` }).click();
    await page.waitForURL(`**${app.at(`/companies/${holder}`)}`);

    await visit(page, app, `/companies?form=new`);
    const form = page.getByRole("dialog", { name: "New company" });
    await form.getByRole("textbox", { name: "Name" }).fill("Acme too");
    await form.getByLabel("Domain").fill("acme.example");
    await form.getByRole("button", { name: "Create company" }).click();
    await form.getByRole("link", { name: `Open company ${holder}` }).waitFor();
    expect(gone).not.toBe(holder);
  });

  it("shows read-only admins no way to restore, and fits a narrow screen", async () => {
    const viewport = { width: 390, height: 844 };
    const page = await open(app.at("/bin"), { role: "read-only", viewport });
    await page.getByRole("row", { name: /Old deal/ }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: /Restore/ }).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
