import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { discard } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { EVENTUALLY, publicApi } from "./support/public-api.ts";

describe("the properties of the schema", () => {
  let app: Installation;
  let api: Awaited<ReturnType<typeof publicApi>>;
  beforeAll(async () => {
    app = await startInstallation();
    api = await publicApi(app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = (path: string, role?: "admin" | "read-only") =>
    app.open(app.at(path), role === undefined ? {} : { role });
  const addProperty = async (page: Page, label: string) => {
    await page.getByRole("button", { name: "Add property" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Label").fill(label);
    await form.getByRole("button", { name: "Add property" }).click();
    await form.waitFor({ state: "hidden" });
  };

  const paste = (field: Locator, text: string) =>
    field.evaluate((one, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", given);
      const options = { clipboardData, bubbles: true, cancelable: true };
      one.dispatchEvent(new ClipboardEvent("paste", options));
    }, text);

  it("adds a property by keyboard only, and programs can use it", async () => {
    const page = await open("/schema/contacts", "admin");
    await page.getByRole("button", { name: "Add property to contacts" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "New contact property" });
    await form.getByLabel("Label").waitFor();
    await page.keyboard.type("Shoe size");
    await page.keyboard.press("Tab");
    await expect.poll(() => form.getByLabel("Internal name").inputValue()).toBe("shoe_size");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Number" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await form.getByText("An exact decimal").waitFor();
    await form.getByLabel("Label").focus();
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "hidden" });
    const row = page.getByRole("row", { name: /Shoe size/ });
    await row.getByText("Custom").waitFor();
    const button = page.getByRole("button", { name: "Add property to contacts" });
    await hasFocus(button);
    const shod = { email: "shod@example.com", shoe_size: "42.50" };
    await expect
      .poll(async () => (await api.create("contacts", shod)).status, EVENTUALLY)
      .toBe(201);
    expect((await api.create("contacts", { ...shod, shoe_size: "large" })).status).toBe(400);
  });

  it.each([
    ["property", "Add property", ["Enter a label.", "Enter an internal name."]],
    [
      "type",
      "Create type",
      [
        ...["Enter a label.", "Enter a plural label."],
        ...["Enter an internal name.", "Enter an internal plural."],
      ],
    ],
    ["label", "Add label", ["Enter a label."]],
    ["pipeline", "Add pipeline", ["Enter a label."]],
  ])(
    "asks for what a new %s lacks, from the first empty field on",
    async (add, action, messages) => {
      const part = { label: "labels", pipeline: "pipelines" }[add];
      const page = await open(`/schema/deals?add=${add}${part ? `&part=${part}` : ""}`, "admin");
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: action, exact: true }).click();
      for (const message of messages) await form.getByText(message, { exact: true }).waitFor();
      await hasFocus(form.getByRole("textbox", { name: "Label", exact: true }));
      expect(await form.getByText("must have").count()).toBe(0);
    },
  );

  it("refuses a taken or reserved name at the field", async () => {
    const page = await open("/schema/contacts?add=property");
    const form = page.getByRole("dialog");
    await form.getByLabel("Label").fill("Mail");
    await form.getByLabel("Internal name").fill("email");
    await form.getByRole("button", { name: "Add property" }).click();
    await form.getByText(/already has a property "email" \(Email\)/).waitFor();
    await expect.poll(() => page.getByText(/has a property "email"/).count()).toBe(1);
    await form.getByLabel("Internal name").fill("tenant_id");
    await form.getByRole("button", { name: "Add property" }).click();
    await form.getByText(/"tenant_id" is/).waitFor();
    await discard(page);
    await expect.poll(() => form.count()).toBe(0);
    expect(page.url()).not.toContain("add=");
  });

  it("makes options of the values that records have, when an enumeration is closed", async () => {
    for (const lead_type of ["fair", "fair", "walk-in"]) {
      await api.made("leads", { name: "Before", lead_type });
    }
    const page = await open("/schema/leads?property=lead_type");
    const form = page.getByRole("dialog", { name: "Lead type" });
    await form.getByRole("switch", { name: "Closed" }).check();
    const note = form.getByRole("alert").filter({ hasText: "Records have" });
    await note.getByText("Records have 2 other values").waitFor();
    await note.getByRole("button", { name: "Add walk-in (1)" }).waitFor();
    await note.getByRole("button", { name: "Add fair (2)" }).click();
    await note.getByText("Records have 1 other value").waitFor();
    await form
      .getByLabel(/^Value of option/)
      .last()
      .and(page.locator(":focus"))
      .waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    const lead = (lead_type: string) => api.create("leads", { name: "After", lead_type });
    await expect.poll(async () => (await lead("walk-in")).status, EVENTUALLY).toBe(400);
    expect((await lead("fair")).status).toBe(201);
  });

  it("closes an enumeration, and programs get the options in the error for another value", async () => {
    await api.made("tickets", { name: "Before", priority: "someday" });
    const page = await open("/schema/tickets?property=priority");
    const form = page.getByRole("dialog", { name: "Priority" });
    await form.getByLabel("Label of option 4").press("Enter");
    await hasFocus(form.getByLabel("Value of option 5"));
    await form.getByLabel("Value of option 5").fill("blocker");
    await form.getByLabel("Label of option 5").fill("Blocker");
    await form.getByRole("switch", { name: "Closed" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("row", { name: /Priority .*Closed/ }).waitFor();
    const jam = { name: "Jam", priority: "someday" };
    await expect.poll(async () => (await api.create("tickets", jam)).status, EVENTUALLY).toBe(400);
    const { body } = await api.create("tickets", jam);
    expect(body.issues[0].message).toMatch(/low.*medium.*high.*urgent.*blocker/);
    await api.made("tickets", { name: "Jam", priority: "blocker" });
    await api.made("tickets", { name: "Leak", priority: "urgent" });
    await page.getByRole("link", { name: "Priority" }).click();
    for (const last of [5, 4]) {
      await form.getByRole("button", { name: `Remove option ${last}` }).click();
    }
    await form.getByRole("button", { name: "Save" }).press("Enter");
    const note = (label: string) =>
      form.getByRole("alert").filter({ hasText: `${label} is in use` });
    await note("Urgent").getByText("1 record has Urgent.").waitFor();
    await note("Blocker").getByText("1 record has Blocker.").waitFor();
    await hasFocus(note("Urgent").getByRole("button"));
    await page.keyboard.press("Enter");
    await note("Urgent").waitFor({ state: "detached" });
    await hasFocus(form.getByLabel("Value of option 4"));
    expect(await form.getByLabel("Value of option 4").inputValue()).toBe("urgent");
    await form.getByLabel("Value of option 4").fill("at_once");
    await note("Urgent").getByText("Then its value can be changed.").waitFor();
    await note("Urgent").getByRole("button", { name: "Keep the value urgent" }).click();
    expect(await form.getByLabel("Value of option 4").inputValue()).toBe("urgent");
    await form.getByRole("button", { name: "Remove option 1" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await note("Blocker").getByRole("link", { name: "Show tickets" }).click();
    const question = page.getByRole("dialog", { name: "Discard what you typed?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "hidden" });
    await note("Blocker").getByRole("button", { name: "Put Blocker back" }).click();
    const values = form.getByRole("textbox", { name: /^Value of option/ });
    const shown = () =>
      values.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(await shown()).toEqual(["medium", "high", "urgent", "blocker"]);
    await form.getByRole("button", { name: "Remove option 3" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await note("Urgent").getByRole("link", { name: "Show tickets" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Change filter: Priority is Urgent" }).waitFor();
    await page.getByRole("link", { name: "Leak" }).waitFor();
    await page.getByText(/^1 of \d+ tickets$/).waitFor();
  });

  it("changes a property's label and index, and the table can be filtered by it", async () => {
    await api.made("companies", { name: "North", city: "Ghent" });
    await api.made("companies", { name: "South", city: "Lisbon" });
    const page = await open("/schema/companies?property=city");
    const form = page.getByRole("dialog", { name: "City" });
    await form.getByLabel("Label").fill("Town");
    await form.getByRole("switch", { name: "Indexed" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("row", { name: /Town/ }).waitFor();
    await visit(page, app, "/companies?filter=city.eq.Ghent");
    await page.getByText("Town is Ghent").waitFor();
    await page.getByText(/^1 of \d+ companies$/).waitFor();
    await page.getByRole("link", { name: "North" }).waitFor();
  });

  it("makes an option of each line or cell that is pasted", async () => {
    const page = await open("/schema/leads?add=property");
    const form = page.getByRole("dialog");
    await form.getByLabel("Label").fill("Shirt size");
    await form.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Enumeration" }).click();
    await form.getByRole("button", { name: "Add option" }).click();
    const value = (row: number) => form.getByLabel(`Value of option ${row}`);
    await paste(value(1), "s\tSmall\r\nm\tMedium\r\n\r\nl");
    await hasFocus(value(3));
    await value(3).press("Enter");
    await value(4).fill("xl");
    await form.getByRole("button", { name: "Add property" }).click();
    await form.waitFor({ state: "hidden" });
    await page.getByRole("row", { name: /Shirt size .*4 options/ }).waitFor();
    await page.getByRole("link", { name: "Shirt size" }).click();
    const label = (row: number) => form.getByLabel(`Label of option ${row}`).inputValue();
    await value(4).waitFor();
    expect(await Promise.all([1, 2, 3, 4].map(label))).toEqual(["Small", "Medium", "l", "xl"]);
  });

  it("makes a property unique once no records share a value", async () => {
    const first = await api.made("companies", { name: "One", domain: "same.example" });
    const second = await api.made("companies", { name: "Two", domain: "same.example" });
    const page = await open("/schema/companies");
    await page.getByRole("link", { name: "Domain" }).click();
    const form = page.getByRole("dialog", { name: "Domain" });
    await form.getByRole("switch", { name: "Unique" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    const refusal = `the company records ${first} and ${second} have the same value`;
    await form.getByRole("alert").getByText(refusal).waitFor();
    const link = form.getByRole("link", { name: `Company ${second}` });
    await expect.poll(() => link.getAttribute("href")).toBe(app.at(`/companies/${second}`));
    expect((await api.set("companies", second, "domain", "other.example")).status).toBe(200);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    const third = { name: "Three", domain: "same.example" };
    await expect
      .poll(async () => (await api.create("companies", third)).status, EVENTUALLY)
      .toBe(409);
  });

  it("removes a custom property once no record has a value for it", async () => {
    const page = await open("/schema/leads");
    await addProperty(page, "Campaign");
    const values = { name: "Lead", campaign: "spring" };
    let id = "";
    const write = async () => {
      const { status, body } = await api.create("leads", values);
      id = String(body.data?.id);
      return status;
    };
    await expect.poll(write, EVENTUALLY).toBe(201);
    const remove = page.getByRole("button", { name: "Remove Campaign" });
    await remove.click();
    const dialog = page.getByRole("dialog", { name: "Campaign is in use" });
    await dialog.getByText("1 record", { exact: true }).waitFor();
    await expect
      .poll(() => dialog.getByRole("button", { name: "Remove property" }).count())
      .toBe(0);
    const link = dialog.getByRole("link", { name: "Show leads" });
    await expect.poll(() => link.getAttribute("href")).toMatch(new RegExp(`^${app.at("/leads")}`));
    await page.keyboard.press("Escape");
    await api.set("leads", id, "campaign", null);
    await remove.click();
    const question = page.getByRole("dialog", { name: "Remove Campaign?" });
    const name = question.getByLabel(/to confirm/);
    await name.fill("campaign");
    await name.press("Enter");
    await question.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Campaign" }).waitFor({ state: "detached" });
    await expect.poll(write, EVENTUALLY).toBe(400);
  });

  it("keeps search and filter in the URL", async () => {
    const page = await open("/schema/companies");
    await page.getByRole("searchbox", { name: "Search properties" }).fill("LIFE");
    await page.getByRole("status").getByText("1 property").waitFor();
    await page.reload();
    await page.getByRole("row", { name: /Lifecycle stage/ }).waitFor();
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("LIFE");
    await page.getByRole("switch", { name: "Custom only" }).check();
    await page.getByText("No property matches").waitFor();
    expect(page.url()).toMatch(/q=LIFE.*only=custom/);
    await page.getByRole("searchbox").fill("");
    await page.getByText("No custom properties yet").waitFor();
    await page.getByRole("link", { name: "Deals" }).last().click();
    await page.getByRole("link", { name: "Amount" }).click();
    await page.getByRole("dialog", { name: "Amount" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("keeps the types in one row, and shows the current one, if they do not fit", async () => {
    const page = await open("/schema/tickets");
    await page.setViewportSize({ width: 800, height: 800 });
    const types = page.getByRole("navigation", { name: "Record types" });
    await types.getByRole("link", { name: "Tickets" }).waitFor();
    const links = await types.getByRole("link").all();
    const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    expect(await types.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    await types.getByRole("link", { name: "Meetings" }).click();
    const isShown = () =>
      types.evaluate((one) => {
        const current = one.querySelector("[aria-current=page]")?.getBoundingClientRect();
        return current !== undefined && current.right <= one.getBoundingClientRect().right;
      });
    await expect.poll(isShown).toBe(true);
  });

  it("shows a read-only admin everything without editing", async () => {
    const page = await open("/schema/deals?property=priority", "read-only");
    const form = page.getByRole("dialog", { name: "Priority" });
    await form.getByText("Your role is read-only").waitFor();
    await expect
      .poll(() => form.getByRole("textbox", { name: "Label", exact: true }).isDisabled())
      .toBe(true);
    await expect.poll(() => form.getByRole("button", { name: "Save" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "hidden" });
    const changing = page.getByRole("button", { name: /^(Add|Remove|Move|Actions)/ });
    await expect.poll(() => changing.count()).toBe(0);
    await page.getByRole("link", { name: "Pipelines and stages" }).click();
    await page.getByRole("list", { name: /Stages of/ }).waitFor();
    await expect.poll(() => changing.count()).toBe(0);
    const { projectId } = app;
    const refused = await page.request.post(`${app.adminUrl}/trpc/admin.schema.saveProperty`, {
      data: { projectId, type: "deal", settings: { name: "priority", closed: true } },
      headers: { "x-rapport-admin": "1" },
    });
    expect(refused.status()).toBe(403);
  });
});
