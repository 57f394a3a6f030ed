import { readFile } from "node:fs/promises";
import { createProject, createTenant, importHubspot } from "@rapport/core";
import { startHubspot } from "@rapport/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hubspotData } from "../../cli/test/support/hubspot-data.ts";
import { holdJobs } from "../test/support/held-jobs.ts";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { navigate, visit } from "./support/navigation.ts";
import { publicApi } from "./support/public-api.ts";
import { make } from "./support/records.ts";

const ROWS = 1_500;
const DUPLICATES = 100;
const FAULTY = 40;
const MADE = ROWS - DUPLICATES - FAULTY;
const PATIENT = { timeout: 120_000 };

/** Returns a file of contacts. Rows 101 to 140 have a faulty email, and the last 100 rows repeat those from 1,001 on. */
function people(): string {
  const row = (i: number) => {
    const isFaulty = i > 100 && i <= 100 + FAULTY;
    const who = i > ROWS - DUPLICATES ? i - (ROWS - DUPLICATES) + 1_000 : i;
    const email = isFaulty ? `person${i} at example` : `person${who}@example.com`;
    return `${email},First ${who},Last ${who},${36 + (who % 10)}`;
  };
  const rows = Array.from({ length: ROWS }, (_, i) => row(i + 1));
  return `E-mail address,First name,Surname,Shoe size\n${rows.join("\n")}\n`;
}

describe("imports", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function newProject() {
    const tenantId = await createTenant(app.deps, "Acme");
    return { ...app, tenantId, projectId: await createProject(app.deps, tenantId, "Sales") };
  }

  async function choose(page: Page, content: string | Buffer, name = "people.csv"): Promise<void> {
    await page
      .getByLabel("File to import")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  }

  const outcome = (page: Page, label: string) =>
    page
      .getByRole("navigation", { name: "Result of the check" })
      .getByRole("link")
      .filter({ has: page.getByText(label, { exact: true }) });
  const figure = (page: Page, label: string) =>
    page
      .getByRole("list", { name: "Result" })
      .getByRole("listitem")
      .filter({ has: page.getByText(label, { exact: true }) });

  /** Goes from the columns to the result of the check. */
  async function check(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Continue to options" }).click();
    await page.getByRole("button", { name: "Continue to check" }).click();
    await outcome(page, "New").waitFor(PATIENT);
  }

  async function waitForState(page: Page, state: string | RegExp): Promise<void> {
    await page.getByRole("status").filter({ hasText: state }).first().waitFor(PATIENT);
  }

  it("are checked, fixed, run, undone and run again", { timeout: 300_000 }, async () => {
    const project = await newProject();
    const page = await app.open(`/p/${project.projectId}/imports`);
    await page.getByText("No imports yet").waitFor();
    await page.getByRole("link", { name: "Import records" }).first().click();
    await choose(page, people());

    const columns = page.getByRole("list", { name: "Columns" });
    await columns.getByText("person1@example.com").waitFor(PATIENT);
    const targetOf = (name: string) => page.getByRole("combobox", { name: `Property of ${name}` });
    expect(await targetOf("E-mail address").inputValue()).toBe("Email");
    expect(await targetOf("Surname").inputValue()).toBe("Last name");
    expect(await targetOf("Shoe size").inputValue()).toBe("Skip");
    await targetOf("Surname").click();
    await page.keyboard.type("last");
    await page.getByRole("option", { name: "Last name" }).click();
    await targetOf("Shoe size").click();
    await page.getByRole("option", { name: "Create a property…" }).click();
    const form = page.getByRole("dialog", { name: "New contact property" });
    expect(await form.getByLabel("Internal name").inputValue()).toBe("shoe_size");
    expect(await form.getByRole("combobox", { name: "Type" }).inputValue()).toBe("Number");
    await form.getByRole("button", { name: "Create property" }).click();
    await page.getByText("Each has a property.").waitFor();
    await expect.poll(() => targetOf("Shoe size").inputValue()).toBe("Shoe size");

    await page.getByRole("button", { name: "Continue to options" }).click();
    await page.getByRole("radio", { name: "Create and update" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Find records by" }).inputValue()).toBe(
      "Email",
    );
    await page.getByRole("button", { name: "Continue to check" }).click();
    await page.waitForURL(/step=check/);
    await page.reload();
    await outcome(page, "New").getByText("1,360").waitFor(PATIENT);
    expect(MADE).toBe(1_360);
    await outcome(page, "Duplicates in the file").getByText("100").waitFor();
    await outcome(page, "Refused").getByText("40").waitFor();

    const row = page.getByRole("region", { name: "Row 102", exact: true });
    await row.getByText(/Email must be an email address/).waitFor();
    await row.getByLabel("E-mail address").fill("person101@example.com");
    await row.getByRole("button", { name: "Save row" }).click();
    await outcome(page, "Refused").getByText("39").waitFor();
    await outcome(page, "New").getByText("1,361").waitFor();
    await outcome(page, "Duplicates in the file").click();
    await page.getByRole("cell", { name: "1,402" }).waitFor();
    await page.getByRole("cell", { name: "Row 1,002", exact: true }).waitFor();

    await page.getByRole("button", { name: /^Import 1,461 rows/ }).click();
    await page.getByRole("list", { name: "Result" }).waitFor();
    const address = new URL(page.url()).pathname;
    const colleague = await app.open(address);
    await page.reload();
    for (const one of [page, colleague]) {
      await waitForState(one, "Done, 39 rows refused");
      await figure(one, "New").getByText("1,361").waitFor();
    }

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download 39 rows" }).click(),
    ]);
    const refused = await readFile(await download.path(), "utf8");
    expect(refused.split("\r\n")[1]).toMatch(/^person102 at example,.*must be an email address/);
    await page.getByRole("link", { name: "Import the fixed file" }).click();
    await choose(page, refused.replaceAll(" at example", "@example.com"), "fixed.csv");
    await page.getByText("person102@example.com").waitFor(PATIENT);
    await check(page);
    await outcome(page, "New").getByText("39").waitFor();
    await page.getByRole("button", { name: "Import 39 rows" }).click();
    await waitForState(page, /^Done$/);
    await page.getByRole("link", { name: "Open the contacts created during this import" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^39 of .* contacts$/ })
      .waitFor();

    await page.evaluate(navigate, address);
    await page.getByRole("button", { name: "Undo import" }).click();
    const question = page.getByRole("dialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Undo import" }).click();
    await waitForState(page, /^Undone$/);
    const moved = page.getByText("1,361 new records moved to the bin.");
    expect(await moved.getByRole("link").getAttribute("href")).toMatch(/\/bin$/);
    await figure(page, "New · undone").getByText("1,361").waitFor();
    await page.evaluate(navigate, `/p/${project.projectId}/contacts`);
    await page.getByRole("status").filter({ hasText: "39 contacts" }).waitFor();

    await page.evaluate(navigate, `/p/${project.projectId}/imports/new`);
    await choose(page, people());
    await page.getByText("Each has a property.").waitFor(PATIENT);
    await check(page);
    await outcome(page, "New").getByText("1,360").waitFor();
    await page.getByRole("button", { name: /^Import 1,460 rows/ }).click();
    await waitForState(page, "Done, 40 rows refused");
    await page.getByRole("link", { name: "Imports" }).first().click();
    await page.getByRole("table").getByText("Undone").waitFor();
    expect(await page.getByRole("row").count()).toBe(4);
  });

  it("read the numbers of a property made on the spot, and name it if it is removed", async () => {
    const project = await newProject();
    const page = await app.open(`/p/${project.projectId}/imports/new`);
    await choose(page, "E-mail;Sole\na@example.com;37,5\nb@example.com;38\n");
    const sole = page.getByRole("combobox", { name: "Property of Sole" });
    await sole.click(PATIENT);
    await page.getByRole("option", { name: "Create a property…" }).click();
    const form = page.getByRole("dialog", { name: "New contact property" });
    await form.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Number", exact: true }).click();
    await form.getByRole("button", { name: "Create property" }).click();
    await expect.poll(() => sole.inputValue()).toBe("Sole");
    await page.getByRole("button", { name: "Continue to options" }).click();
    const decimals = page.getByRole("combobox", { name: "Decimals" });
    await expect.poll(() => decimals.inputValue()).toBe("After a comma: 1.250,50");
    await page.getByRole("button", { name: "Continue to check" }).click();
    await outcome(page, "New").getByText("2", { exact: true }).waitFor(PATIENT);

    const data = { projectId: project.projectId, type: "contact", name: "sole" };
    const removed = await page.request.post(`${app.adminUrl}/trpc/admin.schema.removeProperty`, {
      data,
      headers: { "x-rapport-admin": "1" },
    });
    expect(removed.status()).toBe(200);
    const fault = page.getByRole("alert").filter({ hasText: 'There is no property "sole"' });
    for (const name of ["Import 2 rows", "Check again"]) {
      await page.reload();
      await page.getByRole("button", { name }).click();
      await fault.waitFor();
    }
  });

  it("keep the result of a check until a choice changes, and say on the last step what is wrong", async () => {
    const project = await newProject();
    const page = await app.open(`/p/${project.projectId}/imports/new`);
    await choose(page, "email,city\na@example.com,Bern\nb@example.com,\n");
    await page.getByText("a@example.com").waitFor(PATIENT);
    await check(page);
    let checks = 0;
    page.on("request", (request) => {
      if (request.url().includes("imports.drafts.check")) checks++;
    });
    await page.getByRole("link", { name: "2. Options" }).click();
    await page.getByRole("button", { name: "Continue to check" }).click();
    await outcome(page, "New").waitFor();
    expect(checks).toBe(0);
    await page.goBack();
    // The choice is saved, but the page does not yet know that it has discarded the result.
    const read = Promise.withResolvers<void>();
    await page.route(/imports\.drafts\.read/, async (route) => {
      await read.promise;
      await route.continue();
    });
    const saved = page.waitForResponse((response) => response.url().includes("setOptions"));
    await page.getByRole("radio", { name: "It clears the record’s value" }).check();
    await saved;
    await page.getByRole("button", { name: "Continue to check" }).click();
    read.resolve();
    await outcome(page, "New").getByText("2", { exact: true }).waitFor(PATIENT);
    expect(checks).toBe(1);
    await page.getByRole("link", { name: "1. Columns" }).click();
    await page.getByRole("combobox", { name: "Property of email" }).click();
    await page.getByRole("option", { name: "Skip", exact: true }).click();
    await page.getByRole("button", { name: "Continue to options" }).click();
    await page.getByRole("button", { name: "Continue to check" }).click();
    await page.getByRole("button", { name: "Check the file" }).waitFor();
    expect(await page.getByRole("main").getByRole("list").allTextContents()).not.toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("are cancelled while they run, which every admin sees", async () => {
    const project = await newProject();
    const page = await app.open(`/p/${project.projectId}/imports/new`);
    await choose(page, "email\na@example.com\nb@example.com\n");
    await page.getByText("a@example.com").waitFor(PATIENT);
    await check(page);
    const release = await holdJobs(project);
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await waitForState(page, /^Running$/);
    const path = new URL(page.url()).pathname;
    const colleague = await app.open(path);
    const reader = await app.open(path, { role: "read-only" });
    await waitForState(reader, /^Running$/);
    expect(await reader.getByRole("button", { name: "Cancel import" }).count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Cancel import" }).click();
    const question = page.getByRole("dialog", { name: "Cancel this import?" });
    await question.getByText("What was imported so far stays.").waitFor();
    await question.getByRole("button", { name: "Cancel import" }).click();
    for (const one of [page, colleague]) {
      await waitForState(one, /^Cancelled$/);
      await figure(one, "New").getByText("0", { exact: true }).waitFor();
    }
    await release();
    await page.evaluate(navigate, `/p/${project.projectId}/contacts`);
    await page.getByRole("status").filter({ hasText: "0 contacts" }).waitFor();
  });

  it("leave what something else has changed when they are undone", async () => {
    const project = await newProject();
    const id = await make(project, "contact", { email: "old@example.com", city: "Rome" });
    const page = await app.open(`/p/${project.projectId}/imports/new`);
    await page
      .getByRole("textbox", { name: "Cells" })
      .fill("Email\tCity\nold@example.com\tBern\nnew@example.com\tOslo");
    await page.getByRole("button", { name: "Use these cells" }).click();
    await check(page);
    await outcome(page, "Changed").click();
    await page.getByText("City: Rome → Bern").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await waitForState(page, /^Done$/);
    const address = page.url();
    const api = await publicApi(project);
    expect((await api.set("contacts", String(id), "city", "Lima")).status).toBe(200);
    await page.goto(address);
    const release = await holdJobs(project);
    const kept = page.getByText("The import can be undone until");
    await kept.waitFor();
    await page.getByRole("button", { name: "Undo import" }).click();
    const question = page.getByRole("dialog", { name: "Undo this import?" });
    await question.getByText("Values that 1 row changed will be set back.").waitFor();
    await question.getByRole("button", { name: "Undo import" }).click();
    await waitForState(page, /^Being undone$/);
    await kept.waitFor({ state: "detached" });
    await release();
    await waitForState(page, /^Undone$/);
    await page.getByText("1 record left, wholly or in part").waitFor();
  });

  it("of hundreds of columns make the choices of a column once it is near", async () => {
    const page = await app.open(`/p/${(await newProject()).projectId}/imports/new`);
    const names = Array.from({ length: 400 }, (_, i) => `Column ${i + 1}`);
    await choose(page, `${names.join(",")}\n${names.map((_, i) => i).join(",")}\n`);
    await page.getByText("400 columns in the file.").waitFor(PATIENT);
    const choices = page.getByRole("main").getByRole("combobox");
    expect(await choices.count()).toBeLessThan(100);
    const last = page.getByRole("listitem").filter({ hasText: "Column 400" });
    await last.scrollIntoViewIfNeeded();
    await page.getByRole("combobox", { name: "Property of Column 400" }).click();
    await page.getByRole("option", { name: "Email", exact: true }).click();
    await page.getByText("399 columns will be skipped.").waitFor();
    // The key goes to choices that were not there yet.
    await page.getByRole("combobox", { name: "Property of Column 5" }).focus();
    for (let i = 6; i <= 60; i++) {
      await page.keyboard.press("Tab");
      await page.locator(`[aria-label="Property of Column ${i}"]:focus`).waitFor();
    }
  });

  it("in preparation are discarded from their list, which ends them on an open page too", async () => {
    const project = await newProject();
    const page = await app.open(`/p/${project.projectId}/imports/new`);
    const list = await app.open(`/p/${project.projectId}/imports/new`);
    await choose(page, "email\na@example.com\n");
    await page.getByText("a@example.com").waitFor(PATIENT);
    await page.getByRole("combobox", { name: "Property of email" }).waitFor();
    await list.route("**/uploads/imports/**", (route) =>
      route.fulfill({ status: 409, json: { message: "20 imports are in preparation." } }),
    );
    await choose(list, "email\nb@example.com\n");
    await list.getByRole("link", { name: "Imports in preparation" }).click();
    await list.getByRole("button", { name: "Discard people.csv" }).click();
    await list.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await list.getByText("No imports yet").waitFor();
    await page.getByRole("combobox", { name: "Property of email" }).click();
    await page.getByRole("option", { name: "Skip", exact: true }).click();
    await page.getByText("This page does not exist").waitFor();
  });

  it("say that an undo failed, because a record of their type was erased meanwhile", async () => {
    const project = await newProject();
    const id = await make(project, "contact", { email: "old@example.com" });
    const page = await app.open(`/p/${project.projectId}/imports/new`);
    await choose(page, "email\na@example.com\n");
    await page.getByText("a@example.com").waitFor(PATIENT);
    await check(page);
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await waitForState(page, /^Done$/);
    const release = await holdJobs(project);
    await page.getByRole("button", { name: "Undo import" }).click();
    const question = page.getByRole("dialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Undo import" }).click();
    await waitForState(page, /^Being undone$/);
    await page.getByText("No record yet.").waitFor();
    const api = await publicApi(project);
    expect((await api.erase("contacts", id)).status).toBe(200);
    await release();
    await waitForState(page, /^Undo failed$/);
    await page.getByRole("heading", { name: "Undo failed" }).waitFor();
    await page.getByText("Its file was deleted.").waitFor();
  });

  it("update the records of an export by their ids, unless something else is chosen", async () => {
    const project = await newProject();
    const id = await make(project, "deal", { name: "Engine" });
    const page = await app.open(`/p/${project.projectId}/imports/new?object=deals`);
    await choose(page, `Record id,Name,\n${id},Motor,,lost\n${id},Motor\n`);
    const target = page.getByRole("combobox", { name: "Property of Record id" });
    await target.waitFor(PATIENT);
    expect(await target.inputValue()).toBe("Record id");
    await page.getByText("2 columns in the file. Each has a property.").waitFor();
    await check(page);
    await outcome(page, "Changed").getByText("1", { exact: true }).waitFor();
    const row = page.getByRole("region", { name: "Row 2", exact: true });
    await row.getByText("Without a column: lost").waitFor();

    await page.getByRole("link", { name: "Options" }).click();
    await page.getByRole("radio", { name: "Only create" }).click();
    await page.getByRole("button", { name: "Back to columns" }).click();
    await expect.poll(() => target.inputValue()).toBe("Skip");
    await check(page);
    await outcome(page, "New").getByText("1", { exact: true }).waitFor(PATIENT);
  });

  it("are prepared by two admins at once", async () => {
    const project = await newProject();
    const at = `/p/${project.projectId}/imports/new`;
    const pages = [await app.open(at), await app.open(at)];
    await Promise.all(
      pages.map(async (page, i) => {
        await choose(page, `email\nfirst${i}@example.com\nsecond${i}@example.com\n`, `${i}.csv`);
        await page.getByText(`first${i}@example.com`).waitFor(PATIENT);
        await check(page);
        await outcome(page, "New").getByText("2").waitFor();
        await page.getByRole("button", { name: "Import 2 rows" }).click();
        await waitForState(page, /^Done$/);
      }),
    );
    const [page] = pages as [Page, Page];
    await page.evaluate(navigate, `/p/${project.projectId}/contacts`);
    await page.getByRole("status").filter({ hasText: "4 contacts" }).waitFor();
  });

  it("leave an admin who went to another page during the upload there", async () => {
    const page = await app.open(app.at("/imports/new?object=contacts"));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/uploads/imports/**", async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("textbox", { name: "Cells" }).fill("Email\nleft@example.com");
    await page.getByRole("button", { name: "Use these cells" }).click();
    await page
      .getByRole("status")
      .getByText(/^(Uploading|Reading)/)
      .waitFor();
    await page.getByRole("link", { name: "Bin", exact: true }).click();
    await page.getByRole("heading", { name: "Bin", level: 1 }).waitFor();
    const answered = page.waitForResponse("**/uploads/imports/**");
    release();
    await answered;
    await page.getByRole("link", { name: "Imports", exact: true }).click();
    await page.getByRole("link", { name: "Pasted cells" }).first().waitFor();
    // No other page was opened in between.
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe(app.at("/bin"));
  });

  it("refuse a file that is no table and say why", async () => {
    const page = await app.open(app.at("/imports/new"));
    await choose(page, Buffer.from("PK\x03\x04rest"), "people.xlsx");
    await page.getByRole("alert").filter({ hasText: "Save the table as CSV" }).waitFor();
    await choose(page, Buffer.from([1, 2, 0, 0, 0, 7, 65]), "people.csv");
    await page.getByRole("alert").filter({ hasText: "is not text" }).waitFor();
    await choose(page, '{\n  "email": "a@example.com"\n}\n', "people.json");
    await page.getByRole("alert").filter({ hasText: "one whole object on each line" }).waitFor();
  });

  it("from HubSpot are listed, show what was left out, and are undone", async () => {
    const data = { ...hubspotData(20), forbidden: ["leads", "objects/tickets"] };
    await using hubspot = await startHubspot({ token: "pat", data });
    const project = await newProject();
    const account = { url: hubspot.url, token: "pat" };
    const daily = { status: 429, body: { status: "error", policyName: "DAILY" } };
    hubspot.fail(20, daily);
    await expect(importHubspot(app.deps, account, project.projectId)).rejects.toThrow(/daily/);
    const page = await app.open(`/p/${project.projectId}/imports`);
    const table = page.getByRole("region", { name: "Imports" });
    const rowOf = (type: string) =>
      table.getByRole("row").filter({ has: page.getByRole("cell", { name: type, exact: true }) });
    await rowOf("Contacts").getByText("Waits for its command").waitFor();
    await rowOf("Contacts").getByRole("link", { name: "HubSpot account 1234567" }).click();
    await page.getByText("rapport import hubspot").waitFor();
    await importHubspot(app.deps, account, project.projectId);
    await waitForState(page, "Done, 1 record refused");
    await figure(page, "New").getByText("19", { exact: true }).waitFor();
    const left = page.getByRole("region", { name: "Not imported" });
    await left
      .getByText("a contact needs an email or a phone (1, such as HubSpot id 1007)")
      .waitFor();
    const refused = page.getByRole("link", { name: "Download 1 record" });
    const [download] = await Promise.all([page.waitForEvent("download"), refused.click()]);
    expect(await readFile(await download.path(), "utf8")).toContain("1007,A contact needs");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Undo import" }).click();
    const question = page.getByRole("dialog", { name: "Undo this import?" });
    await question.getByText("19 new records will be moved to the bin.").waitFor();
    await question.getByRole("button", { name: "Undo import" }).click();
    await waitForState(page, "Undone");
    await page.getByText("19 new records moved to the bin.").waitFor();
    await page.getByRole("link", { name: "Imports", exact: true }).first().click();
    await rowOf("Contacts").getByText("Undone").waitFor();
    await rowOf("Companies").getByText("Done").waitFor();
    await rowOf("Tickets").getByText("Not imported").waitFor();
  });

  it("are only shown to admins who may not write", async () => {
    const page = await app.open(app.at("/imports"), { role: "read-only" });
    await page.getByRole("heading", { name: "Imports", level: 1 }).waitFor();
    expect(await page.getByRole("link", { name: "Import records" }).count()).toBe(0);
    await visit(page, app, "/imports/new");
    await page.getByText("Your role is read-only, so you cannot import.").waitFor();
    expect(await page.getByLabel("File to import").count()).toBe(0);
  });
});
