import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type RecordsSearch, readGroups, readSort } from "./search.ts";

/** Returns the parsed query parameters of the table and a function to change them. */
export function useRecordsSearch() {
  const search = useSearch({ from: "/signed-in/p/$projectId/$plural/" });
  const navigate = useNavigate({ from: "/p/$projectId/$plural/" });
  const change = useCallback(
    (changes: RecordsSearch, how: { readonly replace?: boolean } = {}) =>
      navigate({ search: (before) => ({ ...before, ...changes }), ...how }),
    [navigate],
  );
  const { q, sort, filter, form } = search;
  const query = useMemo(
    () => ({ search: q, sort: readSort(sort), groups: readGroups(filter) }),
    [q, sort, filter],
  );
  return { ...query, form, change };
}
