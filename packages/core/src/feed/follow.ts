import type { Call } from "../call.ts";
import type { Deps } from "../deps.ts";
import { type FeedPage, type Position, readFeed } from "./read.ts";
import type { Wanted } from "./readable.ts";
import type { FeedWatch } from "./watch.ts";

/** Events that one step of a stream holds in memory. */
const PAGE = 50;
/** Bytes of these, about: every open stream may hold them for as long as its client does not read. */
const PAGE_BYTES = 1024 * 1024;

/**
 * Reads a project's events page by page and waits at the end for more, until the signal is aborted. Reads the next
 * page only when it is asked for.
 *
 * @param after undefined for the oldest event that is kept
 * @throws CrmError CURSOR_EXPIRED, see `readFeed`
 */
export async function* followFeed(
  { deps, principal }: Call<Pick<Deps, "db">>,
  watch: FeedWatch,
  { after, wanted }: { readonly after: Position | undefined; readonly wanted: Wanted },
  signal: AbortSignal,
): AsyncGenerator<FeedPage> {
  let position = after;
  while (!signal.aborted) {
    const page = await readFeed({ deps, principal }, position, wanted, {
      limit: PAGE,
      maxBytes: PAGE_BYTES,
    });
    position = page.next;
    yield page;
    if (!page.hasMore) await watch.changed(principal.projectId, position.number, signal);
  }
}
