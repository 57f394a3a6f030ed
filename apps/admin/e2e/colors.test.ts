import { saveProperty } from "@rapport/core";
import { COLORS } from "@rapport/model";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { button } from "./support/dialogs.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make } from "./support/records.ts";

describe("the colours of options and stages", () => {
  let app: Installation;
  let deal: number;
  beforeAll(async () => {
    app = await startInstallation();
    await saveProperty(app.deps, app.projectId, "ticket", {
      ...{ name: "shade", label: "Shade", type: "enumeration", indexed: true },
      options: COLORS.map((color) => ({ value: color, label: `In ${color}`, color })),
    });
    for (const shade of COLORS) await make(app, "ticket", { name: `Ticket ${shade}`, shade });
    deal = await make(app, "deal", { name: "Engine", stage: "qualified", priority: "high" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const chip = (at: Page | Locator, text: string) =>
    at.locator("[data-color]").filter({ hasText: new RegExp(`^${text}$`) });
  const colorOf = (one: Locator) => one.first().getAttribute("data-color");

  it("have enough contrast in light and dark, on every row", async () => {
    const page = await app.open(app.at("/tickets?columns=shade"));
    await page.getByRole("checkbox", { name: "Select Ticket teal" }).check();
    await page.getByRole("link", { name: "Ticket pink" }).hover();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      for (const color of COLORS) {
        const shown = chip(page, `In ${color}`);
        expect(await colorOf(shown)).toBe(color);
        const contrast = await contrastOf(shown);
        expect(contrast, `${color} in ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("are those of the table on the page of a record too", async () => {
    const page = await app.open(app.at("/deals?columns=priority,stage"));
    const cell = page.getByRole("row", { name: /Engine/ });
    const inTable = [await colorOf(chip(cell, "High")), await colorOf(chip(cell, "Qualified"))];
    await visit(page, app, `/deals/${deal}`);
    const values = page.getByRole("definition");
    await chip(values, "High").first().waitFor();
    expect([await colorOf(chip(values, "High")), await colorOf(chip(values, "Qualified"))]).toEqual(
      inTable,
    );
    expect(inTable).toEqual(["orange", "blue"]);
  });

  it("are usual ones of an option until one is chosen, in tables, filters and pickers", async () => {
    const page = await app.open(app.at("/schema/deals?property=priority"));
    await button(page, "Colour of option 1: Grey").waitFor();
    await button(page, "Colour of option 3: Orange").click();
    await page.getByRole("menuitem", { name: "Pink" }).click();
    await button(page, "Colour of option 3: Pink").waitFor();
    await button(page, "Save").click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await visit(page, app, "/deals?columns=priority&filter=priority.in.high");
    const cell = page.getByRole("row", { name: /Engine/ }).locator('[data-stop="priority"]');
    await expect.poll(() => colorOf(chip(cell, "High"))).toBe("pink");
    expect(await colorOf(chip(button(page, "Change filter: Priority is High"), "High"))).toBe(
      "pink",
    );
    await cell.dblclick();
    const option = page.getByRole("option", { name: "High" });
    expect(await colorOf(option.locator("[data-color]"))).toBe("pink");
  });

  it("are those of its outcome for a stage, until one is chosen", async () => {
    const page = await app.open(app.at("/deals/board"));
    const heading = (name: string) => page.getByRole("heading", { name }).locator("[data-color]");
    for (const [stage, color] of [
      ["Qualified", "blue"],
      ["Won", "green"],
      ["Lost", "red"],
    ] as const) {
      await expect.poll(() => colorOf(heading(stage))).toBe(color);
    }
    await visit(page, app, "/schema/deals?part=pipelines&pipeline=default&stage=qualified");
    await page.getByRole("combobox", { name: "Colour" }).click();
    await page.getByRole("option", { name: "Purple" }).click();
    await button(page, "Save").click();
    await page.getByText("Qualified saved.").waitFor();
    const row = page.getByRole("list", { name: /^Stages of/ }).getByRole("listitem");
    expect(await colorOf(row.nth(1).locator("[data-color]"))).toBe("purple");
    await visit(page, app, "/deals/board");
    await expect.poll(() => colorOf(heading("Qualified"))).toBe("purple");
    await visit(page, app, `/deals/${deal}`);
    const value = page.getByRole("button", { name: "Edit Stage" });
    await expect.poll(() => colorOf(chip(value, "Qualified"))).toBe("purple");
    await button(page, "Won").click();
    await page.getByText("Moved Engine to Won.").waitFor();
    const history = page.getByRole("listitem").filter({ hasText: "changed" });
    await expect.poll(() => colorOf(chip(history, "Qualified"))).toBe("purple");
    expect(await colorOf(chip(history, "Won"))).toBe("green");
  });
});

/** Returns the contrast of an element's text with its own background, from 1 to 21 (WCAG 1.4.3). */
function contrastOf(element: Locator): Promise<number> {
  return element.first().evaluate((one) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (color: string) => {
      if (canvas === null) return 0;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const { color, backgroundColor } = getComputedStyle(one);
    const [dark = 0, light = 0] = [color, backgroundColor].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });
}
