import { startGraphPlatform, startReceiver, trustReceivers } from "@rapport/testing";
import type { AnyRouter } from "@tanstack/react-router";
import type { Page, Request, Response } from "playwright-core";
import { animationsEnd } from "../support/accessibility.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { ACCESS_TOKEN, fill, fillTemplates, signedIn, TEMPLATES, WABA_ID } from "./fill.ts";
import type { Scene } from "./scenes.ts";

/** An installation that the scenes are shown in. */
export interface Gallery extends AsyncDisposable {
  readonly app: Installation;
  /**
   * Opens a scene on a page of a signed-in owner, or on one without a session if the scene is `signedOut`.
   *
   * @param options.isOpen lets the app that the page shows go there, which takes half the processor time of a load
   * @returns the document's response, or null if the app was open
   */
  show(page: Page, scene: Scene, options?: { isOpen?: boolean }): Promise<Response | null>;
  /** Undoes what a run through the scenes leaves and another one meets. */
  reset(): Promise<void>;
}

/** @param options.isEmpty leaves out the demo's records and everything else that fills the pages */
export async function openGallery({ isEmpty = false } = {}): Promise<Gallery> {
  await trustReceivers();
  await using opened = new AsyncDisposableStack();
  const works = opened.use(await startReceiver());
  const fails = opened.use(await startReceiver());
  const platform = opened.use(
    await startGraphPlatform({ wabaId: WABA_ID, accessToken: ACCESS_TOKEN, templates: TEMPLATES }),
  );
  const settings = { META_GRAPH_URL: platform.url };
  const app = opened.use(await startInstallation({ demo: !isEmpty, settings }));
  if (!isEmpty) await fill(app, { works, fails });
  const api = await signedIn(app);
  const { projectId } = app;
  const [, other] = (await api.tenants.list.query()).flatMap(({ projects }) => projects);
  const all = opened.move();
  return {
    app,
    async show(page, { path, at, before, act }, { isOpen = false } = {}) {
      const { settled, stop } = requestsOf(page);
      await before?.(page);
      const below = path === "/" ? "" : path;
      const address = { root: path, other: `/p/${other?.id}${below}`, project: app.at(below) };
      const to = address[at ?? "project"];
      const response = isOpen ? null : await page.goto(app.adminUrl + to);
      if (isOpen) await page.evaluate(goTo, to);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await settled();
      await act?.(page);
      await settled();
      await animationsEnd(page);
      stop();
      return response;
    },
    async reset() {
      if (!isEmpty) {
        await fillTemplates(api, projectId);
        await api.currencies.setReporting.mutate({ projectId, currency: null });
      }
      // More imports would be in preparation than a project may have.
      for (const { id } of await api.imports.drafts.list.query({ projectId })) {
        await api.imports.drafts.discard.mutate({ projectId, id });
      }
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Runs in a page. Lets the app's router go to an address, and waits until the page there is rendered. */
async function goTo(href: string): Promise<void> {
  const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: AnyRouter };
  const rendered = new Promise((resolve) => router.subscribe("onRendered", resolve));
  await router.navigate({ href });
  await rendered;
}

/** Rounds of drawing after which an open request counts as one that the scene holds. */
const ROUNDS = 60;

/** Follows the requests of a page. `settled` waits until each has ended, and what came of it is drawn. */
function requestsOf(page: Page) {
  const open = new Set<Request>();
  const start = (request: Request) => {
    // The stream of changes never ends.
    if (request.resourceType() !== "eventsource") open.add(request);
  };
  const end = (request: Request) => open.delete(request);
  page.on("request", start).on("requestfinished", end).on("requestfailed", end);
  return {
    settled: async () => {
      // A request whose answer is drawn may lead to the next one.
      for (let quiet = 0, i = 0; quiet < 2 && i < ROUNDS; quiet++, i++) {
        await page.evaluate(drawn);
        if (open.size > 0) quiet = -1;
      }
    },
    stop: () => page.off("request", start).off("requestfinished", end).off("requestfailed", end),
  };
}

/** Runs in a page. Waits until what its scripts have changed is drawn. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
