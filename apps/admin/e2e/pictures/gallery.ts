import { startGraphPlatform, startReceiver, trustReceivers } from "@rapport/testing";
import type { Page, Response } from "playwright-core";
import { animationsEnd } from "../support/accessibility.ts";
import { type Installation, startInstallation } from "../support/installation.ts";
import { followRequests, navigate } from "../support/navigation.ts";
import { ACCESS_TOKEN, fill, fillTemplates, signedIn, TEMPLATES, WABA_ID } from "./fill.ts";
import type { Scene } from "./scenes.ts";

/** Rounds of drawing after which an open request counts as one that the scene holds. */
const ROUNDS = 60;

/** An installation that the scenes are shown in. */
export interface Gallery extends AsyncDisposable {
  readonly app: Installation;
  /**
   * Opens a scene on a page of a signed-in owner, or on one without a session if the scene is `signedOut`.
   *
   * @param options.isOpen lets the app that the page shows go there, which takes half the processor time of a load
   * @returns the document's response, or null if the app went there
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
      const { settled, stop } = followRequests(page, ROUNDS);
      await before?.(page);
      const below = path === "/" ? "" : path;
      const address = { root: path, other: `/p/${other?.id}${below}`, project: app.at(below) };
      const to = address[at ?? "project"];
      const isThere = isOpen && (await page.evaluate(navigate, to));
      const response = isThere ? null : await page.goto(app.adminUrl + to);
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
