import { Button, Center, type MantineSpacing } from "@mantine/core";

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
