import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../api.ts";
import type { Schema } from "../../property/use-schema.ts";
import { useProjectId } from "../../shell/use-project.ts";
import { filterFaults } from "../records/filters/fault-keys.ts";
import { askedFilters } from "../records/filters/server-filters.ts";
import { useToday } from "../records/filters/use-today.ts";
import type { Asked } from "../records/use-records-search.ts";
import type { BoardType } from "./use-board.ts";

/**
 * Returns what the server is asked for, and the number of records. Filters that it refuses are left out, as the table does.
 */
export function useBoardInput(type: BoardType, schema: Schema, { groups, search }: Asked) {
  const projectId = useProjectId();
  const today = useToday().getTime();
  const all = useMemo(
    () => askedFilters(groups, type, schema, new Date(today)),
    [groups, type, schema, today],
  );
  const ofBoard = {
    projectId,
    type,
    ...(search === undefined ? {} : { search: search.slice(0, 255) }),
  };
  const given = useQuery(
    api.records.count.queryOptions(
      { ...ofBoard, ...all.input },
      { placeholderData: keepPreviousData },
    ),
  );
  const refused = useMemo(() => filterFaults(given.error, all), [given.error, all]);
  const without = new Set(refused.keys());
  const left = askedFilters(groups, type, schema, new Date(today), without).input;
  const input = { ...ofBoard, ...left };
  const { data: others } = useQuery(
    api.records.count.queryOptions(input, { enabled: refused.size > 0 }),
  );
  const count = refused.size > 0 ? others : given.data;
  return { input, count, faults: new Map([...all.faults, ...refused]) };
}
