import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make } from "./support/records.ts";

describe("erasing and exporting a record", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("asks for its name, then its page says that it was erased, and the log has no name", async () => {
    const id = await make(app, "contact", {
      firstname: "Ada",
      lastname: "Lovelace",
      phone: "+44 1",
    });
    const page = await app.open(app.at(`/contacts/${id}`));
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Erase for good" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase this contact for good?" });
    const button = dialog.getByRole("button", { name: "Erase contact" });
    await expect.poll(() => button.isDisabled()).toBe(true);
    await dialog.getByLabel(/to confirm/).fill("Ada Lovelace");
    await page.keyboard.press("Enter");
    await page.getByText("This contact was erased").waitFor();
    await page.getByRole("heading", { name: `Contact #${id}` }).waitFor();
    expect((await app.workspace("GET", `/v1/contacts/${id}`)).status).toBe(410);

    await page.getByRole("link", { name: "Open the audit log" }).click();
    await page.waitForURL(new RegExp(`/audit\\?.*record=${id}`));
    await page
      .getByText(/^erased|erased contact/)
      .first()
      .waitFor();
    expect(await page.content()).not.toContain("Lovelace");
    await page
      .getByRole("link", { name: `#${id}` })
      .first()
      .click();
    await page.getByText("This contact was erased").waitFor();

    await visit(page, app, "/bin");
    await page.getByText("The bin is empty").waitFor();
  });

  it("exports everything that is kept of it to a file, and notes who did", async () => {
    const id = await make(app, "contact", {
      firstname: "Mary",
      lastname: "Somerville",
      phone: "+44 2",
    });
    const page = await app.open(app.at(`/contacts/${id}`), { role: "admin" });
    await page.getByRole("button", { name: "More actions" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export everything about it" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`contact-${id}.json`);
    const exported = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(exported).toMatchObject({
      record: { id, properties: { firstname: "Mary", lastname: "Somerville" } },
      history: [{ action: "created" }],
      truncated: [],
    });
    await page.getByText(`contact-${id}.json was downloaded.`).waitFor();
    await visit(page, app, "/audit");
    await page.getByText(`exported everything about contact #${id}`).waitFor();
  });

  it("is not offered to an admin who may only read", async () => {
    const id = await make(app, "lead", { name: "Charles" });
    const page = await app.open(app.at(`/leads/${id}`), { role: "read-only" });
    await page.getByRole("heading", { name: "Charles" }).waitFor();
    expect(await page.getByRole("button", { name: "More actions" }).count()).toBe(0);
  });
});
