import { Button, Center, type MantineSpacing } from "@mantine/core";

interface LoadMoreProps {
  /** As `useInfiniteQuery` gives it. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Tells it from another on the page. */
  readonly label?: string;
  /** Space above. */
  readonly mt?: MantineSpacing;
}

/** Asks for the next page of a list; nothing once there is no more. */
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
