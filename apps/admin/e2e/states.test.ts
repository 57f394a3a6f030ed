import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { animationsEnd, contrastFindings } from "./support/accessibility.ts";
import { hasFocus } from "./support/focus.ts";
import { type Installation, startInstallation } from "./support/installation.ts";
import { ignoreRepeated, noticeRepeated } from "./support/layout.ts";
import { visit } from "./support/navigation.ts";

/** The pages of a project, with a record's. */
const PAGES = [
  "/",
  "/contacts",
  "/contacts/25",
  "/deals",
  "/deals/board",
  "/duplicates",
  "/imports",
  "/bin",
  "/webhooks/deliveries",
  "/templates",
  "/schema/deals",
  "/access/clients",
  "/access/admins",
  "/access/sessions",
  "/usage",
  "/audit",
];

/** Pages that have every kind of button, link, row, tab and card; some with a dialog that a button opens. */
const COLOURED: readonly (readonly [path: string, button?: string])[] = [
  ["/"],
  ["/contacts"],
  ["/contacts", "Create contact"],
  ["/contacts/25"],
  ["/deals/board"],
  ["/imports/new"],
  ["/webhooks", "Create endpoint"],
  ["/webhooks/deliveries"],
  ["/schema/deals"],
  ["/access/clients"],
  ["/access/clients", "Create client"],
  ["/audit"],
];

/** What opens each kind of dialog, drawer, menu and list. */
const OPENERS: readonly {
  readonly path: string;
  readonly opener: string;
  /** The item of the menu that the button opens. */
  readonly item?: string;
}[] = [
  { path: "/deals", opener: "Columns" },
  { path: "/deals", opener: "Filter" },
  { path: "/deals", opener: "Column Stage" },
  { path: "/deals", opener: "Export" },
  { path: "/deals", opener: "Create deal" },
  { path: "/deals?filter=stage.in.new", opener: "Save as view" },
  { path: "/contacts/25", opener: "More actions" },
  { path: "/contacts/25", opener: "More actions", item: "Merge" },
  { path: "/contacts/25", opener: "More actions", item: "Erase for good" },
  { path: "/schema/deals?part=pipelines", opener: "Remove Qualified" },
  { path: "/access/clients", opener: "Create client" },
  { path: "/access/admins", opener: "Invite admin" },
  { path: "/access/admins", opener: "Require a second factor" },
  { path: "/access/signing-keys", opener: "Rotate key" },
];

/** Elements that look different with the pointer or the focus on them, apart from repeated ones. */
const STATEFUL = ":is(a, button, label, tr, li, [role=tab], [role=switch]):not([inert], [inert] *)";

describe("the pages", () => {
  let app: Installation;
  let page: Page;
  beforeAll(async () => {
    app = await startInstallation({ demo: true });
    page = await app.open(null, { context: {} });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const go = async (path: string) => {
    await visit(page, app, path);
    await page.evaluate(noticeRepeated);
  };
  /** Leaves a form with changes, which the app asks about. */
  const load = (path: string) => page.goto(app.adminUrl + app.at(path));

  it("can be read with the pointer or the focus anywhere, and while something is pressed", async () => {
    const findings: string[] = [];
    let shown = "";
    for (const [path, button] of COLOURED) {
      if (path !== shown) await go(path);
      shown = path;
      if (button !== undefined) {
        await page.getByRole("button", { name: button }).first().click();
        await page.getByRole("dialog").first().waitFor();
      }
      await page.evaluate(ignoreRepeated);
      const found = await stateFindings(page, button === undefined ? "body" : "[role=dialog]");
      findings.push(...found.map((one) => `${path} ${button ?? ""} ${one}`));
    }
    const signIn = await app.openSignedOut("/sign-in", {});
    await signIn.getByLabel("Password").first().waitFor();
    findings.push(...(await stateFindings(signIn, "body")).map((one) => `/sign-in ${one}`));
    await signIn.context().close();
    expect(findings).toEqual([]);
  });

  it("open the palette by keyboard, which goes on with Enter and returns the focus with Esc", async () => {
    await go("/contacts");
    const opener = page.getByRole("button", { name: "Create contact" });
    await opener.focus();
    await page.keyboard.press("ControlOrMeta+K");
    const palette = page.getByRole("dialog");
    await palette.locator("input:focus").waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await hasFocus(opener);
    await page.keyboard.press("ControlOrMeta+K");
    await palette.locator("input:focus").waitFor();
    await page.keyboard.type("Companies");
    await palette
      .getByRole("option", { name: /Companies/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/companies/);
  });

  it("say that there is none at an address, and ignore what a parameter cannot be", async () => {
    const none = [
      ...[
        "/imports/abc",
        "/imports/99999",
        "/imports/draft/nope",
        "/imports/draft/abcdefgh12345678",
      ],
      ...["/webhooks/deliveries/abc", "/webhooks/deliveries/9999", "/changes/1e3", "/changes/9999"],
    ];
    for (const path of none) {
      await load(path);
      await page.getByText("This page does not exist").waitFor();
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
    }
    for (const path of ["/usage?period=1y", "/usage/requests?outcome=nope&from=never"]) {
      await load(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForURL(/^[^?]*$/);
      expect(await page.getByRole("alert").count()).toBe(0);
    }
    await load("/audit?actor=%00");
    await page
      .getByRole("alert")
      .getByText(/U\+0000/)
      .waitFor();
  });

  it("give the focus back to what opened a dialog, a drawer, a menu or a list", async () => {
    let shown = "";
    for (const { path, opener, item } of OPENERS) {
      if (path !== shown) await go(path);
      shown = path;
      const button = page
        .getByRole("button", { name: opener, exact: true })
        .filter({ visible: true })
        .first();
      await button.focus();
      await page.keyboard.press("Enter");
      if (item !== undefined) await page.getByRole("menuitem", { name: item, exact: true }).click();
      const opened = page.locator("[role=dialog]:focus-within, [role=menu]:focus-within").last();
      await opened.waitFor();
      await animationsEnd(page);
      // An open list of a dialog closes first.
      if (await opened.getByRole("listbox").first().isVisible())
        await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await opened.waitFor({ state: "hidden" });
      const isBack = () => button.evaluate((one) => one === document.activeElement);
      await expect.poll(isBack, { message: `${path} ${opener} ${item ?? ""}` }).toBe(true);
    }
  });

  it("draw the whole ring of what has the focus in messages and below the title of a dialog", async () => {
    const cut: string[] = [];
    const note = async (part: string) => {
      await page.keyboard.press("Shift");
      cut.push(...(await page.evaluate(cutRings, part)));
    };
    await load("/schema/contacts?property=lifecyclestage");
    await page.getByRole("button", { name: "Remove option 1" }).click();
    await page.getByRole("switch", { name: "Closed" }).check();
    await page.getByText(/^Records have/).waitFor();
    await note("[role=dialog]");
    await load("/access/clients");
    await page.getByRole("link", { name: "Demo client", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Copy/ }).waitFor();
    await note("[role=dialog]");
    await load("/schema/deals?part=pipelines");
    await page.getByRole("button", { name: "Remove Qualified" }).click();
    await page.getByRole("dialog").getByRole("link").first().waitFor();
    await note("[role=dialog]");
    await load("/companies");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.waitFor();
    await note(".mantine-Notification-root");
    await undo.click();
    expect(cut).toEqual([]);
  });

  it("draw placeholders still, and the spinner of a loading button in its middle, without motion", async () => {
    await load("/contacts?form=new");
    await page.getByRole("dialog").getByLabel("Email").fill("spinner@example.com");
    await page.route("**/trpc/**", () => undefined);
    await page.getByRole("dialog").getByRole("button", { name: "Create contact" }).click();
    const spinner = page.getByRole("dialog").locator(".mantine-Button-loader");
    await spinner.waitFor();
    const away = await spinner.evaluate((one) => {
      const middle = ({ top, height }: DOMRect) => top + height / 2;
      const button = one.closest("button") as HTMLElement;
      return Math.abs(middle(one.getBoundingClientRect()) - middle(button.getBoundingClientRect()));
    });
    await page.unrouteAll();
    expect(away).toBeLessThan(2);
    await page.route("**/trpc/**table**", () => undefined);
    await page.goto(app.adminUrl + app.at("/deals"));
    await page.locator("main .mantine-Skeleton-root").first().waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.unrouteAll();
  });

  it("show the focus at each stop of the Tab key", async () => {
    const faults: string[] = [];
    for (const path of PAGES) {
      await go(path);
      await page.evaluate(ignoreRepeated);
      await page.evaluate(startStops);
      // The navigation beside the page is the same on each of them.
      if (path !== "/") await page.evaluate(focusMain);
      let stops = 0;
      while (stops < MAX_STOPS) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(stopHere);
        if (stop === null) break;
        stops++;
        if (stop.fault !== null) faults.push(`${path}: ${stop.fault}: ${stop.name}`);
      }
      expect(stops, path).toBeGreaterThan(0);
      expect(stops, path).toBeLessThan(MAX_STOPS);
    }
    expect(faults).toEqual([]);
  });
});

/** Lists what cannot be read while every element of a part has the pointer and the focus, or is pressed. */
async function stateFindings(page: Page, part: string): Promise<readonly string[]> {
  const findings: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const found = { nodeId: root.nodeId, selector: `${part} ${STATEFUL}` };
  const { nodeIds } = await session.send("DOM.querySelectorAll", found);
  for (const forcedPseudoClasses of [
    ["hover", "focus", "focus-visible"],
    ["hover", "active"],
  ]) {
    const force = (nodeId: number) =>
      session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses });
    await Promise.all(nodeIds.map(force));
    const unread = await contrastFindings(page);
    findings.push(...unread.map((one) => `${forcedPseudoClasses}: ${one}`));
  }
  await session.detach();
  return findings;
}

/** Lists the elements of a part whose ring is cut off by what clips them, or is behind the title of their dialog. */
function cutRings(part: string): readonly string[] {
  const elements = document.querySelectorAll<HTMLElement>(
    `${part} :is(a[href], button:enabled, input:enabled)`,
  );
  const isCut = (element: HTMLElement) => {
    element.focus();
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    if (document.activeElement !== element || outlineStyle !== "solid") return false;
    const width = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const title = element.closest("[role=dialog]")?.querySelector("[class*=header]");
    if (title && !title.contains(element) && top - width < title.getBoundingClientRect().bottom - 1)
      return true;
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === "visible") continue;
      const edge = parent.getBoundingClientRect();
      // What scrolls may show the rest.
      if (parent.scrollHeight > parent.clientHeight) return false;
      return (
        left - width < edge.left - 1 ||
        right + width > edge.right + 1 ||
        top - width < edge.top - 1 ||
        bottom + width > edge.bottom + 1
      );
    }
    return false;
  };
  return [...elements].filter(isCut).map((one) => one.outerHTML.slice(0, 200));
}

/** More stops than any page of the demo has. */
const MAX_STOPS = 250;

/** Lets colours change at once, and forgets the stops of the page before, whose elements the app may draw again. */
function startStops(): void {
  for (const one of document.querySelectorAll<HTMLElement>("[data-visited]")) {
    delete one.dataset.visited;
  }
  const still = new CSSStyleSheet();
  still.replaceSync("* { transition: none !important }");
  document.adoptedStyleSheets = [still];
}

function focusMain(): void {
  const main = document.querySelector("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

/** Returns the element with the focus, and what is wrong with the look of the focus; null after the last one. */
function stopHere(): { name: string; fault: string | null } | null {
  const element = document.activeElement as HTMLElement | null;
  if (element === null || element === document.body || "visited" in element.dataset) return null;
  element.dataset.visited = "";
  const parts = [
    element,
    element.nextElementSibling,
    element.parentElement?.querySelector("label"),
  ];
  for (
    let parent = element.parentElement, i = 0;
    parent && i < 3;
    parent = parent.parentElement, i++
  ) {
    parts.push(parent);
  }
  const seen = parts.filter(
    (part) => part != null && part.getBoundingClientRect().height > 0,
  ) as HTMLElement[];
  const look = () =>
    seen
      .flatMap((part) => [getComputedStyle(part), getComputedStyle(part, "::after")])
      .map(({ outline, borderColor, boxShadow, backgroundColor, opacity }) =>
        [outline, borderColor, boxShadow, backgroundColor, opacity].join(),
      )
      .join("\n");
  const focused = look();
  element.blur();
  const isSeen = look() !== focused;
  element.focus();
  /** Whether the ring is outside of what a frame around the element shows, although the element is inside. */
  const isClipped = () => {
    const { outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(element);
    if (outlineStyle === "none") return false;
    const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth);
    const { top, right, bottom, left } = element.getBoundingClientRect();
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflow === "visible") continue;
      const edge = frame.getBoundingClientRect();
      const space = [top - edge.top, edge.right - right, edge.bottom - bottom, left - edge.left];
      return space.some((one) => one > -1 && one < reach - 1);
    }
    return false;
  };
  const isHidden = element.getBoundingClientRect().width === 0;
  const isBrowsersRing = !isHidden && getComputedStyle(element).outlineStyle === "auto";
  const fault = !isSeen
    ? "unseen"
    : isBrowsersRing
      ? "default ring"
      : isClipped()
        ? "clipped"
        : null;
  return { name: element.outerHTML.slice(0, 200), fault };
}
