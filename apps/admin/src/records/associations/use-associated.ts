import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, NEXT_PAGE, type Outputs } from "../../api.ts";
import type { AssociatedRecord, NamedRecord, RecordKey } from "../record-model.ts";

/** A company may have thousands of contacts. */
const RECORDS_PER_PAGE = 20;
/** Few, so that many records of one type do not hide the other types. */
const INITIAL_RECORDS = 5;

/**
 * Fetches a record's associated records of one type, newest first: a few at first, then page by page. A newly
 * added record is shown immediately, even if it belongs to a later page.
 */
export function useAssociated(recordKey: RecordKey, other: string) {
  const query = useInfiniteQuery(
    api.records.associated.infiniteQueryOptions(
      { ...recordKey, other, limit: RECORDS_PER_PAGE },
      NEXT_PAGE,
    ),
  );
  const [isShort, setShort] = useState(true);
  const [added, setAdded] = useState<readonly AssociatedRecord[]>([]);
  const pages = query.data?.pages ?? [];
  const listed: readonly AssociatedRecord[] = pages.flatMap(({ records }) => records);
  const ids = new Set(listed.map(({ id }) => id));
  const further = query.hasNextPage ? added.filter(({ id }) => !ids.has(id)) : [];
  const without = ({ id }: NamedRecord) => added.filter((one) => one.id !== id);
  const known = [...further, ...listed];
  const isCut = isShort && known.length > INITIAL_RECORDS;
  return {
    query,
    counted: pages.at(-1),
    known,
    shown: isCut ? known.slice(0, INITIAL_RECORDS) : known,
    more: {
      hasNextPage: isCut || query.hasNextPage,
      isFetchingNextPage: query.isFetchingNextPage,
      fetchNextPage: () => (isCut ? setShort(false) : query.fetchNextPage()),
    },
    added: (record: AssociatedRecord) => setAdded([record, ...without(record)]),
    removed: (record: NamedRecord) => setAdded(without(record)),
  };
}

export type Label = Outputs["schema"]["associationLabels"][number];

/** Returns the labels that associations of a record with a type may have. */
export function useLabels({ projectId, type }: RecordKey, other: string): readonly Label[] {
  const { data = [] } = useQuery(
    api.schema.associationLabels.queryOptions({ projectId, type }, { staleTime: 60_000 }),
  );
  return data.filter(({ toType }) => toType === other);
}
