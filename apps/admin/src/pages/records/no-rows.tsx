import { Button, Skeleton, Stack } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { typeNames } from "../../object-types.ts";
import type { Asked } from "../../records/use-records-search.ts";
import type { Table } from "../../records/use-table.ts";
import { useMay } from "../../session.ts";
import { Empty } from "../../ui/pages/empty.tsx";
import { ErrorNotice } from "../../ui/pages/error-notice.tsx";
import { useAutoFetchNextPage } from "../../ui/tables/load-more.tsx";
import classes from "./table/record-table.module.css";

/** The toolbar and the table while the schema is loading. */
export function Waiting() {
  return (
    <>
      <Skeleton height={36} mb="sm" maw={290} radius="md" />
      <WaitingRows />
    </>
  );
}

const WAITING_ROWS = Array.from({ length: 12 }, (_, i) => i);

/** Rows without their values, as high as those of the table. */
function WaitingRows() {
  return (
    <div className={classes.frame} aria-busy="true" aria-label="Loading" role="status">
      {WAITING_ROWS.map((i) => (
        <div key={i} className={classes.waiting}>
          <Skeleton height={10} width={`${60 - 7 * (i % 4)}%`} />
          <Skeleton height={10} width={`${75 - 10 * (i % 3)}%`} />
          <Skeleton height={10} width={`${45 + 8 * (i % 3)}%`} />
        </div>
      ))}
    </div>
  );
}

interface NoRowsProps {
  readonly type: string;
  readonly asked: Asked;
  readonly table: Table;
}

/** Explains the search and the filters, as far as there are any. */
function explainNoRows({ search, groups }: Pick<Asked, "search" | "groups">): string {
  const parts = [];
  if (search !== undefined) {
    parts.push("A record matches if each word that you typed starts a word in it.");
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
  if (query.isPending || query.hasNextPage) return <WaitingRows />;
  if (isNarrowed) {
    return (
      <Empty icon={IconFilterOff} title={`No ${label.toLowerCase()} match`} action={clear}>
        {explainNoRows(asked)}
      </Empty>
    );
  }
  return (
    <Empty
      icon={icon}
      title={`No ${label.toLowerCase()} yet`}
      action={
        mayChange && (
          <Button variant="default" onClick={() => void asked.change({ form: "new" })}>
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
