import { useEffect } from "react";

interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
  readonly data:
    | { readonly pages: readonly { readonly records: readonly unknown[] }[] }
    | undefined;
}

/**
 * Asks for the next page by itself while the last one came empty though more may follow, as pages of a
 * filtered list may.
 *
 * @param isEndSeen whether the reader has come to the end, and so wants more
 */
export function useAutoFetchNextPage(query: PagedQuery, isEndSeen = false): void {
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = query;
  const isLastEmpty = data?.pages.at(-1)?.records.length === 0;
  const goesOn = hasNextPage && !isFetching && !isError && (isLastEmpty || isEndSeen);
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
}
