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
 * Fetches the next page while the last one is empty but more may follow, which happens in filtered lists.
 *
 * @param isEndSeen true if the reader has scrolled to the end
 */
export function useAutoFetchNextPage(query: PagedQuery, isEndSeen = false): void {
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = query;
  const isLastEmpty = data?.pages.at(-1)?.records.length === 0;
  const fetchesNext = hasNextPage && !isFetching && !isError && (isLastEmpty || isEndSeen);
  useEffect(() => {
    if (fetchesNext) void fetchNextPage();
  }, [fetchesNext, fetchNextPage]);
}
