import { Button, Stack } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { typeNames } from "../../object-types.ts";
import { useMay } from "../../session.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { Lines } from "../../ui/pages/loaded.tsx";
import { useAutoFetchNextPage } from "../../ui/tables/use-auto-fetch-next-page.ts";
import type { Asked } from "./use-records-search.ts";
import type { Table } from "./use-table.ts";

interface NoRowsProps {
  readonly type: string;
  readonly asked: Asked;
  readonly table: Table;
}

/** Explains the search and the filters, as far as there are any. */
function reasonOf({ search, groups }: Pick<Asked, "search" | "groups">): string {
  const parts = [];
  if (search !== undefined) {
    parts.push("The search finds records in which every word of the text begins a word.");
  }
  if (groups.length > 1) {
    parts.push("Records must match every filter of one alternative.");
  } else if (groups.flat().length > 1) {
    parts.push("Records must match every filter.");
  } else if (groups.length === 1) {
    parts.push(
      search === undefined ? "Change or remove the filter." : "Records must also match the filter.",
    );
  }
  return parts.join(" ");
}

/** Shown instead of the table: loading, an error, or an empty state. */
export function NoRows({ type, asked, table: { query } }: NoRowsProps) {
  const mayChange = useMay("admin");
  useAutoFetchNextPage(query);
  const { label, singular, icon } = typeNames(type);
  const isNarrowed = asked.search !== undefined || asked.groups.length > 0;
  const clear = (
    <Button
      variant="default"
      onClick={() => void asked.change({ q: undefined, filter: undefined, sort: undefined })}
    >
      {asked.groups.length > 0 ? "Clear filters" : "Clear search"}
    </Button>
  );
  if (query.error) {
    return (
      <Stack align="flex-start">
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        {clear}
      </Stack>
    );
  }
  if (query.isPending || query.hasNextPage) return <Lines count={10} />;
  if (isNarrowed) {
    return (
      <Empty icon={IconFilterOff} title={`No ${label.toLowerCase()} match`} action={clear}>
        {reasonOf(asked)}
      </Empty>
    );
  }
  return (
    <Empty
      icon={icon}
      title={`No ${label.toLowerCase()} yet`}
      action={
        mayChange && (
          <Button onClick={() => void asked.change({ form: "new" })}>
            Create {singular.toLowerCase()}
          </Button>
        )
      }
    >
      {mayChange
        ? `Create the first ${singular.toLowerCase()} here or through the API.`
        : `${label} that programs or admins create appear here.`}
    </Empty>
  );
}
