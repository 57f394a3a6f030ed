import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { api } from "../api.ts";
import { TYPES } from "../object-types.ts";
import { detailOf } from "../record-detail.ts";
import type { Destination } from "./destinations.ts";

/** Milliseconds without a key before the server is asked. */
const PAUSE = 150;
const LIMIT = 8;

interface FoundRecords {
  readonly records: readonly Destination[];
  readonly isSearching: boolean;
  readonly error: unknown;
}

/**
 * Records of a project by the start of what they are called, while it is typed.
 *
 * @param text without spaces around it; nothing is found for none
 */
export function useFoundRecords(projectId: number | undefined, text: string): FoundRecords {
  const [asked] = useDebouncedValue(text, PAUSE);
  const isWanted = projectId !== undefined && text !== "";
  const query = useQuery({
    ...api.records.search.queryOptions(
      isWanted && asked !== "" ? { projectId, text: asked, limit: LIMIT } : skipToken,
    ),
    placeholderData: keepPreviousData,
  });
  if (!isWanted) return { records: [], isSearching: false, error: null };
  const records = (query.data ?? []).map(({ type, id, name, detail }) => ({
    to: `/p/${projectId}/${TYPES[type].plural}/${id}`,
    label: name,
    detail: [TYPES[type].singular, detailOf({ type, detail }) ?? []].flat().join(" · "),
    icon: TYPES[type].icon,
  }));
  return { records, isSearching: asked !== text || query.isFetching, error: query.error };
}
