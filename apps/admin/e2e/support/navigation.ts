import type { AnyRouter } from "@tanstack/react-router";
import type { Page, Request } from "playwright-core";
import type { Installation } from "./installation.ts";

/**
 * Opens a path of the project, and waits until every answer is drawn. If the page shows the app already, its router goes
 * there, which takes a third of the processor time of a load.
 */
export async function visit(page: Page, app: Installation, path: string): Promise<void> {
  const { settled, stop } = followRequests(page);
  const href = app.at(path === "/" ? "" : path);
  const isOpen = page.url().startsWith(`${app.adminUrl}${app.at("")}`);
  if (!isOpen || !(await page.evaluate(navigate, href))) await page.goto(app.adminUrl + href);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await settled();
  stop();
}

/**
 * Runs in a page. Lets the app's router go to an address, and waits until the page there is rendered.
 *
 * @returns false if the app is not ready or already there, where only a load reads everything again
 */
export async function navigate(href: string): Promise<boolean> {
  const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__?: AnyRouter };
  const { pathname, search } = window.location;
  if (router === undefined || decodeURI(pathname + search) === decodeURI(href)) return false;
  const rendered = new Promise((resolve) => router.subscribe("onRendered", resolve));
  await router.navigate({ href });
  await rendered;
  return true;
}

/**
 * Follows the requests of a page. `settled` waits until each has ended, and what came of it is drawn.
 *
 * @param rounds rounds of drawing after which an open request counts as one that never ends
 */
export function followRequests(page: Page, rounds = Number.POSITIVE_INFINITY) {
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
      for (let quiet = 0, i = 0; quiet < 2 && i < rounds; quiet++, i++) {
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
