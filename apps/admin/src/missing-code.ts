/** Error name for a page whose code did not load: the server is down, or a newer version renamed its files. */
const NAME = "MissingCode";

/** Replaces the browser's error message, and keeps the router from navigating away. */
export function nameMissingCode(event: VitePreloadErrorEvent): void {
  event.payload.name = NAME;
  event.payload.message =
    "This page could not be loaded. The server cannot be reached, or Rapport was just updated. Try again.";
}

/**
 * Reloads the window, because only that brings the file names of a newer version. Does nothing while the server is
 * down: a reload would end on the browser's own error page.
 *
 * @returns whether it reloads; false for any other error
 */
export async function reloadForCode(error: unknown): Promise<boolean> {
  if (!(error instanceof Error) || error.name !== NAME) return false;
  const answer = await fetch("/session/methods").catch(() => null);
  if (!answer?.ok) return false;
  location.reload();
  return true;
}
