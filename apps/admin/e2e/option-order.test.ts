import { saveProperty } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { press } from "./pictures/acts.ts";
import { editCell, filterBy } from "./pictures/record-acts.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { make } from "./support/records.ts";

/** Neither order is that of the letters, of the keys or of the time when a record got the value first. */
const GRADES = [
  { value: "m", label: "Zinc" },
  { value: "z", label: "Amber" },
  { value: "a", label: "Mint" },
];
const LABELS = GRADES.map(({ label }) => label);
const STAGES = ["New", "Qualified", "Proposal", "Negotiation", "Won", "Lost"];
const OPEN = STAGES.slice(0, 4);

/** Returns the texts of a list of choices that is open. */
const options = (page: Page) => page.getByRole("option").filter({ visible: true });

/** Lists the values of a filter by a property. */
const valuesOf = (property: string) => async (page: Page) => {
  await filterBy(property)(page);
  await page.getByRole("combobox", { name: "Values" }).click();
};

/** Opens the form of a bulk change of the first deal. */
const select = (action: string) => async (page: Page) => {
  await page
    .locator("tbody")
    .getByLabel(/^Select /)
    .first()
    .check();
  await press(action)(page);
};

interface Place {
  readonly place: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /** What has the texts in their order; the open list by default. */
  readonly list?: string;
  readonly shown: readonly string[];
}

const GROUPS = "tbody button[aria-expanded]";

const PLACES: readonly Place[] = [
  { place: "a filter", path: "/deals", act: valuesOf("Grade"), shown: LABELS },
  { place: "a filter by stage", path: "/deals", act: valuesOf("Stage"), shown: STAGES },
  {
    place: "the row of filters",
    path: "/deals?columns=grade",
    act: async (page) => {
      await press("Narrow by column")(page);
      await press(/^Filter Grade/)(page);
      await page.getByRole("combobox", { name: "Values" }).click();
    },
    shown: LABELS,
  },
  {
    place: "a form",
    path: "/deals?form=new",
    act: async (page) => {
      const form = page.getByRole("dialog");
      await form.getByRole("button", { name: "More properties" }).click();
      await form.getByRole("combobox", { name: "Grade" }).click();
    },
    shown: LABELS,
  },
  {
    place: "the stages of a form",
    path: "/deals?form=new",
    act: (page) => page.getByRole("dialog").getByRole("combobox", { name: "Stage" }).click(),
    shown: STAGES,
  },
  { place: "a record's page", path: "/deals/1", act: press(/^Edit Grade/), shown: LABELS },
  { place: "a cell", path: "/deals?columns=grade", act: editCell("grade"), shown: LABELS },
  {
    place: "a cell of stages",
    path: "/deals?columns=stage",
    act: editCell("stage"),
    shown: STAGES,
  },
  {
    place: "a bulk change",
    path: "/deals",
    act: async (page) => {
      await select("Edit")(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Property" }).click();
      await page.getByRole("option", { name: "Grade", exact: true }).click();
      await dialog.getByRole("combobox").last().click();
    },
    shown: LABELS,
  },
  {
    place: "a bulk move",
    path: "/deals",
    act: async (page) => {
      await select("Move stage")(page);
      await page.getByRole("dialog").getByRole("combobox", { name: "Stage" }).click();
    },
    shown: STAGES,
  },
  { place: "groups", path: "/deals?filter=grade.known&group=grade", list: GROUPS, shown: LABELS },
  { place: "groups of stages", path: "/deals?group=stage", list: GROUPS, shown: OPEN },
  {
    place: "a sorted table",
    path: "/deals?filter=grade.known&columns=grade&sort=grade",
    list: 'tbody [data-stop="grade"]',
    shown: LABELS,
  },
  {
    place: "a table sorted the other way",
    path: "/deals?filter=grade.known&columns=grade&sort=-grade",
    list: 'tbody [data-stop="grade"]',
    shown: LABELS.toReversed(),
  },
  { place: "a board", path: "/deals/board", list: "main h2", shown: STAGES },
  {
    place: "the menu of a card",
    path: "/deals/board",
    act: press(/to another stage/),
    list: "[role=menuitem]",
    shown: STAGES.slice(1),
  },
  { place: "the funnel", path: "/reports/funnel", list: "main tbody th", shown: STAGES },
  {
    place: "the schema",
    path: "/schema/deals?property=grade",
    list: "[role=dialog] input[aria-label^='Label of option']",
    shown: LABELS,
  },
];

describe("options and stages", () => {
  let app: Installation;
  let page: Page;
  beforeAll(async () => {
    app = await startInstallation();
    await saveProperty(app.deps, app.projectId, "deal", {
      ...{
        name: "grade",
        label: "Grade",
        type: "enumeration",
        closed: true,
        indexed: true,
        options: GRADES,
      },
    });
    for (const [i, grade] of ["a", "z", "m"].entries()) {
      await make(app, "deal", {
        name: `Deal ${grade}`,
        grade,
        stage: i === 0 ? "proposal" : "new",
      });
    }
    for (const stage of ["negotiation", "qualified"])
      await make(app, "deal", { name: stage, stage });
    page = await app.open(app.at("/deals"), { context: {} });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it.each(PLACES)("are in their own order in $place", async ({ path, act, list, shown }) => {
    // A load closes the dialog that the test before left.
    if ((await page.getByRole("dialog").count()) === 0) await visit(page, app, path);
    else await page.goto(`${app.adminUrl}${app.at(path)}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => localStorage.removeItem("rapport.filter-row"));
    await act?.(page);
    const texts = async () => {
      const found = list === undefined ? options(page) : page.locator(list);
      const all = await found.evaluateAll((elements) =>
        elements.map((one) =>
          one instanceof HTMLInputElement ? one.value : (one.textContent ?? ""),
        ),
      );
      // A count, a sum or a currency may follow.
      return all
        .map((text) => shown.find((one) => text.trim().startsWith(one)) ?? text)
        .filter(Boolean);
    };
    await expect.poll(texts).toEqual(shown);
  });
});
