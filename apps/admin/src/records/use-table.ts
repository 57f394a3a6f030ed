import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, NEXT_PAGE, type Outputs } from "../api.ts";
import type { Schema } from "../property/use-schema.ts";
import { formatNumber } from "../ui/values/format.ts";
import { compareDatetimes } from "../ui/values/local-time.ts";
import { type ServerGroups, useRecordsInput } from "./filters/server-filters.ts";
import type { FilterGroups, Sort } from "./search.ts";

export type TableRow = Outputs["records"]["list"]["records"][number];

interface Asked {
  readonly search: string | undefined;
  readonly sort: Sort;
  readonly groups: FilterGroups;
}

/**
 * Fetches the records for the query parameters, page by page, and counts them. Keeps the last result while the next
 * one loads. If the server refuses some of the filters, the table has the others' result.
 *
 * @param associations types of associated records that a column shows
 */
export function useTable(schema: Schema, asked: Asked, associations: readonly string[]) {
  const { sort } = asked;
  const all = useRecordsInput(schema, asked);
  const given = usePages(all.input, sort, associations, true);
  const { isRefused, input, faults } = useMemo(
    () => all.afterRefusal(given.error),
    [all, given.error],
  );
  const others = usePages(input, sort, associations, isRefused);
  const query = isRefused ? others : given;
  const { data: count } = useQuery(
    api.records.count.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  const rows = useMemo(
    () => sortedByDays(query.data?.pages.flatMap(({ records }) => records) ?? [], schema, sort),
    [query.data, schema, sort],
  );
  const cursor = query.data?.pages.at(-1)?.nextCursor ?? null;
  const more = useMemo(
    () => (cursor === null ? null : { input: { ...input, sort }, cursor }),
    [cursor, input, sort],
  );
  return { query, rows, faults, count, input, more };
}

/**
 * Sorts rows by the reader's days if they are sorted by a datetime. The server sorts days without a time by midnight in UTC,
 * among the moments, which is up to 14 hours from the reader's midnight.
 */
function sortedByDays(rows: TableRow[], { properties }: Schema, sort: Sort): TableRow[] {
  const { property, direction } = sort;
  if (properties.find(({ name }) => name === property)?.type !== "datetime") return rows;
  const sign = direction === "desc" ? -1 : 1;
  const isDated = (row: TableRow) => typeof row.properties[property] === "string";
  const sortedTime = (row: TableRow) => String(row.properties[property]);
  const dated = rows
    .filter(isDated)
    .toSorted((a, b) => sign * (compareDatetimes(sortedTime(a), sortedTime(b)) || a.id - b.id));
  return [...dated, ...rows.filter((row) => !isDated(row))];
}

function usePages(
  input: { projectId: number; type: string; search?: string } & ServerGroups,
  sort: Sort,
  associations: readonly string[],
  enabled: boolean,
) {
  return useInfiniteQuery({
    ...api.records.list.infiniteQueryOptions(
      { ...input, sort, associations: [...associations] },
      NEXT_PAGE,
    ),
    placeholderData: keepPreviousData,
    enabled,
  });
}

type Pages = ReturnType<typeof usePages>;

export interface Table extends Omit<ReturnType<typeof useTable>, "query" | "rows"> {
  readonly rows: readonly TableRow[];
  readonly query: Pick<
    Pages,
    | "data"
    | "error"
    | "isPending"
    | "isPlaceholderData"
    | "isFetching"
    | "isError"
    | "hasNextPage"
    | "isFetchingNextPage"
    | "isFetchNextPageError"
  > & { readonly fetchNextPage: () => unknown; readonly refetch: () => unknown };
}

type CountedRecords = NonNullable<Table["count"]>["all"];

/** Returns a number of records as text. The server counts to a limit, and says so by its relation. */
export function countText({ value, relation }: CountedRecords): string {
  return `${formatNumber(value)}${relation === "gte" ? "+" : ""}`;
}
