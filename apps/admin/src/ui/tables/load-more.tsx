import { Button, Center, type MantineSpacing } from "@mantine/core";
import { useEffect } from "react";

interface LoadMoreProps {
  /** Result of `useInfiniteQuery`. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Distinguishes it from others on the page. */
  readonly label?: string;
  /** Space above. */
  readonly mt?: MantineSpacing;
}

/** A button that loads the next page of a list; hidden after the last page. */
export function LoadMore({ query, label = "Show more", mt = "md" }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Center mt={mt}>
      <Button
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </Center>
  );
}

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
