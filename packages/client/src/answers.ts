import { type List, listOf, type Page } from "./list.ts";
import type { Call, Query } from "./operations.ts";
import type { CallOptions } from "./transport.ts";

/** Lists the pages of a GET operation that takes a cursor. */
export function pagesOf<Item>(
  call: Call,
  path: string,
  filter: Query,
  options?: CallOptions,
): List<Item, Page<Item> & { readonly asOf: string | undefined }> {
  return listOf(async (cursor) => {
    const answer = await call({ method: "GET", path, query: { ...filter, cursor } }, options);
    const page = dataOf<{ results: Item[]; nextCursor: string | null; asOf?: string }>(answer);
    return { items: page.results, nextCursor: page.nextCursor, asOf: page.asOf };
  });
}

/** Returns the `data` of an answer. */
export function dataOf<Data>(answer: unknown): Data {
  return (answer as { data: Data }).data;
}
