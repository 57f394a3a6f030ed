import { addAssociation } from "@rapport/core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./support/installation.ts";
import { brokenParts } from "./support/layout.ts";
import { visit } from "./support/navigation.ts";
import { make, principalOf } from "./support/records.ts";

const LISTS = ["/contacts", "/companies", "/deals", "/tickets", "/leads", "/tasks", "/contracts"];

describe("The look of pages", () => {
  let app: Installation;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const goTo = (page: Page, path: string) => visit(page, app, path);

  let shared: Page | undefined;
  /** Goes to a path on a page that tests share. A test that leaves input in a form needs a page of its own. */
  const show = async (path: string, width = 1440) => {
    shared ??= await app.open(null, { context: {} });
    await shared.setViewportSize({ width, height: 900 });
    await shared.emulateMedia({ colorScheme: "light" });
    await goTo(shared, path);
    return shared;
  };

  /** Selects the first record of a table. */
  const selectOnPhone = async (path: string) => {
    const viewport = { width: 390, height: 844 };
    const page = await app.open(app.at(path), { viewport });
    await page
      .getByRole("checkbox", { name: /^Select / })
      .nth(1)
      .check();
    return { page, bar: page.getByRole("region", { name: "Selection" }) };
  };

  it.for(["de-DE", "fr-FR"])("cuts no date and no number of a table in %s", async (locale) => {
    const page = await app.open(null, { context: { locale } });
    const cut: string[] = [];
    let checked = 0;
    for (const path of LISTS) {
      await goTo(page, path);
      await page.locator("[role=grid] tbody td").first().waitFor();
      const found = await page.evaluate(() =>
        Array.from(document.querySelectorAll("[role=grid] tbody td"))
          .filter((cell) => /\d.*\d:\d\d|^[A-Z]{3}\s\d|\d\s[A-Z]{3}$/.test(cell.textContent))
          .map(({ scrollWidth, clientWidth, textContent }) => ({
            text: textContent,
            isCut: scrollWidth > clientWidth,
          })),
      );
      checked += found.length;
      cut.push(...found.filter(({ isCut }) => isCut).map(({ text }) => `${path} ${text}`));
    }
    expect(checked).toBeGreaterThan(0);
    expect(cut).toEqual([]);
  });

  it("cuts no value of a table while there is room for it", async () => {
    const page = await show("");
    const findCut = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll("[role=grid] :is(tbody td, tbody th a, thead span)"))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
    for (const path of [...LISTS, "/contacts?group=lifecyclestage", "/deals?group=stage"]) {
      await goTo(page, path);
      await page.locator("[role=grid] tbody td").first().waitFor();
      await expect.poll(findCut, { message: path }).toEqual([]);
    }
  });

  it("takes the room for two companies in a cell from columns that have it to spare", async () => {
    for (let contact = 31; contact <= 42; contact++) {
      await addAssociation(
        { deps: app.deps, principal: principalOf(app) },
        { type: "contact", id: contact },
        { type: "company", id: 1 },
      );
    }
    for (const [width, columns] of [
      [1440, "email,phone,associations.company,lifecyclestage,createdAt"],
      [1920, "associations.company,city"],
    ] as const) {
      const page = await show(`/contacts?sort=id&columns=${columns}`, width);
      const cells = page.locator('[role=grid] [data-stop="associations.company"]');
      await cells.filter({ hasText: ", " }).first().waitFor();
      const findCut = () =>
        cells.evaluateAll((all) =>
          all
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
      await expect.poll(findCut, { message: String(width) }).toEqual([]);
    }
  });

  it("says that an order by amounts in several currencies compares the numbers", async () => {
    const page = await show("/deals?sort=-amount");
    const head = page.getByRole("columnheader", { name: "Amount" });
    await head.getByTitle("Compares the numbers. Currencies are not converted.").waitFor();
    await page.getByRole("button", { name: "Column Amount" }).click();
    await page.getByRole("menu").getByText("Compares the numbers").waitFor();
    await goTo(page, "/deals?sort=-amount&filter=currency.eq.EUR");
    await head.getByRole("button", { name: "Amount", exact: true }).waitFor();
    await page.getByRole("grid").getByText("EUR").first().waitFor();
    await expect.poll(() => head.getByTitle("Compares the numbers").count()).toBe(0);
    await goTo(page, "/deals/board?sort=-amount");
    await page.getByRole("button", { name: /^Sort: Amount/ }).click();
    await page.getByRole("menu").getByText("Compares the numbers").waitFor();
  });

  it("has room above and below the lines of a total", async () => {
    const page = await show("/deals?group=stage");
    const cell = page.locator("tfoot td").filter({ hasText: "EUR" });
    const gaps = await cell.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector("span") as Element);
      const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
      return [text.top - box.top, box.bottom - text.bottom];
    });
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6);
  });

  it("shows the stage of a record in the same colour in its bar and in a table", async () => {
    const hueOf = (one: Element) => one.getAttribute("data-color");
    for (const stage of ["Qualified", "Attempting"]) {
      const page = await show("/leads?columns=stage");
      const row = page.locator("[role=grid] tbody tr").filter({ hasText: stage }).first();
      const chip = await row.locator("td [data-color]").evaluate(hueOf);
      await row.locator("th a").click();
      const step = page.getByRole("list", { name: /^Stages of/ }).locator("[aria-current=step]");
      await step.waitFor();
      expect(await step.evaluate(hueOf)).toBe(chip);
      // The fill of a grey stage has no colour.
      const [red = 0, , blue = 0] = await step.evaluate(
        (one) =>
          getComputedStyle(one)
            .backgroundColor.match(/[\d.]+/g)
            ?.map(Number) ?? [],
      );
      const spread = Math.abs(red - blue) / Math.max(red, blue);
      if (chip === "grey") expect(spread).toBeLessThan(0.25);
      else expect(spread).toBeGreaterThan(0.4);
    }
  });

  it("has buttons in the dialog of a bulk change that a thumb can press, and pills in the middle", async () => {
    const { page, bar } = await selectOnPhone("/contacts");
    await bar.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Property").fill("Tags");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain("mantine-TagsInput");
    await page.keyboard.type("one,");
    const pill = dialog.locator(".mantine-Pill-root").first();
    await pill.waitFor();
    const heights = await dialog
      .locator(".mantine-Button-root")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(2);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    const [inner, box] = [
      await pill.boundingBox(),
      await dialog.locator(".mantine-TagsInput-input").boundingBox(),
    ];
    const middleOf = (one: typeof box) => (one?.y ?? 0) + (one?.height ?? 0) / 2;
    expect(Math.abs(middleOf(inner) - middleOf(box))).toBeLessThanOrEqual(1);
  });

  it("cuts no value and no label of an option on a phone", async () => {
    const page = await show("/schema/contacts?property=lifecyclestage", 390);
    const inputs = page.getByRole("textbox", { name: /^(Value|Label) of option/ });
    await inputs.first().waitFor();
    const cut = await inputs.evaluateAll((all) =>
      all
        .map((one) => one as HTMLInputElement)
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ value }) => value),
    );
    expect(cut).toEqual([]);
  });

  it("has buttons for the selected records that a thumb can press", async () => {
    const { bar } = await selectOnPhone("/deals");
    const heights = await bar
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(5);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  });

  it.for(["/deals?form=new", "/schema/deals?edit=type", "/webhooks?open=new"])(
    "has fields and buttons that a thumb can press, in the form of %s",
    async (path) => {
      const page = await show(path, 390);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").first().waitFor();
      const heights = await dialog
        .locator(".mantine-Input-input:visible, [type=submit]")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(3);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    },
  );

  it("has the menu of every column right of its label, and digits end below the label", async () => {
    const page = await show("/deals");
    const amount = page.getByRole("columnheader", { name: "Amount" });
    await amount.hover();
    const wrong = await page.evaluate(() =>
      Array.from(document.querySelectorAll("[role=grid] thead th + th")).flatMap((head) => {
        const label = head.querySelector("span");
        const menu = head.querySelector("[aria-label^=Column]");
        if (label === null || menu === null) return ["no label or no menu"];
        const isAfter = menu.getBoundingClientRect().left >= label.getBoundingClientRect().right;
        return isAfter ? [] : [label.textContent];
      }),
    );
    expect(wrong).toEqual([]);
    const ends = await page.evaluate(() => {
      const endOf = (node: Node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().right;
      };
      const head = document.querySelector("thead th[data-number=true] span");
      const cells = document.querySelectorAll("tbody td[data-number=true]:not(:empty)");
      return head === null ? [] : [head, ...cells].map(endOf).map(Math.round);
    });
    expect(ends.length).toBeGreaterThan(2);
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(2);
  });

  it("means the same by a lighter shade in light and in dark", async () => {
    const page = await show("/reports/funnel");
    await page.locator('svg [data-fill="good"]').first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      const [reached = 0, now = 0] = await page.evaluate(() =>
        ["lighter", "good"].map((fill) => {
          const mark = document.querySelector(`svg [data-fill="${fill}"]`) as Element;
          const [red = 0, green = 0, blue = 0] =
            getComputedStyle(mark).fill.match(/\d+/g)?.map(Number) ?? [];
          return 0.3 * red + 0.6 * green + 0.1 * blue;
        }),
      );
      expect(reached).toBeGreaterThan(now + 20);
    }
  });

  it("gives each series of a chart a colour of its own", async () => {
    const page = await show("/reports/created");
    const legend = page.locator("main ul:has([data-fill]) [data-fill]");
    await legend.first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      const colours = await legend.evaluateAll((all) =>
        all.map((one) => getComputedStyle(one).backgroundColor),
      );
      expect(colours.length).toBeGreaterThan(7);
      expect(new Set(colours).size).toBe(colours.length);
    }
  });

  it.for([
    "/schema/contacts?add=type",
    "/schema/contacts?add=property",
    "/schema/deals?part=pipelines&add=stage&pipeline=default",
    "/access/clients?open=new",
    "/webhooks?open=new",
    "/deals?form=new",
    "/templates?open=new",
  ])("names required fields in words, in the form of %s", async (path) => {
    const page = await show(path);
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    const marks = await page.evaluate(() =>
      [...document.querySelectorAll("[role=dialog] .mantine-InputWrapper-required")].map((one) => ({
        says: getComputedStyle(one, "::after").content,
        // What Mantine writes there itself.
        height: getComputedStyle(one).fontSize,
      })),
    );
    const inputs = await page.locator("[role=dialog] :required:visible").count();
    expect(marks.length).toBeGreaterThanOrEqual(Math.max(1, inputs));
    expect(new Set(marks.map(({ says, height }) => `${says} ${height}`))).toEqual(
      new Set(['"Required" 0px']),
    );
  });

  it.for([1440, 1024])("shows notifications beside a side panel, %d pixels wide", async (width) => {
    const page = await app.open(app.at("/tickets"), {
      viewport: { width, height: 900 },
    });
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await undo.waitFor();
    await page.getByRole("button", { name: "Create ticket" }).click();
    const panel = page.getByRole("dialog", { name: "New ticket" });
    await panel.getByLabel("Name").waitFor();
    const notice = page.locator(".mantine-Notification-root");
    expect(await notice.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe("solid");
    const [left, right] = [await notice.boundingBox(), await panel.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  });

  it("gives the filters a line of their own in the whole width of the table", async () => {
    const filter = "closeDate.known;amount.gt.1;stage.in.new,qualified;priority.known;name.known";
    const page = await show(`/deals?filter=${filter}`);
    const chips = page.getByRole("button", { name: /^Change filter/ });
    await expect.poll(() => chips.count()).toBe(5);
    const tops = await Promise.all((await chips.all()).map((chip) => chip.boundingBox()));
    const table = await page.getByRole("grid").boundingBox();
    expect(new Set(tops.map((box) => box?.y)).size).toBe(1);
    expect(tops[0]?.x).toBeLessThan((table?.x ?? 0) + 10);
  });

  it("shows the pill of a choice on a selected row too", async () => {
    const page = await app.open(app.at("/contacts"));
    const filled = page.locator("[role=grid] tbody tr").filter({ hasText: "Subscriber" });
    await filled.first().getByRole("checkbox").check();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      const row = page.locator("[role=grid] tr[data-selected=true]").first();
      const differs = await row.evaluate((one) => {
        const pill = Array.from(one.querySelectorAll("td span")).find(
          (span) => getComputedStyle(span).display === "inline-block",
        );
        if (pill === undefined) throw new Error("the row has no pill");
        const context = document
          .createElement("canvas")
          .getContext("2d") as CanvasRenderingContext2D;
        const paint = (colour: string) => {
          context.fillStyle = colour;
          context.fillRect(0, 0, 1, 1);
          return context.getImageData(0, 0, 1, 1).data.slice(0, 3);
        };
        const below = paint(getComputedStyle(pill.closest("td") as Element).backgroundColor);
        const above = paint(getComputedStyle(pill).backgroundColor);
        return below.reduce((sum, part, i) => sum + Math.abs(part - (above[i] ?? 0)), 0);
      });
      expect(differs).toBeGreaterThan(36);
    }
    await page.getByRole("checkbox", { name: /^Select all loaded/ }).check();
    // A tint of the colour of selected rows is told from them by its edge.
    const edges = await page
      .locator("[role=grid] tr[data-selected=true] span[data-color]")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).boxShadow));
    expect(edges.length).toBeGreaterThan(4);
    expect(edges).not.toContain("none");
  });

  it.for([1440, 1024])(
    "breaks addresses between their parts, and no phone number, %d pixels wide",
    async (width) => {
      const page = await show("", width);
      const broken: string[] = [];
      for (const path of ["/contacts/25", "/contacts/31", "/companies/1"]) {
        await goTo(page, path);
        const found = await page.evaluate(
          brokenParts,
          "main :is(dd *, li *):has(> wbr), .unbroken",
        );
        broken.push(...found.map((text) => `${path} ${text}`));
      }
      expect(await page.locator("wbr").count()).toBeGreaterThan(0);
      expect(broken).toEqual([]);
      // A domain that fits in a line is not broken.
      await goTo(page, "/contacts/25");
      const email = page.getByRole("button", { name: /^Edit Email/ });
      const parts = email.locator(".unbroken");
      expect(await parts.allTextContents()).toEqual(["amara.okafor@", "alderfinch.example"]);
      expect(
        await parts.evaluateAll((all) => all.map((one) => one.getClientRects().length)),
      ).toEqual([1, 1]);
    },
  );

  it.for([1440, 1024, 390])(
    "shows a day and a time whole while they are edited, %d pixels wide",
    async (width) => {
      const page = await app.open(null, { viewport: { width, height: 900 } });
      const isWhole = async () => {
        const inputs = page.locator("main :is(input[type=date], input[type=time])");
        await inputs.first().waitFor();
        const widths = await inputs.evaluateAll((all) => all.map((one) => one.clientWidth));
        expect(widths).toHaveLength(2);
        expect(Math.min(...widths)).toBeGreaterThanOrEqual(110);
      };
      await goTo(page, "/deals/90");
      await page
        .getByRole("button", { name: /^Edit Close date/ })
        .first()
        .click();
      await isWhole();
      // The table is not wider for it.
      await goTo(page, "/deals?columns=amount,closeDate");
      const frame = page.locator("section:has(> [role=grid]), div:has(> [role=grid])").first();
      const scrolled = () => frame.evaluate((one) => one.scrollWidth);
      const before = await scrolled();
      await page.locator('tbody [data-stop="closeDate"]').first().focus();
      await page.keyboard.press("Enter");
      await isWhole();
      expect(await scrolled()).toBe(before);
    },
  );

  it.for([1440, 1024, 390])(
    "shows the amount and the time of every card alike, %d pixels wide",
    async (width) => {
      const page = await show("/deals/board", width);
      const cards = page.locator("[data-movable]");
      await cards.first().waitFor();
      const lines = await cards.evaluateAll((all) =>
        all.map((card) => {
          const time = card.querySelector("div:last-of-type > :last-child > time");
          const amount = time?.parentElement?.previousElementSibling;
          if (!time || !amount) throw new Error("a card has no time or no amount");
          return amount.getBoundingClientRect().bottom <= time.getBoundingClientRect().top + 1;
        }),
      );
      expect(lines.length).toBeGreaterThan(10);
      expect(new Set(lines).size).toBe(1);
    },
  );

  it.for([1440, 1024])(
    "cuts no column of a report beside its chart, and no tab, %d pixels wide",
    async (width) => {
      const cut: string[] = [];
      for (const report of ["funnel", "durations", "outcomes", "webhooks", "usage"]) {
        const page = await show(`/reports/${report}`, width);
        const found = await page
          .locator("main :is(section:has(> table), nav)")
          .evaluateAll((all) =>
            all
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map((one) => one.getAttribute("aria-label")),
          );
        cut.push(...found.map((label) => `${report}: ${label}`));
      }
      expect(cut).toEqual([]);
    },
  );

  it("keeps the names of rows in sight while the figures of a report scroll", async () => {
    const page = await show("/reports/outcomes", 390);
    const table = page.getByRole("region", { name: "Won and lost, as a table" });
    await table.getByRole("rowheader").first().waitFor();
    // The chart above may still take its place, so that the table moves.
    const scrolled = () =>
      table.evaluate((frame) => {
        const left = () =>
          (frame.querySelector("tbody th")?.getBoundingClientRect().left ?? 0) -
          frame.getBoundingClientRect().left;
        frame.scrollLeft = 0;
        const before = left();
        frame.scrollBy(200, 0);
        return [frame.scrollLeft > 0, left() - before];
      });
    await expect.poll(scrolled).toEqual([true, 0]);
  });

  it("keeps the head and the total of a report above its rows while they scroll", async () => {
    const page = await show("/reports/created");
    const table = page.getByRole("region", { name: "Records created, as a table" });
    await table.waitFor();
    const shown = await table.evaluate((frame) => {
      frame.scrollBy(0, 100);
      frame.scrollIntoView({ block: "end" });
      return Array.from(
        frame.querySelectorAll("thead th:first-child, tfoot tr > :first-child"),
        (cell) => {
          const { left, top, height } = cell.getBoundingClientRect();
          return cell.contains(document.elementFromPoint(left + 12, top + height / 2));
        },
      );
    });
    expect(shown).toEqual([true, true]);
  });

  it("breaks no address within a word", async () => {
    const domain = "a-branch-with-a-long-name-in-the-north.example";
    for (const name of ["maximiliane.wolfeschlegel", "m.wolfeschlegel"]) {
      await make(app, "contact", { email: `${name}@${domain}`, phone: "+44 20 7946 5440" });
    }
    const page = await show("/duplicates");
    const list = page.getByRole("list", { name: "Possible duplicates" });
    const found = list.getByText("m.wolfeschlegel").first();
    const isFound = async () => {
      await page.reload();
      await list.or(page.locator("[data-empty]")).waitFor();
      return found.isVisible();
    };
    await expect.poll(isFound, { timeout: 20_000 }).toBe(true);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const broken = await list.evaluate((all) => {
        const texts = document.createTreeWalker(all, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
          const word = text.textContent ?? "";
          const range = document.createRange();
          range.selectNodeContents(text);
          const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
          if (/^[a-z0-9.@]+$/.test(word) && tops.size > 1) found.push(word);
        }
        return found;
      });
      expect(broken, String(width)).toEqual([]);
    }
  });

  it("offers the first step of an empty page once", async () => {
    await using empty = await startInstallation();
    const page = await empty.open(null);
    for (const path of ["/imports", "/webhooks", "/access/clients", "/templates"]) {
      await visit(page, empty, path);
      await page.locator("[data-empty]").waitFor();
      const loud = page.locator("main .mantine-Button-root:not([data-variant]):visible");
      expect([path, await loud.count()]).toEqual([path, 1]);
    }
  });
});
