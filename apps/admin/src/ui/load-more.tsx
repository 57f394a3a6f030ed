import { Button, Center } from "@mantine/core";

interface LoadMoreProps {
  /** As `useInfiniteQuery` gives it. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Asks for the next page of a list; nothing once there is no more. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button
        variant="default"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </Button>
    </Center>
  );
}
