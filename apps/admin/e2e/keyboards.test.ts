import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make, read } from "./support/records.ts";

interface Key {
  readonly key: string;
  readonly code?: string;
  readonly keyCode?: number;
  readonly isComposing?: boolean;
  readonly modifierAltGraph?: boolean;
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
}

/** Presses a key where the focus is, as a keyboard of another layout or an input method does. */
const press = (page: Page, key: Key) =>
  page.evaluate((init) => {
    const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, key);

const COMPOSED: readonly Key[] = ["Tab", "Enter", "Escape"].flatMap((key) => [
  { key, isComposing: true },
  // Safari ends the composition before the key.
  { key, keyCode: 229 },
]);

/** Russian, Greek, Hebrew, Arabic and Korean letters at the places of J, K, X and N. */
const LAYOUTS = [
  { j: "о", k: "л", x: "ч", n: "т" },
  { j: "ξ", k: "κ", x: "χ", n: "ν" },
  { j: "ח", k: "ל", x: "ס", n: "מ" },
  { j: "ت", k: "ن", x: "ء", n: "ى" },
  { j: "ㅓ", k: "ㅏ", x: "ㅌ", n: "ㅜ" },
] as const;

describe("keyboards", () => {
  let app: Installation;
  let contact: number;
  let deal: number;
  beforeAll(async () => {
    app = await startInstallation();
    contact = await make(app, "contact", {
      ...{ firstname: "Ada", email: "ada@example.com", website: "HTTPS://EXAMPLE.COM" },
      phone: "+44 (0)20 7946 0001 ext. 5",
    });
    await make(app, "contact", { firstname: "Bob", email: "bob@example.com" });
    deal = await make(app, "deal", { name: "Engine", amount: "1234567.89", currency: "EUR" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const rows = (page: Page) => page.locator("tbody").getByRole("rowheader").getByRole("link");
  const isFocused = (one: Locator) =>
    expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true);

  it("of every layout have all shortcuts, at the same places", async () => {
    const page = await app.open(null);
    for (const letters of LAYOUTS) await useShortcuts(page, letters);
  });

  async function useShortcuts(page: Page, { j, k, x, n }: (typeof LAYOUTS)[number]): Promise<void> {
    await visit(page, app, "/contacts?sort=firstname");
    await rows(page).first().waitFor();
    await press(page, { key: k, code: "KeyK", ctrlKey: true });
    const palette = page.getByRole("dialog");
    await palette.waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "hidden" });
    await press(page, { key: j, code: "KeyJ" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("tbody") !== null))
      .toBe(true);
    await press(page, { key: x, code: "KeyX" });
    await page.getByText("1 contact selected").first().waitFor();
    await visit(page, app, `/contacts/${contact}`);
    await page.getByRole("button", { name: "Write a note" }).waitFor();
    await press(page, { key: n, code: "KeyN" });
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }

  it("do nothing with AltGr, and type other letters into fields", async () => {
    const page = await app.open(app.at(`/contacts/${contact}`));
    await page.getByRole("button", { name: "Write a note" }).waitFor();
    await press(page, { key: "n", code: "KeyN", modifierAltGraph: true });
    await press(page, { key: "ń", code: "KeyN", modifierAltGraph: true });
    await press(page, { key: "т", code: "KeyN", modifierAltGraph: true });
    await page.waitForTimeout(200);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("Control+k");
    const input = page
      .getByRole("dialog")
      .getByRole("combobox")
      .or(page.getByRole("dialog").getByRole("textbox"))
      .first();
    const seen = await input.evaluate((element) => {
      let key = "";
      element.addEventListener("keydown", (event) => (key = (event as KeyboardEvent).key));
      element.dispatchEvent(
        new KeyboardEvent("keydown", { key: "т", code: "KeyN", bubbles: true }),
      );
      return key;
    });
    expect(seen).toBe("т");
  });

  it("give no key to the page while an input method composes", async () => {
    const page = await app.open(app.at("/contacts?sort=firstname&columns=jobtitle"));
    await rows(page).first().waitFor();
    const composeAll = async () => {
      for (const key of COMPOSED) await press(page, key);
    };
    // A cell neither saves nor forgets what was typed.
    await page.getByRole("row", { name: /Ada/ }).locator('[data-stop="jobtitle"]').dblclick();
    const editor = page.getByRole("group", { name: /Job title/ }).getByRole("textbox");
    await editor.fill("技");
    await composeAll();
    await isFocused(editor);
    expect(await editor.inputValue()).toBe("技");
    expect(await read(app, "contact", contact)).not.toHaveProperty("jobtitle");
    await page.keyboard.press("Enter");
    await expect.poll(() => read(app, "contact", contact)).toMatchObject({ jobtitle: "技" });
    // A filter, the form of a record and the command palette stay open.
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("dialog", { name: "Filter" }).getByRole("combobox").first().focus();
    await composeAll();
    await page.getByRole("dialog", { name: "Filter" }).waitFor();
    await page.goto(`${app.adminUrl}${app.at("/contacts")}`);
    await rows(page).first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await composeAll();
    await page.getByRole("dialog").waitFor();
    // No handler of the page sees any of them.
    const seen = await page.evaluate((keys) => {
      let count = 0;
      const note = () => count++;
      window.addEventListener("keydown", note, { capture: true });
      document.addEventListener("keydown", note, { capture: true });
      for (const init of keys) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true }));
      }
      return count;
    }, COMPOSED);
    expect(seen).toBe(0);
  });

  it("close a list of choices with Escape, and the filter with the next one", async () => {
    const page = await app.open(app.at("/deals"));
    for (const property of ["Stage", "Close date", "Priority"]) {
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      const editor = page.getByRole("dialog", { name: "Filter" });
      await editor.getByRole("combobox", { name: "Property" }).fill(property);
      await page.getByRole("option", { name: property, exact: true }).click();
      for (const list of await editor.getByRole("combobox").all()) {
        await list.click();
        await page.getByRole("option").first().waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("option").first().waitFor({ state: "hidden" });
        await editor.waitFor();
      }
      await page.keyboard.press("Escape");
      await editor.waitFor({ state: "hidden" });
    }
  });

  it("type numbers in German as the page shows them", async () => {
    const page = await app.open(
      app.at("/deals?columns=amount,stage,closeDate,tags,owner_id,probability"),
      { context: { locale: "de-DE" } },
    );
    const cell = page.getByRole("row", { name: /Engine/ }).locator('[data-stop="amount"]');
    await cell.getByText("1.234.567,89").waitFor();
    // The currency is not cut off.
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(
      true,
    );
    const editor = page.getByRole("group", { name: /Amount/ }).getByRole("textbox");
    for (const [typed, stored, shown] of [
      ["1.234", "1234", "1.234,00"],
      ["1.500,5", "1500.5", "1.500,50"],
      ["1234.5", "1234.5", "1.234,50"],
    ] as const) {
      await cell.dblclick();
      await editor.fill(typed);
      await page.keyboard.press("Enter");
      await expect.poll(() => read(app, "deal", deal)).toMatchObject({ amount: stored });
      await cell.getByText(shown).waitFor();
    }
    await cell.dblclick();
    expect(await editor.inputValue()).toBe("1234,5");
    await page.keyboard.press("Escape");
    await visit(page, app, "/deals?filter=amount.gt.1234.4");
    await page.getByRole("button", { name: /Change filter/ }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("Value").inputValue()).toBe("1234,4");
    await dialog.getByLabel("Value").fill("1.234,6");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => new URL(page.url()).searchParams.get("filter"))
      .toBe("amount.gt.1234.6");
  });

  it("links phone numbers with their extension, and web addresses to another tab", async () => {
    const page = await app.open(app.at(`/contacts/${contact}`));
    const phone = page.getByRole("link", { name: "+44 (0)20 7946 0001 ext. 5" }).first();
    expect(await phone.getAttribute("href")).toBe("tel:+442079460001;ext=5");
    const site = page.getByRole("link", { name: "HTTPS://EXAMPLE.COM" }).first();
    expect(await site.getAttribute("target")).toBe("_blank");
    expect(await site.getAttribute("rel")).toContain("noopener");
  });

  it("shows Home and Reports in UTC, and says so, if the browser does not know its time zone", async () => {
    const page = await app.open(null);
    await page.addInitScript(() => {
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
        return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
      };
    });
    for (const path of ["", "/reports/created"]) {
      await page.goto(`${app.adminUrl}${app.at(path)}`);
      await page
        .getByText("This browser does not say its time zone, so days are those of UTC.")
        .first()
        .waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    }
  });
});
