import type { ConsoleMessage, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { router } from "../src/routes.tsx";
import { type Gallery, openGallery } from "./pictures/gallery.ts";
import { nameOf, SCENES } from "./pictures/scenes.ts";
import { seriousFindings } from "./support/accessibility.ts";
import {
  faintControls,
  faultsOfLayout,
  faultsOfPhone,
  faultsOfTablet,
  ignoreRepeated,
  leftOfTitle,
  noticeRepeated,
} from "./support/layout.ts";
import { drawn } from "./support/navigation.ts";

const WIDE = { width: 1440, height: 900 };
const WIDEST = { width: 1920, height: 900 };
const TABLET = { width: 1024, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A policy with which the browser runs no script that the server did not send, and shows the page in no frame. */
const POLICY =
  /^default-src 'self'; script-src 'self' 'nonce-[^']{22,}'; .*object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'$/;

/** Pages that have every kind of input, checkbox, radio button, switch and list. */
const CONTROLS = new Set([
  "/contacts?form=30",
  "/imports/new",
  "/schema/contacts?property=email",
  "/usage/requests",
  "/webhooks?open=new",
]);

/** Findings that stay: a carried card is faded. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  "board-carry": /: color-contrast: .*(data-dragging|href)/,
};

describe("every page of the admin app, and its states", () => {
  let gallery: Gallery;
  let own: Page;
  beforeAll(async () => {
    gallery = await openGallery();
    own = await open();
  });
  afterAll(() => gallery[Symbol.asyncDispose]());

  const faults: string[] = [];
  const shown = new Set<string>();
  const routes = new Set<string>();
  /** Whether the last scene of the page that stays open left nothing. */
  let isPlain = false;
  const edges: Record<string, number> = {};

  /** Opens a page that notes what its content security policy refuses, and errors of its scripts. */
  async function open(isSignedOut = false): Promise<Page> {
    const context = { viewport: WIDE, locale: "en-US" };
    const page = isSignedOut
      ? await gallery.app.openSignedOut("/sign-in", context)
      : await gallery.app.open(null, { context });
    page.on("console", (message: ConsoleMessage) => {
      if (/content security policy/i.test(message.text())) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    return page;
  }

  const checked = SCENES.filter(({ pictureOnly }) => !pictureOnly);
  it.for(checked.map((scene) => [nameOf(scene), scene] as const))(
    "%s can be used by everyone, fits, and keeps its policy",
    async ([name, scene]) => {
      const page = scene.signedOut ? await open(true) : own;
      const found: string[] = [];
      const { signedOut, at, before, act } = scene;
      const route = routeOf(gallery.app.at(scene.path));
      // Each route is loaded at least once, and after each scene that may leave something.
      const isOpen = isPlain && !signedOut && !at && !before && routes.has(route);
      if (!signedOut) isPlain = !at && !before && !act;
      try {
        if (isOpen) await page.evaluate(noticeRepeated);
        const response =
          (await gallery.show(page, scene, { isOpen })) ?? (await page.request.get(page.url()));
        expect(response.headers()["content-security-policy"]).toMatch(POLICY);
        for (const url of [response.url(), page.url()]) routes.add(routeOf(url));
        // The rows of a table are checked once.
        if (shown.has(scene.path)) await page.evaluate(ignoreRepeated);
        shown.add(scene.path);
        const rule = CONTROLS.has(scene.path) ? faintControls : undefined;
        const serious = await seriousFindings(page, rule);
        found.push(...serious.filter((one) => !KNOWN[name]?.test(one)));
        // What a dialog is over was checked without it.
        const isPage = scene.at === undefined && !(scene.act || scene.before);
        if (isPage && (await page.getByRole("dialog").count()) === 0)
          found.push(...(await layoutFindings(page, name)));
      } finally {
        await page.unrouteAll();
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize(WIDE);
        if (scene.signedOut) await page.context().close();
      }
      expect([...found, ...faults.splice(0)]).toEqual([]);
    },
  );

  async function layoutFindings(page: Page, name: string): Promise<readonly string[]> {
    const found = await lasting(() => page.evaluate(faultsOfLayout));
    await page.setViewportSize(WIDEST);
    await page.evaluate(drawn);
    edges[name] = await page.evaluate(leftOfTitle);
    await page.setViewportSize(TABLET);
    const onTablet = await lasting(() => page.evaluate(faultsOfTablet));
    await page.setViewportSize(PHONE);
    const rules = [faultsOfLayout, faultsOfPhone];
    const onPhone = await lasting(async () =>
      (await Promise.all(rules.map((rule) => page.evaluate(rule)))).flat(),
    );
    return [...found, ...onTablet, ...onPhone];

    /** Some parts are laid out again once the first layout shows their width. */
    async function lasting(find: () => Promise<readonly string[]>): Promise<readonly string[]> {
      for (let i = 0; i < 10; i++) {
        await page.evaluate(drawn);
        if ((await find()).length === 0) return [];
      }
      return find();
    }
  }

  /** Returns the route of an address, or an empty text if it has none. */
  function routeOf(url: string): string {
    const [, , route] = router.getMatchedRoutes(new URL(url, "http://localhost").pathname);
    return String(route?.fullPath ?? "").replace(/(?<=.)\/$/, "");
  }

  it("measures a text again that looks different from what was readable", async () => {
    await gallery.show(own, { path: "/companies" });
    expect(await seriousFindings(own)).toEqual([]);
    for (const look of [{ opacity: "0.4" }, { background: "#666" }, { color: "#999" }]) {
      await own.locator("h1").evaluate((title, look) => {
        title.removeAttribute("style");
        Object.assign(title.style, look);
      }, look);
      expect((await seriousFindings(own)).join()).toMatch(/color-contrast: .*: h1/);
    }
  });

  it("finds spacing that a reader cannot change", async () => {
    await gallery.show(own, { path: "/companies" });
    await own
      .locator("h1")
      .evaluate((title) => title.style.setProperty("letter-spacing", "1px", "important"));
    expect((await seriousFindings(own)).join()).toMatch(/avoid-inline-spacing: .*: h1/);
  });

  it("begins every page at the same edge", () => {
    const [first] = Object.values(edges);
    expect(Object.entries(edges).filter(([, left]) => left !== first)).toEqual([]);
  });

  it("includes every page", () => {
    expect(Object.keys(router.routesByPath).filter((path) => !routes.has(path))).toEqual([]);
  });
});
