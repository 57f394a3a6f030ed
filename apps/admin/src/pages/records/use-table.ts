import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Outputs } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { issuesOf } from "../../ui/error-notice.tsx";
import type { useRecordsSearch } from "./use-records-search.ts";

export type TableRow = Outputs["records"]["list"]["records"][number];

type Asked = Pick<ReturnType<typeof useRecordsSearch>, "search" | "sort" | "filters">;

/**
 * Fetches the records for the query parameters, page by page, and counts them. Keeps the last result while the next
 * one loads. If the server refuses some of the filters, the table has the others' result.
 *
 * @param associations types of associated records that a column shows
 */
export function useTable(type: ObjectType, asked: Asked, associations: readonly ObjectType[]) {
  const given = usePages(type, asked, associations, true);
  const faults = useMemo(() => filterFaults(given.error), [given.error]);
  const isFaulty = faults.size > 0;
  const filters = asked.filters.filter((_, i) => !faults.has(i));
  const others = usePages(type, { ...asked, filters }, associations, isFaulty);
  const query = isFaulty ? others : given;
  const counted = { ...inputOf(useProjectId(), type, { ...asked, filters }) };
  const { data: count } = useQuery(
    api.records.count.queryOptions(counted, { placeholderData: keepPreviousData }),
  );
  const rows = useMemo(
    () => query.data?.pages.flatMap(({ records }) => records) ?? [],
    [query.data],
  );
  return { query, rows, faults, count };
}

function usePages(
  type: ObjectType,
  asked: Asked,
  associations: readonly ObjectType[],
  enabled: boolean,
) {
  const input = inputOf(useProjectId(), type, asked);
  return useInfiniteQuery({
    ...api.records.list.infiniteQueryOptions(
      { ...input, sort: asked.sort, associations: [...associations] },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    placeholderData: keepPreviousData,
    enabled,
  });
}

function inputOf(projectId: number, type: ObjectType, { search, filters }: Asked) {
  return {
    projectId,
    type,
    filters: [...filters],
    ...(search === undefined ? {} : { search: search.slice(0, 255) }),
  };
}

/** Returns what is wrong with filters by their index, or nothing if anything else is wrong. */
function filterFaults(error: unknown): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { path, message } of issuesOf(error)) {
    const index = /^filters\.(\d+)\./.exec(path)?.[1];
    if (index === undefined) return new Map();
    faults.set(Number(index), message);
  }
  return faults;
}

export type Table = ReturnType<typeof useTable>;
