/** A part of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Asks for the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** A list that is fetched page by page while it is read. */
export interface List<Item> extends AsyncIterable<Item> {
  /** One page: the first, or the one that the `nextCursor` of another asks for. */
  page(cursor?: string): Promise<Page<Item>>;
}

export function listOf<Item>(fetchPage: (cursor?: string) => Promise<Page<Item>>): List<Item> {
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
