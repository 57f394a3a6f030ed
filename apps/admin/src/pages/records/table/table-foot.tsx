import { Button, Center } from "@mantine/core";
import { ErrorNotice } from "../../../ui/pages/error-notice.tsx";
import type { Table } from "../use-table.ts";
import classes from "./record-table.module.css";

/** The button that loads the next page, or the error if that failed. */
export function TableFoot({ query }: Pick<Table, "query">) {
  if (query.isFetchNextPageError) {
    return (
      <div className={classes.foot}>
        <ErrorNotice error={query.error} onRetry={() => void query.fetchNextPage()} />
      </div>
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <Center className={classes.foot}>
      <Button
        variant="default"
        size="compact-sm"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </Button>
    </Center>
  );
}
