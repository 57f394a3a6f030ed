import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { publicApi } from "./support/public-api.ts";

describe("the layout of a type", () => {
  let app: Installation;
  let lead: number;
  beforeAll(async () => {
    app = await startInstallation();
    const api = await publicApi(app);
    lead = Number(await api.made("leads", { name: "Gear", source: "fair" }));
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const rows = (page: Page) => page.locator("li[data-key]");
  const keys = (page: Page) =>
    rows(page).evaluateAll((all) => all.map((one) => one.getAttribute("data-key")));
  const saved = (page: Page) =>
    page.waitForResponse((answer) => answer.url().includes("schema.updateType") && answer.ok());

  it("orders properties, and chooses those of the form, the header and the empty page", async () => {
    const page = await app.open(app.at("/schema/leads?part=layout"));
    await rows(page).first().waitFor();
    const before = await keys(page);
    const [, second] = before;
    const row = rows(page).nth(1);
    const label = (await row.getByRole("checkbox").first().getAttribute("aria-label")) ?? "";
    const name = label.split(":")[0] ?? "";
    let done = saved(page);
    await page.getByRole("button", { name: `Move ${name} up` }).press("Enter");
    await done;
    expect((await keys(page)).slice(0, 2)).toEqual([second, before[0]]);
    await page.getByText(`${name} is now property 1 of`).waitFor();

    // The row of the source is dragged to the top.
    const source = page.locator('li[data-key="source"] [aria-hidden]').first();
    done = saved(page);
    const [from, to] = [await source.boundingBox(), await rows(page).first().boundingBox()];
    if (from === null || to === null) throw new Error("a row is not shown");
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, from.y - 20, { steps: 4 });
    await page.mouse.move(to.x + 20, to.y + 8, { steps: 8 });
    await page.mouse.up();
    await done;
    expect((await keys(page))[0]).toBe("source");

    const choose = async (of: string, isOn: boolean) => {
      const answer = saved(page);
      await page.getByRole("checkbox", { name: of }).setChecked(isOn);
      await answer;
    };
    await choose("Source: in header", true);
    await choose("Source: in form", false);
    await choose("Lost reason: hide if empty", false);
    const fixed = page.getByRole("checkbox", { name: "Name: in form" });
    expect([await fixed.isChecked(), await fixed.isDisabled()]).toEqual([true, true]);

    await visit(page, app, `/leads/${lead}`);
    await page.getByRole("definition").filter({ hasText: "fair" }).first().waitFor();
    const header = page.locator("header").filter({ hasText: "Gear" });
    await header.getByText("fair").waitFor();
    const panel = page.getByRole("region", { name: "Properties" }).or(page.locator("body"));
    await panel.getByRole("button", { name: "Edit Lost reason:" }).waitFor();
    const terms = await page.locator("dl dt").allInnerTexts();
    expect(terms.indexOf("Source")).toBe(0);

    await visit(page, app, "/leads?form=new");
    const form = page.getByRole("dialog", { name: "New lead" });
    await form.getByLabel("Name").waitFor();
    expect(await form.getByLabel("Source").count()).toBe(0);
    await form.getByRole("button", { name: "More properties" }).click();
    await form.getByLabel("Source").waitFor();
  });

  it("is reset to the default", async () => {
    const page = await app.open(app.at("/schema/leads?part=layout"));
    await page.getByRole("button", { name: "Reset to default" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset to default" }).click();
    await page.getByText("Layout reset.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Reset to default" }).count()).toBe(0);
    expect((await keys(page))[0]).not.toBe("source");
  });

  it("cannot be changed by who may only read", async () => {
    const page = await app.open(app.at("/schema/leads?part=layout"), { inTenant: "read-only" });
    await rows(page).first().waitFor();
    expect(await page.getByRole("button", { name: /^Move / }).count()).toBe(0);
    expect(await page.getByRole("checkbox", { disabled: false }).count()).toBe(0);
  });
});
