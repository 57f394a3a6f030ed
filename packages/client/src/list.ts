/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page, or null on the last page. */
  readonly nextCursor: string | null;
}

/** A list that fetches its pages as they are needed. */
export interface List<Item, OnePage extends Page<Item> = Page<Item>> extends AsyncIterable<Item> {
  /** Fetches one page: the first, or the one after the page that returned the cursor. */
  page(cursor?: string): Promise<OnePage>;
}

export function listOf<Item, OnePage extends Page<Item> = Page<Item>>(
  fetchPage: (cursor?: string) => Promise<OnePage>,
): List<Item, OnePage> {
  return {
    page: fetchPage,
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined;
      do {
        const page: Page<Item> = await fetchPage(cursor);
        yield* page.items;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
  };
}
