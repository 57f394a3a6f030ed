import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import type { NamedRecord, RecordKey } from "./record-model.ts";

/** A page of them; a company may have thousands of contacts. */
const PER_PAGE = 20;
/** What is seen of each type at first, so that many of one type do not push the others out of sight. */
const AT_FIRST = 5;

/**
 * The records of one type that a record is associated with: the first few, then page by page, those made last
 * first. What was just added is seen at once, even when it stands on a page that is not shown yet.
 */
export function useAssociated(recordKey: RecordKey, other: ObjectType) {
  const query = useInfiniteQuery(
    api.records.associated.infiniteQueryOptions(
      { ...recordKey, other, limit: PER_PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const [isShort, setShort] = useState(true);
  const [added, setAdded] = useState<readonly NamedRecord[]>([]);
  const pages = query.data?.pages ?? [];
  const listed = pages.flatMap(({ records }) => records);
  const ids = new Set(listed.map(({ id }) => id));
  const further = query.hasNextPage ? added.filter(({ id }) => !ids.has(id)) : [];
  const without = ({ id }: NamedRecord) => added.filter((one) => one.id !== id);
  const known = [...further, ...listed];
  const isCut = isShort && known.length > AT_FIRST;
  return {
    query,
    counted: pages.at(-1),
    known,
    shown: isCut ? known.slice(0, AT_FIRST) : known,
    more: {
      hasNextPage: isCut || query.hasNextPage,
      isFetchingNextPage: query.isFetchingNextPage,
      fetchNextPage: () => (isCut ? setShort(false) : query.fetchNextPage()),
    },
    added: (record: NamedRecord) => setAdded([record, ...without(record)]),
    removed: (record: NamedRecord) => setAdded(without(record)),
  };
}
