import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api.ts";
import type { ObjectType } from "../../object-types.ts";
import type { NamedRecord, RecordKey } from "./record-model.ts";

/** A page of them; a company may have thousands of contacts. */
const PER_PAGE = 20;

/**
 * The records of one type that a record is associated with, page by page, those made last first. What was just
 * added is seen at once, even when it stands on a page that is not shown yet.
 */
export function useAssociated(recordKey: RecordKey, other: ObjectType) {
  const query = useInfiniteQuery(
    api.records.associated.infiniteQueryOptions(
      { ...recordKey, other, limit: PER_PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  );
  const [added, setAdded] = useState<readonly NamedRecord[]>([]);
  const pages = query.data?.pages ?? [];
  const listed = pages.flatMap(({ records }) => records);
  const ids = new Set(listed.map(({ id }) => id));
  const further = query.hasNextPage ? added.filter(({ id }) => !ids.has(id)) : [];
  const without = ({ id }: NamedRecord) => added.filter((one) => one.id !== id);
  return {
    query,
    counted: pages.at(-1),
    records: [...further, ...listed],
    noteAdded: (record: NamedRecord) => setAdded([record, ...without(record)]),
    noteRemoved: (record: NamedRecord) => setAdded(without(record)),
  };
}
