import { setRoleByHand } from "@rapport/core";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { button } from "./support/dialogs.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { visit } from "./support/navigation.ts";
import { emailOf, make, remove } from "./support/records.ts";

interface Place {
  readonly what: string;
  readonly path: string;
  /** Acts by keys, and returns what has the focus then. */
  readonly act: (page: Page) => Promise<Locator>;
}

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole("heading", { name, level, exact: true });

async function press(target: Locator, key = "Enter"): Promise<void> {
  await target.focus();
  await target.page().keyboard.press(key);
}

describe("the focus", () => {
  let app: Installation;
  let page: Page;
  beforeAll(async () => {
    app = await startInstallation();
    for (const name of ["Ash", "Birch", "Cedar"]) await make(app, "deal", { name });
    for (const name of ["Elm", "Fir"]) await remove(app, "deal", await make(app, "deal", { name }));
    page = await app.open(app.at(""));
    const due = { due_at: new Date().toISOString(), owner_id: await emailOf(page) };
    await make(app, "task", { name: "Call Ash", ...due });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Goes to a path. A load closes the dialog that the test before left. */
  const go = async (path: string) => {
    if ((await page.getByRole("dialog").count()) === 0) await visit(page, app, path);
    else await page.goto(app.adminUrl + app.at(path));
  };

  const STAYS: readonly Place[] = [
    {
      what: "on a header that sorts",
      path: "/deals",
      act: async (page) => {
        const header = page.getByRole("columnheader", { name: "Deal" });
        await press(header.getByRole("button"));
        await page.waitForURL(/sort=name/);
        await header.and(page.locator("[aria-sort]")).waitFor();
        return header.getByRole("button");
      },
    },
    {
      what: "on a row of the bin that is ticked",
      path: "/bin",
      act: async (page) => {
        const box = page.getByRole("checkbox", { name: "Select Elm" });
        await press(box, "Space");
        await button(page, "Restore 1").waitFor();
        return box;
      },
    },
    {
      what: "on a report that is moved",
      path: "",
      act: async (page) => {
        const arrange = button(page, "Arrange Records created");
        await press(arrange);
        await page.getByRole("menuitem", { name: "Move down" }).press("Enter");
        const titles = page.getByRole("region", { name: "Reports", exact: true });
        await expect
          .poll(() => titles.getByRole("heading", { level: 2 }).nth(3).textContent())
          .toBe("Records created");
        return arrange;
      },
    },
  ];

  const MOVES: readonly Place[] = [
    {
      what: "a step of an import to the heading of the next one each time",
      path: "/imports/new?object=contacts",
      act: async (page) => {
        await page.getByRole("textbox", { name: "Cells" }).fill("Email\nada@example.com");
        const title = page.getByRole("heading", { level: 1 });
        for (const name of [
          "Use these cells",
          "Continue to options",
          "Continue to check",
          "Import 1 row",
        ]) {
          await press(button(page, name));
          await button(page, name).waitFor({ state: "detached" });
          await hasFocus(title);
        }
        return title;
      },
    },
    {
      what: "the search to the first row, and on by letters",
      path: "/deals?sort=name",
      act: async (page) => {
        await page.getByRole("link", { name: "Ash" }).waitFor();
        await press(page.getByRole("searchbox", { name: "Search deals" }), "ArrowDown");
        await hasFocus(page.getByRole("link", { name: "Ash" }));
        await page.keyboard.press("j");
        await page.keyboard.press("j");
        await page.keyboard.press("k");
        return page.getByRole("link", { name: "Birch" });
      },
    },
    {
      what: "the page to the first row by a letter",
      path: "/deals?sort=name",
      act: async (page) => {
        await page.getByRole("link", { name: "Ash" }).waitFor();
        await page.keyboard.press("j");
        return page.getByRole("link", { name: "Ash" });
      },
    },
    {
      what: "a field of a bulk edit to its preview",
      path: "/deals",
      act: async (page) => {
        await page.getByRole("checkbox", { name: "Select Ash" }).check();
        await press(button(page.getByRole("region", { name: "Selection" }), "Edit"));
        const dialog = page.getByRole("dialog", { name: "Edit deals" });
        await dialog.getByRole("combobox", { name: "Property", exact: true }).fill("Name");
        await page.keyboard.press("Enter");
        await hasFocus(dialog.getByRole("textbox", { name: "Name" }));
        await page.keyboard.type("Aspen");
        await page.keyboard.press("Enter");
        await button(dialog, "Change 1 deal").waitFor();
        return heading(page, "Edit deals", 2);
      },
    },
    {
      what: "a finished task to the heading of its list",
      path: "",
      act: async (page) => {
        const box = page.getByRole("checkbox", { name: "Mark Call Ash as done" });
        await press(box, "Space");
        await box.waitFor({ state: "detached" });
        return heading(page, "My tasks due", 2);
      },
    },
    {
      what: "a restored record to the bin's heading",
      path: "/bin",
      act: async (page) => {
        const restore = button(page, "Restore Fir");
        await press(restore);
        await restore.waitFor({ state: "detached" });
        return heading(page, "Bin");
      },
    },
    {
      what: "a removed filter to the button that adds one",
      path: "/deals?filter=name.eq.Ash",
      act: async (page) => {
        await press(page.getByRole("button", { name: /^Remove/ }));
        await page.getByRole("link", { name: "Cedar" }).waitFor();
        return button(page, "Filter");
      },
    },
    {
      what: "the palette to the heading of the page that it opens",
      path: "/bin",
      act: async (page) => {
        await heading(page, "Bin").waitFor();
        await page.keyboard.press("ControlOrMeta+K");
        await page.getByRole("dialog").locator("input:focus").waitFor();
        await page.keyboard.type("Audit");
        await page.getByRole("option", { name: "Audit log" }).waitFor();
        await page.keyboard.press("Enter");
        return heading(page, "Audit log");
      },
    },
    {
      what: "an address that opens a form to its first field",
      path: "/templates?open=account",
      act: async (page) => page.getByRole("dialog").getByLabel("WhatsApp Business account id"),
    },
    {
      what: "a row to the heading of its record",
      path: "/deals",
      act: async (page) => {
        await press(page.getByRole("link", { name: "Birch" }));
        return heading(page, "Birch");
      },
    },
  ];

  it.for([
    ...STAYS.map((one) => ({ ...one, title: `stays ${one.what}` })),
    ...MOVES.map((one) => ({ ...one, title: `moves from ${one.what}` })),
  ])("$title", async ({ path, act }) => {
    await go(path);
    await hasFocus(await act(page));
  });

  it("returns from a side form to its opener each time", async () => {
    await go("/deals");
    const opener = button(page, "Create deal");
    const drawer = page.getByRole("dialog", { name: "New deal" });
    for (const end of ["Escape", "Escape", "Enter"]) {
      await press(opener);
      const name = drawer.getByRole("textbox", { name: "Name" });
      await hasFocus(name);
      if (end === "Enter") await page.keyboard.type("Dogwood");
      await page.keyboard.press(end);
      await drawer.waitFor({ state: "detached" });
      await hasFocus(opener);
    }
  });

  it("stays on a button while it is loading, which ignores clicks", async () => {
    await go("/bin");
    const { promise: waited, resolve: goOn } = Promise.withResolvers<void>();
    let calls = 0;
    await page.route("**/trpc/admin.records.restore**", async (route) => {
      calls++;
      await waited;
      await route.abort();
    });
    onTestFinished(() => page.unroute("**/trpc/admin.records.restore**"));
    const restore = button(page, "Restore Elm");
    await press(restore);
    await page.locator("[data-loading]").and(restore).waitFor();
    await page.keyboard.press("Enter");
    await hasFocus(restore);
    goOn();
    await page.getByText("The server cannot be reached").waitFor();
    await hasFocus(restore);
    expect(calls).toBe(1);
  });

  it.each([
    { what: "a dialog", opener: "Export" },
    { what: "a drawer", opener: "Create deal" },
  ])("does not reach the page behind $what that is about to open", async ({ opener }) => {
    await using slow = await app.open(app.at("/deals"), {
      context: { reducedMotion: "no-preference" },
    });
    await slow.getByRole("link", { name: "Ash" }).waitFor();
    // A busy machine draws the dialog late, and then gives it the focus late.
    await slow.evaluate(() => {
      const { requestAnimationFrame: draw, setTimeout: wait } = window;
      const waiting: (() => void)[] = [];
      window.requestAnimationFrame = (call) => waiting.push(() => draw(call));
      const waitLate = (call: () => void, ms?: number) =>
        ms === undefined ? waiting.push(call) : wait(call, ms);
      Object.assign(window, { setTimeout: waitLate });
      window.addEventListener("draw", () => {
        Object.assign(window, { requestAnimationFrame: draw, setTimeout: wait });
        for (const call of waiting) call();
      });
    });
    const start = button(slow.locator("#root"), opener);
    await press(start);
    const behind = slow.locator("#root :focus");
    for (const key of ["Tab", "Tab", "Shift+Tab"]) {
      await slow.keyboard.press(key);
      await expect.poll(() => behind.count()).toBe(0);
    }
    await slow.evaluate(() => window.dispatchEvent(new Event("draw")));
    await slow.getByRole("dialog").locator(":focus").waitFor();
    await slow.keyboard.press("Escape");
    await hasFocus(start);
  });

  it("goes through the header of a number column from left to right", async () => {
    await go("/deals");
    const header = page.getByRole("columnheader", { name: "Amount" });
    const places: number[] = [];
    await header.getByRole("button").first().focus();
    for (let i = 0; i < 2; i++) {
      places.push((await header.locator(":focus").boundingBox())?.x ?? 0);
      await page.keyboard.press("Tab");
    }
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("opens a dialog in its content, so that Enter does not close it", async () => {
    await go("/deals");
    await press(button(page, "Export"));
    await hasFocus(page.getByRole("dialog").getByRole("radio", { name: "Shown in the table" }));
    await page.keyboard.press("Escape");
  });

  it("stays in a dialog that a row opened while the rows are read again", async () => {
    const { tenantId } = app;
    const [member, other] = [await app.admin(null), await app.admin(null)];
    await setRoleByHand(app.deps, { ...member, role: "admin", tenantId });
    await go("/access/members");
    const actions = button(page, `Actions for ${member.email}`);
    await press(actions);
    await page.getByRole("menuitem", { name: "Change role" }).press("Enter");
    await hasFocus(page.getByRole("radio", { name: "Admin", exact: true }));
    await page.keyboard.press("ArrowDown");
    await setRoleByHand(app.deps, { ...other, role: "admin", tenantId });
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await page.locator("tr", { hasText: other.email }).waitFor();
    await hasFocus(page.getByRole("radio", { name: "Read-only", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(actions);
  });

  it("leaves the rows of a table in their place when the first one is selected", async () => {
    await go("/deals");
    const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
    const second = await boxes.nth(1).boundingBox();
    await boxes.first().check();
    await page.getByRole("region", { name: "Selection" }).waitFor();
    expect(await boxes.nth(1).boundingBox()).toEqual(second);
  });
});
