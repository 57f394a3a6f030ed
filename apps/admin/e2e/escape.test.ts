import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { press, type Scene } from "./pictures/acts.ts";
import { type Gallery, openGallery } from "./pictures/gallery.ts";
import { editCell, filterBy } from "./pictures/record-acts.ts";
import { nameOf, SCENES } from "./pictures/scenes.ts";

/** Scenes with a dialog or a popover that has lists of choices, suggestions or menus. */
const NAMES = [
  ...["project-move", "contacts-form-new", "deals-form-new", "export", "note-edit"],
  ...["contacts-26-form-task", "filter", "filter-choice", "filter-date", "merge-find"],
  ...["change-edit", "change-move", "change-associate", "import-property"],
  ...["schema-contacts-add-property", "schema-contacts-property-customer_tier"],
  ...["schema-deals-part-pipelines-add-pipeline", "add-stage", "schema-contacts-add-type"],
  ...["schema-contacts-part-labels-add-label", "schema-contacts-edit-type", "agent-connected"],
  ...["webhooks-open-new", "templates-open-new"],
  ...["currencies-choose", "rate-add", "cell-association"],
];

/** Editors of values that take any text, and what else has a list. */
const EDITORS: readonly Scene[] = [
  ...["priority", "currency", "owner_id"].map((column) => ({
    name: `cell-${column}`,
    path: `/deals?columns=${column}`,
    act: editCell(column),
  })),
  ...["Priority", "Owner", "Currency"].map((label) => ({
    name: `record-${label}`,
    path: "/deals/90?all=true",
    act: press(new RegExp(`^Edit ${label}`)),
  })),
  { name: "record-associate", path: "/contacts/25", act: press("Associate a deal") },
  { name: "filter-owner", path: "/deals", act: filterBy("Owner") },
  {
    name: "filter-row",
    path: "/deals",
    act: async (page) => {
      await press("Narrow by column")(page);
      await press(/^Filter Stage/)(page);
    },
  },
];

const PLACES: readonly (readonly [name: string, scene: Scene])[] = [
  ...NAMES.map((name) => [name, SCENES.find((scene) => nameOf(scene) === name)] as const),
  ...EDITORS.map((scene) => [nameOf(scene), scene] as const),
] as never;

/** What has lists: a dialog, a popover, or what edits a value in place. */
const FRAME =
  "[role=dialog], [data-editing-cell], form[aria-label^=Edit], section:has([aria-label='Find a deal to add'])";
const OPENER = "[role=combobox], [aria-haspopup=listbox], [aria-haspopup=menu]";

describe("Esc", () => {
  let gallery: Gallery;
  let page: Page;
  beforeAll(async () => {
    gallery = await openGallery();
    page = await gallery.app.open(null, { context: { locale: "en-US" } });
  });
  afterAll(() => gallery[Symbol.asyncDispose]());

  const seen = (selector: string) => page.locator(selector).filter({ visible: true });
  const lists = () => seen("[role=listbox], [role=menu]");

  it.each(PLACES)("closes only the list in %s, and keeps what is typed", async (_, scene) => {
    await gallery.show(page, scene);
    const frame = seen(FRAME).last();
    await frame.waitFor();
    const openers = frame.locator(OPENER).filter({ visible: true });
    const count = await openers.count();
    let closed = 0;
    for (let i = 0; i < count; i++) {
      const opener = openers.nth(i);
      if (await opener.isDisabled()) continue;
      if (!(await openList(opener))) continue;
      const isTyped = await opener.evaluate((one) => one instanceof HTMLInputElement);
      const typed = isTyped ? await opener.inputValue() : null;
      await page.keyboard.press("Escape");
      await expect.poll(() => lists().count()).toBe(0);
      await frame.waitFor();
      if (isTyped) expect(await opener.inputValue()).toBe(typed);
      closed++;
    }
    expect(closed).toBeGreaterThan(0);
  });

  /** Opens the list of a field or a button, with something typed if it takes text. Returns false if it has none. */
  async function openList(opener: Locator): Promise<boolean> {
    if ((await lists().count()) === 0) await opener.click();
    const isText = await opener.evaluate((one) => one instanceof HTMLInputElement && !one.readOnly);
    if (!isText) {
      await lists().waitFor();
      return true;
    }
    const option = page.getByRole("option").filter({ visible: true }).first();
    const isOpen = await option.isVisible();
    // Records are found by what is typed.
    if (!isOpen && !(await opener.getAttribute("aria-label"))?.startsWith("Find")) return false;
    const start = isOpen ? ((await option.textContent()) ?? "").trim().charAt(0) : "a";
    await opener.fill("");
    await opener.pressSequentially(start);
    await lists().waitFor();
    return true;
  }
});
