/** The code of a page that did not come: the server is away, or a newer version names its files otherwise. */
const NAME = "MissingCode";

/** Gives the fault words for people, whatever the browser's are, and keeps the router from leaving for good. */
export function nameMissingCode(event: VitePreloadErrorEvent): void {
  event.payload.name = NAME;
  event.payload.message =
    "This page could not be loaded. The server cannot be reached, or Rapport has been updated meanwhile; try again.";
}

/**
 * Loads the window anew, as only that brings the names of a newer version's files; not while there is no server,
 * which would leave the browser's own page of errors.
 *
 * @returns whether it does; false for any other error
 */
export async function reloadForCode(error: unknown): Promise<boolean> {
  if (!(error instanceof Error) || error.name !== NAME) return false;
  const answer = await fetch("/session/methods").catch(() => null);
  if (!answer?.ok) return false;
  location.reload();
  return true;
}
