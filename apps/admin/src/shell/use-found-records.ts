import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { typeNames } from "../object-types.ts";
import { detailOf } from "../record-detail.ts";
import type { Destination } from "./destinations.ts";

const DEBOUNCE_MS = 150;
const MAX_RESULTS = 8;

interface FoundRecords {
  readonly records: readonly Destination[];
  readonly isSearching: boolean;
  readonly error: unknown;
}

/**
 * Finds records of a project by how their name starts, while the admin types.
 *
 * @param text trimmed; finds nothing if empty
 */
export function useFoundRecords(projectId: number | undefined, text: string): FoundRecords {
  const [asked] = useDebouncedValue(text, DEBOUNCE_MS);
  const isWanted = projectId !== undefined && text !== "";
  const query = useQuery({
    ...api.records.search.queryOptions(
      isWanted && asked !== "" ? { projectId, text: asked, limit: MAX_RESULTS } : skipToken,
    ),
    placeholderData: keepPreviousData,
  });
  if (!isWanted) return { records: [], isSearching: false, error: null };
  const records = (query.data ?? []).map(({ type, id, name, detail }) => ({
    to: `/p/${projectId}/${typeNames(type).plural}/${id}`,
    label: name,
    detail: [typeNames(type).singular, detailOf({ type, detail }) ?? []].flat().join(" · "),
    icon: typeNames(type).icon,
  }));
  return { records, isSearching: asked !== text || query.isFetching, error: query.error };
}
