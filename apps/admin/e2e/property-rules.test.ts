import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./support/accessibility.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { EVENTUALLY, publicApi } from "./support/public-api.ts";

describe("rules, defaults and groups of properties", () => {
  let app: Installation;
  let api: Awaited<ReturnType<typeof publicApi>>;
  beforeAll(async () => {
    app = await startInstallation();
    api = await publicApi(app);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const open = (path: string) => app.open(app.at(path));

  it("are set in the schema, and the form of a record knows them before it sends anything", async () => {
    const page = await open("/schema/leads?add=property");
    const form = page.getByRole("dialog", { name: "New lead property" });
    await form.getByLabel("Label").fill("Contract");
    await form.getByLabel("Group").fill("Paperwork");
    await form.getByLabel("Most characters").fill("6");
    await form.getByLabel("Pattern").fill("[A-Z]{2}\\d(");
    await form.getByLabel("Default").fill("AB1");
    await form.getByRole("button", { name: "Add property" }).click();
    await form.getByText(/is not a regular expression in RE2 syntax/).waitFor();
    await form.getByLabel("Fewest characters").fill("7");
    await form.getByLabel("Pattern").fill("");
    await form.getByRole("button", { name: "Add property" }).click();
    await form.getByText(/^Fewest characters must not be above Most characters,/).waitFor();
    await form.getByLabel("Fewest characters").fill("");
    await form.getByLabel("Pattern").fill("[A-Z]{2}\\d+");
    await form.getByRole("button", { name: "Add property" }).click();
    await form.waitFor({ state: "hidden" });
    const row = page.getByRole("row", { name: /Contract/ });
    await row.getByText("Limits").waitFor();

    await visit(page, app, "/leads?form=new");
    const record = page.getByRole("dialog");
    await record.getByLabel("Name").fill("Gear");
    await record.getByRole("button", { name: "More properties" }).click();
    await record.getByRole("group", { name: "Paperwork" }).waitFor();
    const contract = record.getByLabel("Contract");
    expect(await contract.inputValue()).toBe("AB1");
    await record
      .getByLabel("Contract")
      .and(
        page.getByRole("textbox", {
          description: "At most 6 characters, pattern [A-Z]{2}\\d+",
        }),
      )
      .waitFor();
    const name = record.getByRole("textbox", { name: "Name" });
    expect(await name.getAttribute("required")).not.toBeNull();
    // Leaving the input checks the value; nothing was sent yet.
    await contract.fill("ABCD12345");
    expect(await record.getByText("got 9.").count()).toBe(0);
    await contract.blur();
    await record.getByText("Contract must have at most 6 characters, got 9.").waitFor();
    await name.fill("");
    await name.blur();
    await record.getByText("Required", { exact: true }).waitFor();
    await name.fill("Gear");
    await page.route("**/trpc/records.create**", (route) => route.abort());
    await record.getByRole("button", { name: "Create lead" }).click();
    await record.getByText("Contract must have at most 6 characters, got 9.").waitFor();
    await contract.fill("abc");
    await record.getByText("Contract must match the pattern [A-Z]{2}\\d+").waitFor();
    await page.unroute("**/trpc/records.create**");
    await contract.fill("XY77");
    await record.getByRole("button", { name: "Create lead" }).click();
    await record.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("heading", { name: "Paperwork", level: 3 }).waitFor();
    const value = page.getByRole("region", { name: "Paperwork" }).getByText("XY77");
    await value.waitFor();
    await page.getByRole("button", { name: /^Edit Contract/ }).click();
    const editor = page.getByRole("textbox", { name: "Contract", description: "At most 6 char" });
    await editor.fill("abc");
    await editor.press("Enter");
    await page.getByText("Contract must match the pattern [A-Z]{2}\\d+").waitFor();
    await page.keyboard.press("Escape");
    const toggle = page.getByRole("button", { name: "Paperwork", exact: true });
    await toggle.click();
    await value.waitFor({ state: "hidden" });
    await page.reload();
    await toggle.waitFor();
    expect(await value.isVisible()).toBe(false);
    await toggle.press("Enter");
    await value.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it("say how many records break new rules, and are taken away again", async () => {
    for (const source of ["fair", "web", "telephone"])
      await api.made("leads", { name: "A", source });
    const page = await open("/schema/leads?property=source");
    const form = page.getByRole("dialog", { name: "Source" });
    await form.getByLabel("Most characters").fill("3");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Source saved. 2 records have values that break its rules.").waitFor();
    await form.waitFor({ state: "hidden" });
    const lead = (source: string) => api.create("leads", { name: "B", source });
    await expect.poll(async () => (await lead("fairs")).status, EVENTUALLY).toBe(400);
    await visit(page, app, "/schema/leads?property=source");
    await form.getByLabel("Most characters").fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "hidden" });
    await expect.poll(async () => (await lead("fairs")).status, EVENTUALLY).toBe(201);
  });
});
