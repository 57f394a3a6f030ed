import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, type Outputs } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import { useProjectId } from "../../shell/use-project.ts";
import type { useRecordsSearch } from "./use-records-search.ts";

export type TableRow = Outputs["records"]["list"]["records"][number];

type Asked = Pick<ReturnType<typeof useRecordsSearch>, "search" | "sort" | "filters">;

/** Fetches the records for the query parameters, page by page. Keeps the last result while the next one loads. */
export function useTable(type: ObjectType, { search, sort, filters }: Asked) {
  const projectId = useProjectId();
  const query = useInfiniteQuery({
    ...api.records.list.infiniteQueryOptions(
      {
        projectId,
        type,
        sort,
        filters: [...filters],
        ...(search === undefined ? {} : { search: search.slice(0, 255) }),
      },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(
    () => query.data?.pages.flatMap(({ records }) => records) ?? [],
    [query.data],
  );
  return { query, rows };
}

export type Table = ReturnType<typeof useTable>;
