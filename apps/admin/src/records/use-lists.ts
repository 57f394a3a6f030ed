import {
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo, useReducer } from "react";
import { api, type Inputs, NEXT_PAGE } from "../api.ts";
import type { TableRow } from "./use-table.ts";

/** Records that are listed page by page. */
export interface ListedRecords {
  readonly rows: readonly TableRow[];
  readonly query: Pick<
    InfiniteQueryObserverResult,
    "isPending" | "hasNextPage" | "isFetchingNextPage"
  > & {
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
    readonly refetch: () => unknown;
  };
}

/** A list that was shown a moment ago is not fetched again when another group opens or closes. */
const FRESH_MS = 30_000;

/** Fetches several lists of records, each page by page. */
export function useLists(inputs: readonly Inputs["records"]["list"][]): readonly ListedRecords[] {
  const client = useQueryClient();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const wanted = JSON.stringify(inputs);
  const observers = useMemo(
    () =>
      (JSON.parse(wanted) as typeof inputs).map((input) => {
        const options = api.records.list.infiniteQueryOptions(input, NEXT_PAGE);
        return new InfiniteQueryObserver(client, { ...options, staleTime: FRESH_MS });
      }),
    [client, wanted],
  );
  useEffect(() => {
    const ends = observers.map((observer) => observer.subscribe(render));
    // What arrived between the first render and now is shown.
    render();
    return () => {
      for (const end of ends) end();
    };
  }, [observers]);
  return observers.map((observer) => {
    const query = observer.getCurrentResult();
    return { rows: query.data?.pages.flatMap(({ records }) => records) ?? [], query };
  });
}
