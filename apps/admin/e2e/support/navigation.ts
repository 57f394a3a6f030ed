import type { AnyRouter } from "@tanstack/react-router";
import type { Page, Request } from "playwright-core";
import { drawn } from "../pictures/gallery.ts";
import type { Installation } from "./installation.ts";

/**
 * Opens a path of the project, and waits until every answer is drawn. If the page shows the app already, its router goes
 * there, which takes a third of the processor time of a load.
 */
export async function visit(page: Page, app: Installation, path: string): Promise<void> {
  const open = new Set<Request>();
  const start = (request: Request) => {
    // The stream of changes never ends.
    if (request.resourceType() !== "eventsource") open.add(request);
  };
  const end = (request: Request) => open.delete(request);
  page.on("request", start).on("requestfinished", end).on("requestfailed", end);
  const href = app.at(path === "/" ? "" : path);
  const isOpen = page.url().startsWith(`${app.adminUrl}${app.at("")}`);
  if (!isOpen || !(await page.evaluate(navigate, href))) await page.goto(app.adminUrl + href);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // A request whose answer is drawn may lead to the next one.
  for (let quiet = 0; quiet < 2; quiet++) {
    await page.evaluate(drawn);
    if (open.size > 0) quiet = -1;
  }
  page.off("request", start).off("requestfinished", end).off("requestfailed", end);
}

/** Runs in a page. Returns false if the app is not ready or already there, where only a load reads everything again. */
async function navigate(href: string): Promise<boolean> {
  const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__?: AnyRouter };
  const { pathname, search } = window.location;
  if (router === undefined || decodeURI(pathname + search) === decodeURI(href)) return false;
  const rendered = new Promise((resolve) => router.subscribe("onRendered", resolve));
  await router.navigate({ href });
  await rendered;
  return true;
}
